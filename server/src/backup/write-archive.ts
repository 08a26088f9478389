import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { codeOf } from "../database/unavailable.ts";
import type { Line } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";

/** The gzip level: a third of the time of the usual one, for a tenth more bytes. */
const LEVEL = 3;

/**
 * Streams the archive's bytes as they are made. A reader that does not take all of them must destroy the stream, which
 * ends the transaction.
 */
export function archiveBytes(lines: AsyncIterable<Line>): Readable {
  const packed = createGzip({ level: LEVEL });
  const text = Readable.from(withChecksum(lines), { objectMode: false });
  text.once("error", (error) => packed.destroy(error));
  // `pipe` tells nobody that its end has gone, and the lines would hold the database for ever
  packed.once("close", () => text.destroy());
  return text.pipe(packed);
}

async function* withChecksum(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  const sum = createHash("sha256");
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    sum.update(text);
    yield text;
  }
  yield `${JSON.stringify({ sha256: sum.digest("hex") })}\n`;
}

/**
 * Writes an archive to a file that only its owner may read, synced to disk, and whole or not at all. Refuses to
 * overwrite a file.
 */
export async function writeSafely(path: string, lines: AsyncIterable<Line>): Promise<void> {
  const aside = `${path}.part`;
  await reserve(path);
  try {
    // not before: a stream that fails while nobody listens ends the process
    await pipeline(archiveBytes(lines), createWriteStream(aside, { mode: 0o600, flush: true }));
    await rename(aside, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await Promise.all([aside, path].map((one) => rm(one, { force: true })));
    if (!["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "")) throw error;
    throw new BackupRefused(`磁盘空间不足，没有写成 ${path}，写了一半的已经删去。`, {
      cause: error,
    });
  }
}

/** Creates the file, so that nobody else can take the name meanwhile. */
async function reserve(path: string): Promise<void> {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new BackupRefused(`文件 ${path} 已经存在，请换一个名字。`);
    if (code === "ENOENT") throw new BackupRefused(`文件夹 ${dirname(path)} 不存在。`);
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
      throw new BackupRefused(`无权写入 ${path}。`);
    }
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return; // has no such thing
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
