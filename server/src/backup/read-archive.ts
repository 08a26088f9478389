import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ChecksumLine, Header, Line, Summary } from "./archive.ts";
import { FORMAT } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";

/** Yields every line of a backup but its checksum; throws `BackupRefused` when the file is incomplete or altered. */
export async function* readArchive(path: string): AsyncGenerator<Line> {
  const sum = createHash("sha256");
  let checksum: string | undefined;
  let count = 0;
  for await (const text of textLines(path)) {
    if (checksum !== undefined) throw damaged(path);
    const line = parsed(text, path, count);
    count += 1;
    if ("sha256" in line) {
      checksum = line.sha256;
      if (checksum !== sum.digest("hex")) throw damaged(path);
    } else {
      sum.update(`${text}\n`);
      yield line;
    }
  }
  if (checksum === undefined) throw cut(path);
}

/** Throws `BackupRefused` for a file that is not there, or no backup, by its first line. */
export async function assertBackup(path: string): Promise<void> {
  for await (const _header of readArchive(path)) return;
}

/** Reads the whole backup without using it, so that nothing is restored from one that breaks off in the middle. */
export async function checkArchive(path: string): Promise<{ header: Header; summary: Summary }> {
  let header: Header | undefined;
  let summary: Summary | undefined;
  for await (const line of readArchive(path)) {
    if ("schoolgate" in line) header = line;
    if ("tables" in line) summary = line;
  }
  if (header === undefined || summary === undefined) throw damaged(path);
  return { header, summary };
}

async function* textLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  // decoded as a stream, so that a character is never cut in two
  const text = file.pipe(createGunzip()).setEncoding("utf8");
  file.once("error", (error) => text.destroy(error));
  // the loop hears of it too, unless it has ended before
  text.on("error", () => {});
  // a line may take hundreds of pieces, which are put together once
  let rest: string[] = [];
  try {
    for await (const piece of text as AsyncIterable<string>) {
      const [first = "", ...further] = piece.split("\n");
      rest.push(first);
      for (const begun of further) {
        yield rest.join("");
        rest = [begun];
      }
    }
  } catch (error) {
    throw explained(error, path);
  } finally {
    file.destroy();
    text.destroy();
  }
  const last = rest.join("");
  if (last !== "") yield last;
}

function parsed(text: string, path: string, count: number): Line | ChecksumLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw count === 0 ? foreign(path) : damaged(path);
  }
  if (typeof line !== "object" || line === null) throw foreign(path);
  if (count === 0) assertHeader(line, path);
  return line as Line | ChecksumLine;
}

function assertHeader(line: object, path: string): void {
  const { schoolgate, format } = line as Partial<Header>;
  if (schoolgate !== "backup" || typeof format !== "number") throw foreign(path);
  if (format > FORMAT) {
    throw new BackupRefused(`备份 ${path} 由更新的程序制作，请用那个版本恢复。`);
  }
}

function explained(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new BackupRefused(`没有文件 ${path}。`);
  if (code === "EISDIR") return new BackupRefused(`${path} 是文件夹，不是备份文件。`);
  if (code === "EACCES") return new BackupRefused(`无权读取 ${path}。`);
  if (code === "Z_BUF_ERROR") return cut(path);
  if (code === "Z_DATA_ERROR") return damaged(path);
  return error;
}

const foreign = (path: string) => new BackupRefused(`${path} 不是本平台的备份文件。`);
const cut = (path: string) =>
  new BackupRefused(`备份 ${path} 不完整，后面的部分缺失，没有恢复任何内容。`);
const damaged = (path: string) =>
  new BackupRefused(`备份 ${path} 已经损坏，内容与校验值不符，没有恢复任何内容。`);
