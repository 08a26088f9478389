import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { operate } from "../../test/operate.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { entryOf, writeEntries } from "./audit-entry.ts";
import type { AuditEvent } from "./audit.ts";
import { readHead, headText, type Head } from "./chain.ts";
import { cut } from "./cut.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

const NOW = new Date("2026-11-20T08:00:00Z");
const DAY_MS = 86_400_000;

let database: ConnectedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const launch = (id: string): AuditEvent => ({
  action: "launch",
  actor: { user_id: "u1", session_id: "s1", identity: "teacher", school_id: "c1" },
  object: { kind: "app", id },
  subject_id: "u1",
  detail: { kind: "ticket", apps: ["a", "b"], n: 1 },
});

async function write(ids: string[], at: Date = NOW): Promise<void> {
  await writeEntries(
    database.db,
    ids.map((id) => entryOf(null, launch(id), at)),
  );
}

async function sealAll(): Promise<void> {
  while ((await seal(database.db, 3)) > 0);
}

const faultsOf = async (kept: Head[] = []) => (await verify(database.db, NOW, kept)).faults;

/** Runs a statement as an attacker who owns the tables and disables the guard triggers. */
async function tamper(statement: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await sql`alter table audit_entry disable trigger user`.execute(trx);
    await sql`alter table audit_link disable trigger user`.execute(trx);
    // the comment keeps several statements from being taken for one
    await sql.raw(`-- tamper\n${statement}`).execute(trx);
    await sql`alter table audit_entry enable trigger user`.execute(trx);
    await sql`alter table audit_link enable trigger user`.execute(trx);
  });
}

beforeEach(async () => {
  await tamper("truncate audit_entry, audit_link, audit_pending");
  await database.db
    .updateTable("audit_head")
    .set({ seq: 0, hash: "0".repeat(64), cut_seq: 0, cut_hash: "0".repeat(64) })
    .execute();
});

test("what was written and chained is in order, as is what still waits", async () => {
  await write(["1", "2", "3", "4", "5", "6", "7"]);
  await sealAll();
  await write(["8"]);
  expect(await verify(database.db, NOW)).toMatchObject({ chained: 7, waiting: 1, faults: [] });
});

test("200 writers and two who chain: every entry once, without a gap, and the chain holds", async () => {
  const { db } = database;
  const sealed = { all: false };
  const chaining = [1, 2].map(async () => {
    while (!sealed.all) await seal(db, 7);
  });
  await Promise.all(Array.from({ length: 200 }, (_, index) => write([String(index)])));
  sealed.all = true;
  await Promise.all(chaining);
  await sealAll();
  expect(await verify(db, NOW)).toMatchObject({ chained: 200, waiting: 0, faults: [] });
});

test("an act that is taken back leaves no entry, and no gap", async () => {
  const undone = database.db.transaction().execute(async (trx) => {
    await writeEntries(trx, [entryOf(null, launch("undone"), NOW)]);
    throw new Error("refused");
  });
  await expect(undone).rejects.toThrow("refused");
  await write(["kept"]);
  await sealAll();
  expect(await verify(database.db, NOW)).toMatchObject({ chained: 1, waiting: 0, faults: [] });
});

test.each([
  "update audit_entry set outcome = 'refused'",
  "delete from audit_entry",
  "truncate audit_entry",
  "update audit_link set hash = ''",
  "delete from audit_link",
  "truncate audit_link",
])("the database refuses: %s", async (statement) => {
  await write(["1"]);
  await sealAll();
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow("append-only");
});

describe("tampering shows", () => {
  const SECOND = "(select entry_id from audit_link where seq = 2)";
  const first = "(select entry_id from audit_pending order by n limit 1)";
  test.each([
    [
      "an entry altered",
      `update audit_entry set user_id = 'x' where id = ${SECOND}`,
      "第 2 条",
      "内容被改动",
    ],
    [
      "a word of its detail altered",
      `update audit_entry set detail = jsonb_set(detail, '{n}', '2') where id = ${SECOND}`,
      "第 2 条",
      "内容被改动",
    ],
    [
      "its time moved",
      `update audit_entry set at = at + interval '1 ms' where id = ${SECOND}`,
      "第 2 条",
      "内容被改动",
    ],
    ["an entry deleted", `delete from audit_entry where id = ${SECOND}`, "第 2 条", "内容被删除"],
    ["a link deleted", `delete from audit_link where seq = 2`, "第 2 条", "被删除"],
    [
      "an entry and its link deleted, the rest moved up",
      `delete from audit_entry where id = ${SECOND}; delete from audit_link where seq = 2;
       update audit_link set seq = 2 where seq = 3; update audit_link set seq = 3 where seq = 4;
       update audit_head set seq = 3`,
      "第 2 条",
      "接不上",
    ],
    [
      "a digest altered",
      `update audit_link set digest = repeat('a', 64) where seq = 2`,
      "第 2 条",
      "接不上",
    ],
    [
      "two links exchanged",
      `update audit_link set seq = 5 - seq + 4000 where seq in (2, 3);
       update audit_link set seq = seq - 4000 where seq > 4000`,
      "第 2 条",
      "接不上",
    ],
    ["the end cut off", `delete from audit_link where seq > 3`, "第 3 条结束", "末尾"],
    [
      "the beginning cut off",
      `delete from audit_entry where id in (select entry_id from audit_link where seq <= 2);
       delete from audit_link where seq <= 2`,
      "第 1 至 2 条",
      "被删除",
    ],
    [
      "the beginning cut off, and the cut written down as one",
      `delete from audit_entry where id in (select entry_id from audit_link where seq <= 2);
       update audit_head set cut_seq = 2, cut_hash = (select hash from audit_link where seq = 2);
       delete from audit_link where seq <= 2`,
      "第 3 条开始",
      "开头被删除",
    ],
    [
      "an entry put in",
      `insert into audit_entry (id, at, action, outcome, address, request_id, detail)
       values ('forged', now(), 'launch', 'ok', '', '', '{}')`,
      "forged",
      "不在链上",
    ],
    [
      "a waiting entry altered",
      `update audit_entry set user_id = 'x' where id = ${first}`,
      "待入链",
      "内容被改动",
    ],
    [
      "a waiting entry deleted",
      `delete from audit_entry where id = ${first}`,
      "待入链",
      "内容被删除",
    ],
    ["a waiting line deleted", `delete from audit_pending`, "不在链上", "待入链"],
    ["the head deleted", `delete from audit_head`, "链尾记录", "不见了"],
  ])("%s", async (_, statement, place, what) => {
    await write(["1", "2", "3", "4"]);
    await sealAll();
    await write(["5"]);
    await tamper(statement);
    const [fault = ""] = await faultsOf();
    expect(fault).toContain(place);
    expect(fault).toContain(what);
    if (statement.includes("audit_head") && statement.startsWith("delete from audit_head")) {
      await sql`insert into audit_head values (1, 0, '', 0, '')`.execute(database.db);
    }
  });

  test("a waiting entry that was altered is still found out when it has been chained", async () => {
    await write(["1", "2"]);
    await tamper(`update audit_entry set user_id = 'x' where object_id = '2'`);
    await sealAll();
    expect(await faultsOf()).toEqual([expect.stringContaining("第 2 条")]);
  });

  test("an end cut off together with the head, and a chain made anew, by a head that was kept elsewhere", async () => {
    const { db } = database;
    await write(["1", "2", "3", "4"]);
    await sealAll();
    const kept = (await verify(db, NOW)).head;
    expect(readHead(headText(kept))).toEqual(kept);
    await tamper(`delete from audit_entry where id in (select entry_id from audit_link where seq > 2);
      delete from audit_link where seq > 2;
      update audit_head set seq = 2, hash = (select hash from audit_link where seq = 2)`);
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf([kept])).toEqual([expect.stringContaining("末尾被截断")]);
    await write(["other 3", "other 4", "5"]);
    await sealAll();
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf([kept])).toEqual([expect.stringContaining("重新写过")]);
  });

  test("the guard taken off", async () => {
    await sql`alter table audit_entry disable trigger user`.execute(database.db);
    expect(await faultsOf()).toEqual([expect.stringContaining("触发器")]);
    await sql`alter table audit_entry enable trigger user`.execute(database.db);
  });

  test("entries that nobody chains", async () => {
    await write(["1"], new Date(NOW.getTime() - DAY_MS));
    expect(await faultsOf()).toEqual([expect.stringContaining("没有节点在入链")]);
  });
});

describe("what is too old goes", () => {
  test("the chain still proves itself, and the cut is an entry of it", async () => {
    const { db } = database;
    await write(["1", "2", "3"], new Date(NOW.getTime() - 200 * DAY_MS));
    await write(["4", "5"]);
    await sealAll();
    const kept = (await verify(db, NOW)).head;
    expect(await cut(db, new Date(NOW.getTime() - 190 * DAY_MS), NOW)).toBe(3);
    await sealAll();
    expect(await verify(db, NOW, [kept])).toMatchObject({
      chained: 3,
      cut: { seq: 3 },
      faults: [],
    });
    const left = await db
      .selectFrom("audit_entry")
      .select(["action", "object_id"])
      .orderBy("at")
      .execute();
    expect(left.map(({ action, object_id }) => object_id ?? action).sort()).toEqual([
      "4",
      "5",
      "audit-cut",
    ]);
    expect(await cut(db, new Date(NOW.getTime() - 190 * DAY_MS), NOW)).toBe(0);
  });

  test("where everything is old, the end of the chain stays", async () => {
    await write(["1", "2", "3"], new Date(NOW.getTime() - 200 * DAY_MS));
    await sealAll();
    expect(await cut(database.db, new Date(NOW.getTime() - 184 * DAY_MS), NOW)).toBe(2);
    await sealAll();
    expect(await faultsOf()).toEqual([]);
  });

  test("what the law wants kept stays, whoever asks", async () => {
    await write(["1", "2", "3"], new Date(NOW.getTime() - 200 * DAY_MS));
    await sealAll();
    const command = (day: string) =>
      operate(database.db, `admin audit cut --before ${day}`, { now: NOW });
    for (const day of ["2026-05-21", "2026-11-20", "2030-01-01"]) {
      await expect(command(day)).rejects.toThrow(
        "审计记录依法至少保留六个月（网络安全法），只能清理早于 2026-05-20 的条目。",
      );
    }
    expect(await command("2026-05-20")).toBe("清理了 2 条。");
  });
});
