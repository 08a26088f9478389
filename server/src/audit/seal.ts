import { sql, type Transaction } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { chainOn, headText } from "./chain.ts";

const ENTRIES_AT_ONCE = 500;

/**
 * Chains the entries written since the last run. One node at a time holds the head's row; the others find nothing to
 * do. All or nothing, so a node that is killed leaves the rest to the next.
 *
 * @returns the number of entries chained; 0 also when another node is at it
 */
export async function seal(db: Database, atOnce: number = ENTRIES_AT_ONCE): Promise<number> {
  const any = await db.selectFrom("audit_pending").select("n").limit(1).executeTakeFirst();
  if (any === undefined) return 0;
  return db.transaction().execute((trx) => sealSome(trx, atOnce));
}

async function sealSome(trx: Transaction<Tables>, atOnce: number): Promise<number> {
  const head = await trx
    .selectFrom("audit_head")
    .select(["seq", "hash"])
    .where("id", "=", 1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (head === undefined) return 0;
  const pending = await trx
    .selectFrom("audit_pending")
    .select(["n", "entry_id", "digest"])
    .orderBy("n")
    .limit(atOnce)
    .execute();
  const links = chainOn(head, pending);
  const last = links.at(-1);
  if (last === undefined) return 0;
  await trx.insertInto("audit_link").values(links).execute();
  // by name and not `<= last`: an earlier number may be committed later
  const numbers = pending.map(({ n }) => n);
  await trx
    .deleteFrom("audit_pending")
    .where(sql<boolean>`n = any(${numbers}::bigint[])`)
    .execute();
  const { seq, hash } = last;
  await trx.updateTable("audit_head").set({ seq, hash }).where("id", "=", 1).execute();
  return links.length;
}

/** Chains all entries; returns the end of the chain in the form that is kept elsewhere. */
export async function sealedHead(db: Database): Promise<string> {
  while ((await seal(db)) > 0);
  const head = await db.selectFrom("audit_head").selectAll().executeTakeFirstOrThrow();
  return headText(head);
}
