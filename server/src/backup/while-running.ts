import { createServer, request } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";
import { listenPrivately, socketIn } from "../database/embedded/data-socket.ts";
import { VERSION } from "../platform/version.ts";
import { backupLines } from "./backup.ts";
import { BackupRefused } from "./backup-refused.ts";
import { archiveBytes } from "./write-archive.ts";

const SOCKET = "backup.sock";

/**
 * Lets `npm run backup` ask the process that holds the embedded database, which no other may open, by a socket in the
 * data directory that its owner alone can use. Answers what closes it.
 */
export async function offerBackups(
  db: Database,
  config: Pick<Config, "dataDir" | "s3">,
): Promise<() => Promise<void>> {
  const path = socketIn(config.dataDir, SOCKET);
  if (path === undefined) return async () => {};
  const server = createServer((_asked, answer) => {
    const lines = backupLines(db, { config, version: VERSION, now: new Date() });
    // a broken end tells the other side; it keeps nothing then
    pipeline(archiveBytes(lines), answer).catch(() => answer.destroy());
  });
  return listenPrivately(server, path);
}

/** The bytes of a backup from the process that runs on this data directory; undefined when none does. */
export function askRunning(dataDir: string): Promise<Readable | undefined> {
  const path = socketIn(dataDir, SOCKET);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: path, method: "POST", agent: false }, resolve);
    asked.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(undefined);
      else if (error.code === "EACCES" || error.code === "EPERM") {
        reject(new BackupRefused("平台正以另一个系统用户的身份运行，请用那个用户来备份。"));
      } else reject(error);
    });
    asked.end();
  });
}
