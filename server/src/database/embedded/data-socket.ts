import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { dirname, join } from "node:path";

/** Systems allow about a hundred bytes for the place of a socket. */
const LONGEST = 100;
/** Short, so that a socket's first place, `.s-XXXXXX/s`, is allowed wherever its last one is. */
const ASIDE = ".s-";

/**
 * Where the process that holds a data directory listens for the commands of the same system user; undefined where that
 * cannot be: on Windows, or where the directory's name is too long.
 */
export function socketIn(dataDir: string, name: string): string | undefined {
  const path = join(dataDir, name);
  return process.platform === "win32" || Buffer.byteLength(path) > LONGEST ? undefined : path;
}

/**
 * Listens there for this system user alone. It is made where nobody else can come and moved when its mode is right, in
 * the place of one that a killed process has left.
 *
 * @param path of `socketIn`
 * @returns takes it away; whoever is connected stays so
 */
export async function listenPrivately(server: Server, path: string): Promise<() => Promise<void>> {
  const aside = mkdtempSync(join(dirname(path), ASIDE));
  try {
    const made = join(aside, "s");
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(made, resolve);
    });
    chmodSync(made, 0o600);
    renameSync(made, path);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return () => {
    rmSync(path, { force: true });
    return new Promise((resolve) => server.close(() => resolve()));
  };
}
