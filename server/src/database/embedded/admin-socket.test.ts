import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { PostgresPool } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/process.ts";
import { connectToEngine } from "./admin-client.ts";
import { type EmbeddedEngine, startEngine } from "./engine.ts";
import { ADMIN_SOCKET, openAdminSocket } from "./admin-socket.ts";

const PROGRAM = "this one";
let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await startEngine({ memory: true, template: inject("databaseTemplate") });
  await engine.takeRole("schoolgate_app"); // as on a platform that runs
});
afterAll(() => engine.close());

async function served(more: { idleMs?: number } = {}): Promise<string> {
  const dataDir = await temporaryDirectory();
  const end = await openAdminSocket(engine.pool, { dataDir, program: PROGRAM, ...more });
  onTestFinished(end);
  return dataDir;
}

async function connected(dataDir: string): Promise<PostgresPool> {
  const pool = await connectToEngine(dataDir, PROGRAM);
  if (pool === undefined) throw new Error("no socket");
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

describe("a command", () => {
  test("takes and gives values as the engine itself does", async () => {
    const pool = await connected(await served());
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
    const pool = await connected(await served());
    const sql =
      "insert into membership (school_id, user_id, identity) values ('no', 'no', 'admin')";
    const error = await ask(pool, sql).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: "23503", table: "membership", severity: "ERROR" });
    expect(error).toMatchObject({ message: expect.stringContaining("foreign key") });
    expect(await ask(pool, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("acts as the owner and sees every school; the platform goes on as before", async () => {
    const pool = await connected(await served());
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
    const pool = await connected(await served());
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

describe("a connection that ends badly leaves nothing open", () => {
  test("broken off within a transaction", async () => {
    const dataDir = await served();
    const client = await (await connected(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("half"), []);
    client.release(true);
    expect(await schools(await connected(dataDir))).toEqual([]);
  });

  test("broken off while waiting for another's transaction", async () => {
    const dataDir = await served();
    const first = await (await connected(dataDir)).connect();
    await first.query("begin", []);
    const second = await (await connected(dataDir)).connect();
    const waiting = second.query("begin", []).catch((error: unknown) => error);
    while (engine.state().waiting === 0) await new Promise(setImmediate);
    second.release(true);
    expect(await waiting).toMatchObject({ message: expect.stringContaining("断开了连接") });
    await first.query("commit", []);
    first.release();
    expect(await schools(await connected(dataDir))).toEqual([]);
    expect(engine.state()).toMatchObject({ idle: 1, waiting: 0 });
  });

  test("idle within a transaction: it is cut off, with a sentence", async () => {
    const dataDir = await served({ idleMs: 50 });
    const client = await (await connected(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("idle"), []);
    // waits in line until the other is cut off
    expect(await schools(engine.pool)).toEqual([]);
    await expect(client.query("commit", [])).rejects.toThrow("停顿了半分钟以上");
    expect(await schools(await connected(dataDir))).toEqual([]);
  });

  test("idle outside of a transaction: it stays", async () => {
    const pool = await connected(await served({ idleMs: 20 }));
    expect(await schools(pool)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await schools(pool)).toEqual([]);
  });

  test("in the middle when the socket closes", async () => {
    const dataDir = await temporaryDirectory();
    const end = await openAdminSocket(engine.pool, { dataDir, program: PROGRAM });
    const client = await (await connected(dataDir)).connect();
    await client.query("begin", []);
    await client.query(addSchool("cut"), []);
    await end();
    expect(engine.state()).toMatchObject({ idle: 1, waiting: 0 });
    await expect(client.query("commit", [])).rejects.toThrow("断开了连接");
    expect(await schools(await connected(await served()))).toEqual([]);
  });
});

describe("the socket", () => {
  test("is for this system user alone, and gone when it closes", async () => {
    const dataDir = await temporaryDirectory();
    const end = await openAdminSocket(engine.pool, { dataDir, program: PROGRAM });
    expect(statSync(join(dataDir, ADMIN_SOCKET)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual([ADMIN_SOCKET]);
    await end();
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await connectToEngine(dataDir, PROGRAM)).toBeUndefined();
  });

  test("that a killed process has left is nobody's, and is replaced", async () => {
    const dataDir = await temporaryDirectory();
    const path = join(dataDir, ADMIN_SOCKET);
    await leaveBehind(path);
    expect(await connectToEngine(dataDir, PROGRAM)).toBeUndefined();
    const end = await openAdminSocket(engine.pool, { dataDir, program: PROGRAM });
    onTestFinished(end);
    expect(await schools(await connected(dataDir))).toEqual([]);
  });

  test("leads to no other program than this one", async () => {
    const dataDir = await served();
    await expect(connectToEngine(dataDir, "another")).rejects.toThrow("不是同一个版本的程序");
    const pool = await connectToEngine(dataDir, undefined); // but for who asks for any
    expect(await pool?.end()).toBeUndefined();
  });

  test("is not offered where its name would be too long", async () => {
    const dataDir = join(await temporaryDirectory(), "数据".repeat(15));
    await openAdminSocket(engine.pool, { dataDir, program: PROGRAM });
    expect(existsSync(dataDir)).toBe(false);
    expect(await connectToEngine(dataDir, PROGRAM)).toBeUndefined();
  });
});

/** Makes a socket file that nobody listens on any more. */
async function leaveBehind(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.made`, resolve));
  renameSync(`${path}.made`, path);
  await new Promise((resolve) => server.close(resolve));
}
