import { sql, type Transaction } from "kysely";
import { chinaDay } from "#contract";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { MIN_AUDIT_DAYS } from "../platform/config.ts";
import { daysBefore } from "../platform/days.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { recordOperator } from "./audit-entry.ts";

const LINKS_AT_ONCE = 5000;

/**
 * Cuts off the beginning of the chain that is older than the retention allows. The cut is itself an entry, with the
 * place and hash at which it was made, so that the rest still proves itself. Entries that are not chained yet stay.
 * Refuses to take what the law wants kept.
 *
 * @returns the number of entries removed
 */
export async function cut(db: Database, before: Date, now: Date): Promise<number> {
  const latest = daysBefore(now, MIN_AUDIT_DAYS);
  if (before > latest) {
    throw new OperatorRefused(
      `审计记录依法至少保留六个月（网络安全法），只能清理早于 ${chinaDay(latest)} 的条目。`,
    );
  }
  let gone = 0;
  for (;;) {
    const some = await db.transaction().execute((trx) => cutSome(trx, before, now));
    gone += some;
    if (some < LINKS_AT_ONCE) return gone;
  }
}

async function cutSome(trx: Transaction<Tables>, before: Date, now: Date): Promise<number> {
  const head = await trx
    .selectFrom("audit_head")
    .select(["seq", "cut_seq"])
    .where("id", "=", 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const last = await lastOld(trx, head, before);
  if (last === undefined) return 0;
  const { rows } = await sql<{ gone: number }>`select audit_drop(${last.seq}) as gone`.execute(trx);
  const gone = rows[0]?.gone ?? 0;
  await trx
    .updateTable("audit_head")
    .set({ cut_seq: last.seq, cut_hash: last.hash })
    .where("id", "=", 1)
    .execute();
  const detail = { seq: last.seq, hash: last.hash, entries: gone };
  await recordOperator(trx, { action: "audit-cut", detail: { ...detail, by: "retention" } }, now);
  return gone;
}

/** Finds the last link to cut: before the first entry that is still to be kept, and never the whole chain. */
async function lastOld(
  trx: Transaction<Tables>,
  { seq, cut_seq }: { seq: number; cut_seq: number },
  before: Date,
): Promise<{ seq: number; hash: string } | undefined> {
  const young = await trx
    .selectFrom("audit_link as l")
    .innerJoin("audit_entry as e", "e.id", "l.entry_id")
    .select("l.seq")
    .where("e.at", ">=", before)
    .orderBy("l.seq")
    .limit(1)
    .executeTakeFirst();
  const upTo = Math.min((young?.seq ?? seq) - 1, cut_seq + LINKS_AT_ONCE);
  return trx
    .selectFrom("audit_link")
    .select(["seq", "hash"])
    .where("seq", "=", upTo)
    .where("seq", ">", cut_seq)
    .executeTakeFirst();
}
