import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

const ROOT = new URL("../../", import.meta.url).pathname;
const CACHE = join(ROOT, ".cache");

/** The sources that the server's programs are made of. */
export const SERVER_SOURCES = [
  "demo/**",
  "server/migrations/**",
  "server/src/**",
  "contract/**",
  "package-lock.json",
];

/** Returns a directory that test runs share: made once for exactly these sources and the same `of`. */
export async function keptDirectory(
  name: string,
  sources: readonly string[],
  make: (directory: string) => Promise<void>,
  of = "",
): Promise<string> {
  const directory = join(CACHE, `${name}-${hashOf(sources, of)}`);
  if (existsSync(directory)) return directory;
  for (const old of globSync(join(CACHE, `${name}-*`))) {
    if (!isBeingMade(old)) rmSync(old, { recursive: true, force: true });
  }
  const aside = `${directory}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  await make(aside);
  try {
    renameSync(aside, directory);
  } catch (error) {
    // another run has made the same meanwhile
    if (!existsSync(directory)) throw error;
    rmSync(aside, { recursive: true });
  }
  return directory;
}

/** Returns whether another run that goes on makes this directory. */
function isBeingMade(directory: string): boolean {
  const [, pid] = /\.(\d+)$/.exec(directory) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

function hashOf(sources: readonly string[], of: string): string {
  const hash = createHash("sha256").update(of);
  for (const file of globSync(sources, { cwd: ROOT, exclude: ["**/*.test.ts"] }).sort()) {
    if (!statSync(join(ROOT, file)).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
