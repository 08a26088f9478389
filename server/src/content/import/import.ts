import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { sql, type Transaction } from "kysely";
import type { Database } from "../../database/database.ts";
import { inTransaction } from "../../database/dry-run.ts";
import { analyze } from "../../database/analyze.ts";
import type { Tables } from "../../database/tables.ts";
import { recordOperator } from "../../audit/audit-entry.ts";
import type { ContentToSave } from "../content-faults.ts";
import { type ReadyContent, readyContents } from "../ready-contents.ts";
import { keysOf, removeContents, saveContents } from "../save-contents.ts";
import { csvItems } from "./csv-items.ts";
import { ContentRefused, type Fault, type Given } from "./given.ts";
import { jsonItems } from "./json-items.ts";
import { type FindSchool, readItem, type Removal } from "./read-item.ts";

export interface ImportReport {
  added: number;
  changed: number;
  same: number;
  removed: number;
  /** Items to remove that did not exist. */
  absent: number;
}

/**
 * Imports a file of lessons and resources: all of it, or, with any fault, nothing. Throws `ContentRefused` with every
 * fault. Items that the file does not name stay; the same file a second time changes nothing.
 */
export async function importContent(
  db: Database,
  path: string,
  { dryRun, now }: { dryRun: boolean; now: Date },
): Promise<ImportReport> {
  const { items, faults } = await readItems(path);
  const work = plan(items, faults, await schoolFinder(db));
  const contents = await readyContents(work.keep);
  const report = await inTransaction(db, { dryRun }, (trx) => write(trx, work, contents, now));
  if (!dryRun) await analyze(db);
  return report;
}

async function readItems(path: string): Promise<{ items: Given[]; faults: Fault[] }> {
  const refuse = (message: string) => new ContentRefused([{ message }]);
  const kind = extname(path).toLowerCase();
  if (kind !== ".json" && kind !== ".csv") {
    throw refuse(`“${path}”应是 .json 或 .csv 文件`);
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse(
      error.code === "ENOENT" ? `找不到“${path}”` : `无法读取“${path}”（${error.code ?? "?"}）`,
    );
  });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("文件不是 UTF-8 编码，请另存为“CSV UTF-8”或 UTF-8 后再导入");
  }
  return kind === ".json" ? jsonItems(text) : csvItems(text);
}

async function schoolFinder(db: Database): Promise<FindSchool> {
  const schools = await db.selectFrom("school").select(["id", "name"]).execute();
  const ids = new Set(schools.map(({ id }) => id));
  const byName = Map.groupBy(schools, ({ name }) => name);
  return (named) => {
    if (ids.has(named)) return { id: named };
    const [found, another] = byName.get(named) ?? [];
    if (found === undefined) return `没有编号或名称为“${named}”的学校或区域`;
    return another === undefined ? found : `有几个学校或区域都叫“${named}”，请改写编号`;
  };
}

interface Work {
  keep: ContentToSave[];
  remove: Removal[];
}

function plan(items: readonly Given[], faults: Fault[], findSchool: FindSchool): Work {
  const work: Work = { keep: [], remove: [] };
  const lines = new Map<string, number>();
  for (const item of items) {
    const { line } = item;
    const read = readItem(item, findSchool);
    if ("faults" in read) {
      faults.push(...read.faults.map((message) => ({ line, message })));
      continue;
    }
    const { school_id, id } = "keep" in read ? read.keep : read.remove;
    const before = lines.get(`${school_id} ${id}`);
    if (before !== undefined) {
      faults.push({ line, message: `编号“${id}”在第 ${before} 行已经有了` });
    }
    lines.set(`${school_id} ${id}`, line);
    if ("keep" in read) work.keep.push(read.keep);
    else work.remove.push(read.remove);
  }
  if (faults.length > 0) throw new ContentRefused(faults);
  return work;
}

async function write(
  trx: Transaction<Tables>,
  { keep, remove }: Work,
  contents: readonly ReadyContent[],
  now: Date,
): Promise<ImportReport> {
  const before = await versions(trx, keep);
  await saveContents(trx, contents, now);
  const after = await versions(trx, keep);
  const changed = [...before].filter(([key, at]) => after.get(key) !== at).length;
  const removed = await removeContents(trx, remove);
  const report: ImportReport = {
    added: keep.length - before.size,
    changed,
    same: before.size - changed,
    removed,
    absent: remove.length - removed,
  };
  const detail = { ...report };
  await recordOperator(trx, { action: "content-import", detail }, now);
  return report;
}

/** Returns the present ones of these items, with the time of their last change. */
async function versions(
  trx: Transaction<Tables>,
  items: readonly Removal[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; updated_at: Date }>`
    select c.school_id || ' ' || c.id as key, c.updated_at
    from content c join ${keysOf(items)} on c.school_id = k.school_id and c.id = k.id`.execute(trx);
  return new Map(rows.map(({ key, updated_at }) => [key, updated_at.getTime()]));
}
