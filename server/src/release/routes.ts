import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { readUpdateInfo } from "#contract";
import { serve } from "../http/serve.ts";
import { VERSION } from "../platform/version.ts";
import { releaseManagementRoutes } from "./management.ts";
import { announceBuild } from "./publish.ts";
import { presentRelease } from "./queries.ts";

export interface ReleaseOptions {
  /** The directory of the built front end; the repository's own build by default. */
  dist?: string;
}

export async function releaseRoutes(app: FastifyInstance, { dist }: ReleaseOptions): Promise<void> {
  await releaseManagementRoutes(app);
  serve(app, readUpdateInfo, async ({ input: { device } }) => {
    const release = await presentRelease(app.db, device);
    if (release === undefined) return null;
    const { withdrawn_at: _withdrawn, published_at, ...rest } = release;
    return { ...rest, published_at: published_at.toISOString() };
  });
  // only a node that serves: a test that injects, or a command, has no page to announce
  app.addHook("onListen", async () => {
    try {
      const version = await webBuild(dist);
      if (version !== undefined) await announceBuild(app.db, version, app.now());
    } catch (error) {
      app.log.warn({ err: error }, "the build of the page was not announced");
    }
  });
}

const DIST = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

/**
 * Returns the version of the built page: the product's, and the hash in its entry's name, which changes with any
 * script. The page reads its own from the same two places. Undefined where no page was built.
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
