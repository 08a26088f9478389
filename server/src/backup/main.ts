import { resolve } from "node:path";
import { readConfig, type Config } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { runCommand } from "../database/run-command.ts";
import { ownerOf } from "../database/wall.ts";
import { VERSION } from "../http/version.ts";
import type { Count } from "./archive.ts";
import { backupLines } from "./backup.ts";
import { BackupRefused } from "./backup-refused.ts";
import { describeErasures } from "./erasures-text.ts";
import { readCommand, USAGE, type BackupCommand } from "./command-line.ts";
import { checkArchive } from "./read-archive.ts";
import { restore } from "./restore.ts";
import { askRunning } from "./while-running.ts";
import { archiveBytes, writeSafely } from "./write-archive.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [BackupRefused],
  follow,
});

async function follow(asked: BackupCommand): Promise<void> {
  const path = resolve(asked.path);
  if (asked.do === "check") {
    const { header, summary } = await checkArchive(path);
    console.log(`备份完整，制作于 ${header.made_at}。\n${described(summary.tables)}`);
    return;
  }
  const config = readConfig();
  const now = new Date();
  if (asked.do === "backup") {
    await backUp(config, path, now);
    const { summary } = await checkArchive(path);
    console.log(`已备份到 ${path}，并重新读过一遍。文件 ${summary.fileCount} 个。`);
    console.log(described(summary.tables));
    return;
  }
  const { db: connected, close } = await connectDatabase(config);
  // every row of every school, and tables that only their owner may empty
  const db = ownerOf(connected);
  try {
    const later = asked.erasuresOf !== undefined && { erasuresOf: resolve(asked.erasuresOf) };
    const restored = await restore(db, path, { ...asked, ...later, config, now });
    console.log(`已恢复 ${restored.header.made_at} 的备份，每个表都与备份一致。`);
    console.log(described(restored.summary.tables));
    for (const line of describeErasures(restored, now)) console.log(line);
  } finally {
    await close();
  }
}

async function backUp(config: Config, path: string, now: Date): Promise<void> {
  const running = config.databaseUrl === undefined ? await askRunning(config.dataDir) : undefined;
  if (running !== undefined) {
    await writeSafely(path, running);
    return;
  }
  const { db: connected, close } = await connectDatabase(config);
  // every row of every school, and tables that only their owner may empty
  const db = ownerOf(connected);
  try {
    await writeSafely(path, archiveBytes(backupLines(db, { config, version: VERSION, now })));
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
