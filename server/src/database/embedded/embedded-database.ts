import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../../platform/make-directory.ts";
import { OperatorRefused } from "../../platform/operator-refused.ts";
import { codeOf, DatabaseUnavailable } from "../unavailable.ts";
import { createFiles, type EmbeddedEngine, EngineFailure, startEngine } from "./engine.ts";
import { lockDirectory } from "./lock.ts";
import { startMaintenance } from "./maintenance.ts";

/**
 * The free space, in MB, below which the database is not opened: an empty one takes 40 MB and its log as much again.
 */
const MIN_FREE_MB = 128;
const MB = 1024 * 1024;

/** Returns whether a data directory has an embedded database. */
export function isCreated(dataDir: string): boolean {
  return existsSync(join(dataDir, "database", "PG_VERSION"));
}

/** Opens the embedded database of a data directory: made durable, and for this process alone. */
export async function openEmbedded(
  dataDir: string,
  onLost: (error: Error) => void,
): Promise<EmbeddedEngine> {
  const directory = join(dataDir, "database");
  let unlock: (() => void) | undefined;
  try {
    await makeDirectory(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    unlock = lockDirectory(directory);
    assertSpace(dataDir);
    if (!isCreated(dataDir)) await createFiles(directory);
    const engine = await startEngine({ directory }, (error) => onLost(explained(error, dataDir)));
    const stopMaintenance = startMaintenance(engine);
    return {
      ...engine,
      close: async () => {
        stopMaintenance();
        await engine.close();
        unlock?.();
      },
    };
  } catch (error) {
    unlock?.();
    throw explained(error, dataDir);
  }
}

function assertSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / MB);
  if (free < MIN_FREE_MB) throw new DatabaseUnavailable(fullDisk(dataDir, `只剩 ${free} MB`));
}

function explained(error: unknown, dataDir: string): Error {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof OperatorRefused) {
    return new DatabaseUnavailable(error.message, { cause: error });
  }
  const code = codeOf(error) ?? "";
  const said = error instanceof EngineFailure ? `${error.message}\n${error.log}` : String(error);
  const sentence = sentenceFor(code, said, dataDir);
  if (sentence !== undefined) return new DatabaseUnavailable(sentence, { cause: error });
  return error instanceof Error ? error : new Error(said);
}

function sentenceFor(code: string, said: string, dataDir: string): string | undefined {
  if (code === "ENOSPC" || code === "53100" || /No space left|"errno":51\b/.test(said)) {
    return fullDisk(dataDir, "已经写满");
  }
  if (/^E[MN]FILE$/.test(code) || TOO_FEW_FILES.test(said)) {
    return `这个进程能同时打开的文件太少，数据目录 ${dataDir} 里的数据库打不开，它没有损坏。请调大限制（ulimit -n，systemd 里是 LimitNOFILE）后再启动。`;
  }
  if (/^(EACCES|EPERM|EROFS)$/.test(code) || /Permission denied|"errno":2\b/.test(said)) {
    return `数据目录 ${dataDir} 无法读写（权限不足），请修正它的权限，或用 DATA_DIR 另指定一个目录。`;
  }
  if (/^(ENOTDIR|EEXIST)$/.test(code)) {
    return `数据目录 ${dataDir} 不是一个文件夹，请用 DATA_DIR 另指定一个目录。`;
  }
  if (/^(ENOTEMPTY)$/.test(code)) {
    return `数据目录 ${dataDir} 里的 database 文件夹不是本平台的数据库，请移走它，或用 DATA_DIR 另指定一个目录。`;
  }
  // of the control file's own number PostgreSQL says the same, but that is damage: PG_VERSION fits, and both are written by one release
  if (/initialized by PostgreSQL version/.test(said)) {
    return `数据目录 ${dataDir} 由另一版本的数据库引擎创建，请用当时的版本导出数据，或用 DATA_DIR 另指定一个目录。`;
  }
  if (code === "NOT_DURABLE") {
    return `数据目录 ${dataDir} 无法保证写入落盘，为避免丢失数据没有启动，请换一块本地磁盘。`;
  }
  if (/^ERR_SQLITE/.test(code)) {
    return `数据目录 ${dataDir} 无法加锁，请换一块本地磁盘，或用 DATA_DIR 另指定一个目录。`;
  }
  if (!(said.includes("\n") || code === "")) return undefined;
  const database = join(dataDir, "database");
  return `数据目录 ${dataDir} 里的数据库无法打开，它的文件已经损坏。请把 ${database} 移到别处保存，再用 npm run restore -- 备份文件 --replace 恢复最近的备份；或用 DATA_DIR 另指定一个目录。`;
}

/** Matches what Node and the engine say when the process may open no further file. */
const TOO_FEW_FILES = /\bE[MN]FILE\b|No file descriptors available|Too many open files/;

function fullDisk(dataDir: string, state: string): string {
  return `磁盘空间不足：数据目录 ${dataDir} 所在的磁盘${state}，至少需要 ${MIN_FREE_MB} MB，请清理后再启动。`;
}
