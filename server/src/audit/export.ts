import { sql } from "kysely";
import { MAX_EXPORTED_ENTRIES, chinaClock, IDENTITY_NAMES } from "#contract";
import type { Queryable } from "../database/database.ts";
import { csvOf } from "../platform/csv.ts";
import { type AuditEntry, canonicalText, digestOf } from "./audit-entry.ts";
import { lineColumns, lineOf, type LineRow, peopleOf } from "./browse.ts";
import { ENTRY_COLUMNS } from "./columns.ts";
import { type AuditQuery, conditionsOf, entriesWithin } from "./scope.ts";

type Row = LineRow &
  AuditEntry & { seq: number | null; hash: string | null; before: string | null };

const HEADS = [
  ...["时间", "操作人", "操作人账号", "身份", "学校", "做了什么", "结果", "关于谁", "关于谁的账号"],
  ...["对象", "网络地址", "编号", "原文", "原文的 SHA-256", "链值"],
];
/**
 * Further columns for readers of the whole platform: a place in the chain gives away the number of all schools'
 * entries.
 */
const PLATFORM_HEADS = ["链上位置", "前一条的链值"];

/**
 * Writes the requested entries as CSV with their proof: the text that the digest covers, the digest, and the link of
 * the chain. Each link proves, with the one before, that nothing was altered since it was written.
 */
export async function exportEntries(
  db: Queryable,
  asked: AuditQuery,
): Promise<{ text: string; count: number; more: boolean; people: string[] }> {
  const conditions = await conditionsOf(db, asked);
  const isAll = asked.scope.kind === "all";
  const heads = isAll ? [...HEADS, ...PLATFORM_HEADS] : HEADS;
  if (conditions === undefined) {
    return { text: csvOf([heads]), count: 0, more: false, people: [] };
  }
  const { columns, joins } = lineColumns(asked.scope);
  const { rows } = await sql<Row>`
    select ${columns}, ${sql.join(ENTRY_COLUMNS.map((column) => sql.ref(column)))},
      l.seq, l.hash, (select p.hash from audit_link p where p.seq = l.seq - 1) as before
    from ${entriesWithin(asked.scope, conditions, { limit: MAX_EXPORTED_ENTRIES + 1 })} as e ${joins}
      left join audit_link l on l.entry_id = e.id
    order by e.at desc, e.id desc`.execute(db);
  const shown = rows.slice(0, MAX_EXPORTED_ENTRIES);
  const lines = shown.map((row) => cellsOf(row, isAll));
  return {
    text: csvOf([heads, ...lines]),
    count: shown.length,
    more: rows.length > MAX_EXPORTED_ENTRIES,
    people: shown.flatMap((row) => [
      ...peopleOf(row),
      ...[row.user_id, row.subject_id].filter((id) => id !== null),
      ...childrenIn(row),
    ]),
  };
}

/** Returns the ids of the children whom an entry lists. */
function childrenIn({ detail }: Row): string[] {
  const { children } = detail;
  return Array.isArray(children) ? children.filter((id) => typeof id === "string") : [];
}

function cellsOf(row: Row, isAll: boolean): string[] {
  const { by, by_identity, by_app, about, about_count, ...line } = lineOf(row);
  const entry = entryIn(row);
  const many = about_count > 0 ? `${about_count} 名学生` : "";
  return [
    ...[chinaClock(row.at), by?.name ?? by_app ?? "", by?.account ?? ""],
    ...[by_identity === null ? "" : IDENTITY_NAMES[by_identity], line.school_name ?? ""],
    ...[line.words, line.outcome === "ok" ? "完成" : "被拒绝"],
    ...[about?.name ?? many, about?.account ?? "", line.object ?? "", line.address, line.id],
    ...[canonicalText(entry), digestOf(entry), row.hash ?? ""],
    ...(isAll ? [String(row.seq ?? ""), row.before ?? ""] : []),
  ];
}

function entryIn(row: Row): AuditEntry {
  const { id, at, action, outcome, user_id, session_id, identity, school_id, app_id } = row;
  const { object_kind, object_id, subject_id, address, request_id, detail } = row;
  return {
    ...{ id, at, action, outcome, user_id, session_id, identity, school_id, app_id },
    ...{ object_kind, object_id, subject_id, address, request_id, detail },
  };
}
