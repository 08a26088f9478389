import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseUnavailable } from "../unavailable.ts";

/** Thrown when another process holds the directory; `holder` names it, in brackets, where it is known. */
export class DirectoryInUse extends DatabaseUnavailable {
  override name = "DirectoryInUse";
  readonly path: string;
  readonly holder: string;
  constructor(path: string, holder: string, cause: unknown) {
    const sentence = `数据目录 ${path} 正被另一个进程${holder}使用，请先停止它，或用 DATA_DIR 另指定一个目录。`;
    super(sentence, { cause });
    this.path = path;
    this.holder = holder;
  }
}

/**
 * Locks a data directory for this process alone: two engines on one directory destroy it. The lock is the operating
 * system's file lock, taken through SQLite, so it ends with the process.
 *
 * @returns a function that unlocks it
 */
export function lockDirectory(path: string): () => void {
  const lockFile = `${path}.lock`;
  const holderFile = `${path}.pid`;
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new DirectoryInUse(path, holder(holderFile), cause);
  }
  writeFileSync(holderFile, String(process.pid));
  return () => {
    rmSync(holderFile, { force: true });
    lock.close();
  };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function holder(file: string): string {
  try {
    return `（进程号 ${readFileSync(file, "utf8")}）`;
  } catch {
    return "";
  }
}
