import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { describe, expect, onTestFinished, test } from "vitest";
import { dataDirectory, temporaryDirectory } from "../../../test/process.ts";
import { mountSmallDisk } from "../../../test/small-disk.ts";
import { DurableFileSystem, DURABLE_SETTINGS } from "./durable-file-system.ts";
import { openEmbedded } from "./embedded-database.ts";
import type { EmbeddedEngine } from "./engine.ts";
import { maintain } from "./maintenance.ts";

const copyOfFresh = (): Promise<string> => dataDirectory("created");

async function open(dataDir: string): Promise<EmbeddedEngine> {
  const engine = await openEmbedded(dataDir, () => {});
  onTestFinished(() => engine.close());
  return engine;
}

test("it is UTF-8, sorted by code point, and waits for the disk", async () => {
  const engine = await open(await copyOfFresh());
  const { rows } = await engine.run(`select
    current_setting('server_encoding') as encoding,
    (select datcollate from pg_database where datname = current_database()) as sorted,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commits`);
  expect(rows).toEqual([{ encoding: "UTF8", sorted: "C", fsync: "on", commits: "on" }]);
});

test("every commit reaches the disk; a read does not ask for it", async () => {
  const files = new DurableFileSystem(join(await copyOfFresh(), "database"));
  const settings = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  const engine = await PGlite.create({
    fs: files,
    startParams: [...settings, ...DURABLE_SETTINGS],
  });
  onTestFinished(() => engine.close());
  await engine.exec("create table t (n int)");
  const before = files.syncs;
  for (let n = 0; n < 10; n += 1) await engine.query("insert into t values ($1)", [n]);
  expect(files.syncs - before).toBeGreaterThanOrEqual(10);
  const written = files.syncs;
  for (let n = 0; n < 10; n += 1) await engine.query("select * from t where n = $1", [n]);
  expect(files.syncs).toBe(written);
});

test("a table is known to be as long as its file is: grown, cut off by a vacuum, emptied, grown again", async () => {
  const engine = await open(await copyOfFresh());
  // the first is what the engine was told by lseek and the second what the file system says of the path
  const lengths = async () => {
    await engine.run("vacuum analyze long");
    const { rows } = await engine.run(`select relpages, (pg_relation_size(oid) / 8192)::int as pages
      from pg_class where relname = 'long'`);
    const { relpages, pages } = rows[0] as { relpages: number; pages: number };
    expect(relpages).toBe(pages);
    return pages;
  };
  const grow = (from: number) =>
    engine.run(
      `insert into long select n, repeat('x', 500) from generate_series(${from}, ${from + 999}) n`,
    );
  await engine.run("create table long (n int primary key, text text)");
  expect(await lengths()).toBe(0);
  await grow(0);
  const full = await lengths();
  expect(full).toBeGreaterThan(60);
  await engine.run("delete from long where n >= 200");
  expect(await lengths()).toBeLessThan(full / 3);
  await grow(1000);
  expect(await lengths()).toBeGreaterThan(full);
  await engine.run("truncate long");
  expect(await lengths()).toBe(0);
  await grow(0);
  expect(await lengths()).toBe(full);
  expect((await engine.run("select count(*)::int as n from long")).rows).toEqual([{ n: 1000 }]);
});

test("a creation that was cut short leaves nothing that is taken for a database", async () => {
  const dataDir = await temporaryDirectory();
  mkdirSync(join(dataDir, "database.new", "base"), { recursive: true });
  writeFileSync(join(dataDir, "database.new", "PG_VERSION"), "18\n");
  const engine = await open(dataDir);
  expect((await engine.run("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir)).not.toContain("database.new");
});

test("a second opening is refused and names the process; after the first is closed it works", async () => {
  const dataDir = await copyOfFresh();
  const first = await openEmbedded(dataDir, () => {});
  await first.run("create table kept (id int)");
  const second = openEmbedded(dataDir, () => {});
  await expect(second).rejects.toThrow(`（进程号 ${process.pid}）`);
  await first.close();
  const third = await open(dataDir);
  expect((await third.run("select count(*) as n from kept")).rows).toEqual([{ n: 0 }]);
});

describe("a database that does not open says why, and what to do", () => {
  const control = (dataDir: string) => join(dataDir, "database", "global", "pg_control");
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ["empty", () => Buffer.alloc(0)],
    ["cut short", (bytes) => bytes.subarray(0, 100)],
    ["all zeros", (bytes) => Buffer.alloc(bytes.length)],
    ["of another file", (bytes) => Buffer.alloc(bytes.length, "学门")],
    ["wrong in its version", (bytes) => flipped(bytes, 8)],
    ["wrong in its catalogue's version", (bytes) => flipped(bytes, 12)],
    ["wrong in its middle", (bytes) => flipped(bytes, 64)],
  ];
  test.each(damages)("a control file that is %s: damaged", async (_what, damage) => {
    const dataDir = await copyOfFresh();
    writeFileSync(control(dataDir), damage(readFileSync(control(dataDir))));
    const opening = openEmbedded(dataDir, () => {});
    await expect(opening).rejects.toThrow(
      /已经损坏。请把 .+database 移到别处保存，再用 npm run restore/,
    );
  });

  test("a control file that is gone: damaged", async () => {
    const dataDir = await copyOfFresh();
    rmSync(control(dataDir));
    await expect(openEmbedded(dataDir, () => {})).rejects.toThrow("已经损坏");
  });

  test("files of another release of PostgreSQL: another version's", async () => {
    const dataDir = await copyOfFresh();
    writeFileSync(join(dataDir, "database", "PG_VERSION"), "16\n");
    await expect(openEmbedded(dataDir, () => {})).rejects.toThrow("由另一版本的数据库引擎创建");
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(at) ^ 0xff, at);
  return altered;
}

describe("maintenance", () => {
  test("dead rows are vacuumed, statistics kept, and the log is cut", async () => {
    const dataDir = await copyOfFresh();
    const engine = await open(dataDir);
    const state = { checkpointAt: undefined };
    await engine.run("create table busy (id int primary key, text text)");
    for (let round = 0; round < 4; round += 1) {
      await engine.run(
        "insert into busy select n, repeat('x', 1000) from generate_series(1, 40000) n",
      );
      await engine.run("delete from busy");
      await maintain(engine, state);
    }
    await engine.run("insert into busy select n, 'x' from generate_series(1, 500) n");
    await maintain(engine, state);
    const { rows } = await engine.run(
      "select reltuples::int as tuples, pg_relation_size('busy') as bytes from pg_class where relname = 'busy'",
    );
    expect(rows[0]?.["tuples"]).toBe(500);
    // four rounds of 45 MB in the place of one
    expect(Number(rows[0]?.["bytes"])).toBeLessThan(60_000_000);
    const log = readdirSync(join(dataDir, "database", "pg_wal")).filter((name) =>
      /^[0-9A-F]{24}$/.test(name),
    );
    expect(log.length).toBeLessThan(10);
  });
});

test("a disk that fills up ends the engine, and nothing acknowledged is lost", async ({ skip }) => {
  const disk = mountSmallDisk(190, skip);
  cpSync(await copyOfFresh(), disk.path, { recursive: true });
  const engine = await openEmbedded(disk.path, () => {});
  await engine.run("create table t (n int, text text)");
  let acknowledged = 0;
  const fill = async (): Promise<never> => {
    for (;;) {
      await engine.run(
        `insert into t select ${acknowledged}, repeat(md5(n::text), 30) from generate_series(1, 500) n`,
      );
      acknowledged += 1;
    }
  };
  await expect(fill()).rejects.toMatchObject({ code: "53100" });
  await engine.close().catch(() => {});
  disk.resize(400);
  const again = await openEmbedded(disk.path, () => {});
  const { rows } = await again.run("select count(distinct n) as n, count(*) as all from t");
  await again.close();
  expect(acknowledged).toBeGreaterThan(0);
  expect(rows).toEqual([{ n: acknowledged, all: acknowledged * 500 }]);
});
