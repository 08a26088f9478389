import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../platform/version.ts";

const DIST = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

/**
 * The version of the built page: the product's, and the hash in its entry's name, which changes with any of its scripts.
 * The page reads its own from the same two places. Undefined where no page was built.
 */
export async function webBuild(dist: string = DIST): Promise<string | undefined> {
  try {
    const built: unknown = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8"));
    const { file } = (built as Record<string, { file?: unknown }>)["index.html"] ?? {};
    const hash = /^assets\/index-([\w-]+)\.js$/.exec(String(file))?.[1];
    return hash === undefined ? undefined : `${VERSION}+${hash}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
