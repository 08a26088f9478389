import { connectDatabase, connectToRunning } from "../database/connect.ts";
import { isCreated } from "../database/embedded/embedded-database.ts";
import { ownerOf } from "../database/row-security.ts";
import type { Config } from "../platform/config.ts";
import { VERSION } from "../platform/version.ts";
import type { Count } from "./archive.ts";
import { backupLines } from "./backup.ts";
import { BackupRefused } from "./backup-refused.ts";
import { assertBackup, checkArchive } from "./read-archive.ts";
import { restore, type RestoreOptions } from "./restore.ts";
import { writeSafely } from "./write-archive.ts";

/** Reads a whole backup; returns its contents in Chinese. */
export async function checkBackup(path: string): Promise<string> {
  const { header, summary } = await checkArchive(path);
  return `备份完整，制作于 ${header.made_at}。\n${described(summary.tables)}`;
}

/** Writes a backup and reads it again; returns its contents in Chinese. */
export async function backUp(config: Config, path: string, now: Date): Promise<string> {
  // a backup is made before an upgrade, perhaps by the program that comes after it
  const running = await connectToRunning(config, { anyVersion: true });
  if (running === undefined && config.databaseUrl === undefined && !isCreated(config.dataDir)) {
    throw new BackupRefused(
      `数据目录 ${config.dataDir} 里没有数据库，没有可以备份的内容。请让命令和平台用同样的 DATA_DIR 或 DATABASE_URL。`,
    );
  }
  const { everySchool, close } = running ?? (await connectDatabase(config));
  try {
    // every row of every school, and tables that only their owner may empty
    const lines = backupLines(ownerOf(everySchool), { config, version: VERSION, now });
    await writeSafely(path, lines);
  } finally {
    await close();
  }
  const { summary } = await checkArchive(path);
  const head = `已备份到 ${path}，并重新读过一遍。文件 ${summary.fileCount} 个。`;
  return `${head}\n${described(summary.tables)}`;
}

/** Restores a backup; returns its contents, and the effect on erasures since, in Chinese. */
export async function putBack(
  path: string,
  asked: RestoreOptions & { config: Config },
): Promise<string> {
  // a slip of the pen makes no database where there was none
  await assertBackup(path);
  const { db: connected, close } = await connectDatabase(asked.config);
  try {
    const restored = await restore(ownerOf(connected), path, asked);
    const { describeErasures } = await import("./erasures-text.ts");
    return [
      `已恢复 ${restored.header.made_at} 的备份，每个表都与备份一致。`,
      described(restored.summary.tables),
      ...describeErasures(restored, asked.now),
    ].join("\n");
  } finally {
    await close();
  }
}

function described(tables: Readonly<Record<string, Count>>): string {
  return Object.entries(tables)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, hash }]) => `${String(rows).padStart(10)}  ${hash.slice(0, 16)}  ${name}`)
    .join("\n");
}
