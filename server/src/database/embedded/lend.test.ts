import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { PostgresPool } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/process.ts";
import { borrowEngine } from "./borrow.ts";
import { type EmbeddedEngine, startEngine } from "./engine.ts";
import { lendEngine } from "./lend.ts";
import { LENDING_SOCKET } from "./lending.ts";

const PROGRAM = "this one";
let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await startEngine({ memory: true, template: inject("databaseTemplate") });
  await engine.takeRole("schoolgate_app"); // as on a platform that runs
});
afterAll(() => engine.close());

async function lent(more: { idleMs?: number } = {}): Promise<string> {
  const dataDir = await temporaryDirectory();
  const end = await lendEngine(engine.pool, { dataDir, program: PROGRAM, ...more });
  onTestFinished(end);
  return dataDir;
}

async function borrowed(dataDir: string): Promise<PostgresPool> {
  const pool = await borrowEngine(dataDir, PROGRAM);
  if (pool === undefined) throw new Error("nobody lends");
  onTestFinished(() => pool.end());
  return pool;
}

async function ask(pool: PostgresPool, sql: string, parameters: readonly unknown[] = []) {
  const client = await pool.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  } finally {
    client.release();
  }
}

const schools = (pool: PostgresPool) => ask(pool, "select name from school order by name");
const addSchool = (name: string) =>
  `insert into school (id, name, kind) values ('${name}', '${name}', 'school')`;

describe("what is borrowed", () => {
  test("takes and gives values as the engine itself does", async () => {
    const pool = await borrowed(await lent());
    const sql = `select $1::date as day, $2::timestamptz as moment, $3::jsonb as json, $4::bigint as big,
      $5::numeric as exact, $6::bytea as bytes, $7::text[] as list, $8::text as nothing, $9::boolean as yes,
      $10::double precision as number, '1 day 2 hours'::interval::text as span, $11::text as long`;
    const given = [
      "2015-02-28",
      new Date("2026-02-03T04:05:06.789Z"),
      JSON.stringify({ 姓名: ["林岚", null, 1.5] }),
      "9007199254740991",
      "12.50",
      Buffer.from([0, 255, 10]),
      ["a", 'b"c', "林"],
      null,
      true,
      0.1,
      "学".repeat(2_000_000), // arrives in many pieces
    ];
    const rows = await ask(pool, sql, given);
    expect(rows).toEqual(await ask(engine.pool, sql, given));
    expect(rows[0]).toMatchObject({ moment: given[1], bytes: given[5], list: given[6] });
    expect(rows[0]?.["bytes"]).toBeInstanceOf(Buffer);
  });

  test("tells the database's errors with all that they say", async () => {
    const pool = await borrowed(await lent());
    const sql =
      "insert into membership (school_id, user_id, identity) values ('no', 'no', 'admin')";
    const error = await ask(pool, sql).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: "23503", table: "membership", severity: "ERROR" });
    expect(error).toMatchObject({ message: expect.stringContaining("foreign key") });
    expect(await ask(pool, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("acts as the owner and sees every school; who lends goes on as before", async () => {
    const pool = await borrowed(await lent());
    const who = "select current_user::text as who";
    expect(await ask(pool, who)).toEqual([{ who: "postgres" }]);
    expect(await ask(engine.pool, who)).toEqual([{ who: "schoolgate_app" }]);
    const client = await pool.connect();
    await client.query("start transaction isolation level repeatable read", []);
    const { rows } = await client.query<{ who: string }>(who, []);
    expect(rows).toEqual([{ who: "postgres" }]);
    await client.query(addSchool("seen"), []);
    await client.query("commit", []);
    client.release();
    expect(await ask(engine.pool, who)).toEqual([{ who: "schoolgate_app" }]);
    expect(await schools(pool)).toContainEqual({ name: "seen" });
    await ask(pool, "delete from school");
  });

  test("is used by several at once, whose transactions do not mix", async () => {
    const pool = await borrowed(await lent());
    await ask(pool, "create table turns (n integer)");
    const turn = async (): Promise<void> => {
      const client = await pool.connect();
      await client.query("begin", []);
      const { rows } = await client.query<{ n: number }>("select count(*) as n from turns", []);
      await client.query("insert into turns values ($1)", [rows[0]?.n]);
      await client.query("commit", []);
      client.release();
    };
    await Promise.all(Array.from({ length: 20 }, turn));
    const rows = await ask(pool, "select n from turns order by n");
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});

describe("a borrower that does not end as it should leaves nothing open", () => {
  test("who breaks off within a transaction", async () => {
    const dataDir = await lent();
    const client = await (await borrowed(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("half"), []);
    client.release(true);
    expect(await schools(await borrowed(dataDir))).toEqual([]);
  });

  test("who breaks off while waiting for another's transaction", async () => {
    const dataDir = await lent();
    const first = await (await borrowed(dataDir)).connect();
    await first.query("begin", []);
    const second = await (await borrowed(dataDir)).connect();
    const waiting = second.query("begin", []).catch((error: unknown) => error);
    while (engine.state().waiting === 0) await new Promise(setImmediate);
    second.release(true);
    expect(await waiting).toMatchObject({ message: expect.stringContaining("断开了连接") });
    await first.query("commit", []);
    first.release();
    expect(await schools(await borrowed(dataDir))).toEqual([]);
    expect(engine.state()).toMatchObject({ idle: 1, waiting: 0 });
  });

  test("who does nothing within a transaction is cut off, and told so", async () => {
    const dataDir = await lent({ idleMs: 50 });
    const client = await (await borrowed(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("idle"), []);
    // waits in line until the other is cut off
    expect(await schools(engine.pool)).toEqual([]);
    await expect(client.query("commit", [])).rejects.toThrow("停顿了半分钟以上");
    expect(await schools(await borrowed(dataDir))).toEqual([]);
  });

  test("who holds nothing may be idle for as long as it likes", async () => {
    const pool = await borrowed(await lent({ idleMs: 20 }));
    expect(await schools(pool)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await schools(pool)).toEqual([]);
  });

  test("who is in the middle when the lending ends", async () => {
    const dataDir = await temporaryDirectory();
    const end = await lendEngine(engine.pool, { dataDir, program: PROGRAM });
    const client = await (await borrowed(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("cut"), []);
    await end();
    expect(engine.state()).toMatchObject({ idle: 1, waiting: 0 });
    await expect(client.query("commit", [])).rejects.toThrow("断开了连接");
    expect(await schools(await borrowed(await lent()))).toEqual([]);
  });
});

describe("the socket", () => {
  test("is for this system user alone, and gone when the lending ends", async () => {
    const dataDir = await temporaryDirectory();
    const end = await lendEngine(engine.pool, { dataDir, program: PROGRAM });
    expect(statSync(join(dataDir, LENDING_SOCKET)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual([LENDING_SOCKET]);
    await end();
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await borrowEngine(dataDir, PROGRAM)).toBeUndefined();
  });

  test("that a killed process has left is nobody's, and is replaced", async () => {
    const dataDir = await temporaryDirectory();
    const path = join(dataDir, LENDING_SOCKET);
    await leaveBehind(path);
    expect(await borrowEngine(dataDir, PROGRAM)).toBeUndefined();
    const end = await lendEngine(engine.pool, { dataDir, program: PROGRAM });
    onTestFinished(end);
    expect(await schools(await borrowed(dataDir))).toEqual([]);
  });

  test("leads to no other program than this one", async () => {
    const dataDir = await lent();
    await expect(borrowEngine(dataDir, "another")).rejects.toThrow("不是同一个版本的程序");
  });

  test("is not offered where its name would be too long", async () => {
    const dataDir = join(await temporaryDirectory(), "数据".repeat(15));
    await lendEngine(engine.pool, { dataDir, program: PROGRAM });
    expect(existsSync(dataDir)).toBe(false);
    expect(await borrowEngine(dataDir, PROGRAM)).toBeUndefined();
  });
});

/** A socket's file that nobody listens on any more. */
async function leaveBehind(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.made`, resolve));
  renameSync(`${path}.made`, path);
  await new Promise((resolve) => server.close(resolve));
}
