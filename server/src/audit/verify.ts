import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { digestOf } from "./audit-entry.ts";
import { linkHash, type Head, type Link } from "./chain.ts";
import { ENTRY_COLUMNS } from "./columns.ts";

const LINKS_AT_ONCE = 1000;
/** Faults that are described one by one; the rest is only counted. */
const MAX_FAULTS = 20;
/** The longest an entry may wait, as nodes chain every second; beyond it no node is chaining. */
const MAX_WAIT_MS = 60_000;

export interface Verdict {
  /** The end of the chain, as it was found. */
  head: Head;
  /** The place up to which the retention rule has cut the chain off. */
  cut: Head;
  chained: number;
  waiting: number;
  /** Chinese sentences for an operator, each with the place. Empty: nothing was deleted, altered or put in. */
  faults: string[];
  faultCount: number;
}

/**
 * Reads the whole chain and says what does not fit: a link or an entry that is missing, altered or put in, whether
 * chained or still waiting; and, given a head that was kept elsewhere, a chain that was cut at its end or made anew.
 */
export async function verify(
  db: Database,
  now: Date,
  kept: readonly Head[] = [],
  exported: readonly string[] = [],
): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => verifyIn(trx, now, kept, exported));
}

async function verifyIn(
  db: Queryable,
  now: Date,
  kept: readonly Head[],
  exported: readonly string[],
): Promise<Verdict> {
  const faults = new Faults();
  const row = await db.selectFrom("audit_head").selectAll().where("id", "=", 1).executeTakeFirst();
  if (row === undefined) {
    faults.add("链尾记录（audit_head）不见了。");
  }
  const head = { seq: row?.seq ?? 0, hash: row?.hash ?? "" };
  const cut = { seq: row?.cut_seq ?? 0, hash: row?.cut_hash ?? "" };
  await checkCut(db, cut, faults);
  const end = await walk(db, cut, kept, faults);
  if (end.seq !== head.seq || end.hash !== head.hash) {
    faults.add(`链在第 ${end.seq} 条结束，链尾记录却是第 ${head.seq} 条：末尾被截断或被改写。`);
  }
  for (const { seq } of kept) {
    if (seq > end.seq)
      faults.add(`另存的链尾是第 ${seq} 条，现在只到第 ${end.seq} 条：末尾被截断。`);
    if (seq < cut.seq)
      faults.add(`另存的链尾第 ${seq} 条已按保存期限清理，无法比对，请用更近的一份。`);
  }
  await checkExported(db, exported, cut, faults);
  const waiting = await checkWaiting(db, now, faults);
  await checkGuards(db, faults);
  return {
    head: end,
    cut,
    chained: end.seq - cut.seq,
    waiting,
    faults: faults.told,
    faultCount: faults.count,
  };
}

/** Checks that each link of an export is still in the chain. */
async function checkExported(
  db: Queryable,
  exported: readonly string[],
  cut: Head,
  faults: Faults,
): Promise<void> {
  if (exported.length === 0) return;
  const rows = await db
    .selectFrom("audit_link")
    .select("hash")
    .where("hash", "in", [...exported])
    .execute();
  const found = new Set(rows.map(({ hash }) => hash));
  const since = cut.seq === 0 ? "" : "，或已按保存期限清理";
  for (const hash of exported) {
    if (!found.has(hash)) faults.add(`导出文件里的链值 ${hash} 不在链上：不是这里导出的${since}。`);
  }
}

/** Checks the cut: it is itself an entry of the chain; a beginning that was removed otherwise has none. */
async function checkCut(db: Queryable, cut: Head, faults: Faults): Promise<void> {
  if (cut.seq === 0) return;
  const entry = await db
    .selectFrom("audit_entry")
    .select("id")
    .where("action", "=", "audit-cut")
    .where(sql<string>`detail ->> 'seq'`, "=", String(cut.seq))
    .where(sql<string>`detail ->> 'hash'`, "=", cut.hash)
    .executeTakeFirst();
  if (entry === undefined) {
    faults.add(`链从第 ${cut.seq + 1} 条开始，却没有清理到第 ${cut.seq} 条的记录：开头被删除。`);
  }
}

/** Follows the links from the cut on; returns where they really end. */
async function walk(
  db: Queryable,
  cut: Head,
  kept: readonly Head[],
  faults: Faults,
): Promise<Head> {
  let end: Head = cut;
  for (;;) {
    const links = await readLinks(db, end.seq);
    for (const link of links) {
      end = checkLink(link, end, faults);
      const here = kept.find(({ seq }) => seq === link.seq);
      if (here !== undefined && here.hash !== link.hash) {
        faults.add(`第 ${link.seq} 条与另存的链尾不符：整条链被重新写过。`);
      }
    }
    if (links.length < LINKS_AT_ONCE) break;
  }
  const atCut = kept.find(({ seq }) => seq === cut.seq);
  if (atCut !== undefined && atCut.hash !== cut.hash) {
    faults.add(`第 ${cut.seq} 条与另存的链尾不符：整条链被重新写过。`);
  }
  return end;
}

type FoundLink = Awaited<ReturnType<typeof readLinks>>[number];

function readLinks(db: Queryable, after: number) {
  return db
    .selectFrom("audit_link as l")
    .leftJoin("audit_entry as e", "e.id", "l.entry_id")
    .select(["l.seq", "l.entry_id", "l.digest", "l.hash"])
    .select(ENTRY_COLUMNS)
    .where("l.seq", ">", after)
    .orderBy("l.seq")
    .limit(LINKS_AT_ONCE)
    .execute();
}

function checkLink(found: FoundLink, before: Head, faults: Faults): Head {
  const { seq, entry_id, digest, hash, ...entry } = found;
  const link: Link = { seq, entry_id, digest, hash };
  const missing = seq - before.seq - 1;
  if (missing > 0) {
    faults.add(
      missing === 1
        ? `第 ${before.seq + 1} 条被删除。`
        : `第 ${before.seq + 1} 至 ${seq - 1} 条被删除。`,
    );
  } else if (hash !== linkHash(before.hash, link)) {
    faults.add(`第 ${seq} 条（${entry_id}）接不上前一条：链被改动。`);
  }
  if (entry.at === null) faults.add(`第 ${seq} 条（${entry_id}）的内容被删除。`);
  else if (digestOf(whole(entry_id, entry)) !== digest) {
    faults.add(`第 ${seq} 条（${entry_id}）的内容被改动。`);
  }
  return { seq, hash };
}

function whole(id: string, entry: object): Parameters<typeof digestOf>[0] {
  return { id, ...entry } as Parameters<typeof digestOf>[0];
}

/**
 * Checks entries that are not chained yet: each has its queued digest, and each digest its entry. Returns their number.
 */
async function checkWaiting(db: Queryable, now: Date, faults: Faults): Promise<number> {
  const waiting = await db
    .selectFrom("audit_pending as p")
    .leftJoin("audit_entry as e", "e.id", "p.entry_id")
    .select(["p.entry_id", "p.digest"])
    .select(ENTRY_COLUMNS)
    .orderBy("p.n")
    .execute();
  let late = 0;
  for (const { entry_id, digest, ...entry } of waiting) {
    if (entry.at === null) faults.add(`待入链的 ${entry_id} 的内容被删除。`);
    else if (digestOf(whole(entry_id, entry)) !== digest) {
      faults.add(`待入链的 ${entry_id} 的内容被改动。`);
    } else if (now.getTime() - entry.at.getTime() > MAX_WAIT_MS) late += 1;
  }
  const strays = await db
    .selectFrom("audit_entry as e")
    .select("e.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("audit_link as l").select("l.seq").whereRef("l.entry_id", "=", "e.id")),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("audit_pending as p").select("p.n").whereRef("p.entry_id", "=", "e.id")),
      ),
    )
    .orderBy("e.id")
    .execute();
  for (const { id } of strays)
    faults.add(`${id} 不在链上，也不在待入链之列：是塞进来的，或它的链节被删除。`);
  if (late > 0) faults.add(`有 ${late} 条等待入链超过一分钟：没有节点在入链，请启动服务后再验。`);
  return waiting.length;
}

/** Checks that the triggers that guard the tables are there and enabled. */
async function checkGuards(db: Queryable, faults: Faults): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgname in ('audit_entry_append_only', 'audit_link_append_only') and tgenabled = 'O'`.execute(
    db,
  );
  if (rows.length < 2) faults.add("数据库里防止改动审计的触发器被去掉或停用。");
}

class Faults {
  readonly told: string[] = [];
  count = 0;

  add(fault: string): void {
    this.count += 1;
    if (this.told.length < MAX_FAULTS) this.told.push(fault);
  }
}
