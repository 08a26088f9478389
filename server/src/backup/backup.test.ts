import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip, gzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reportEvents } from "#contract";
import { buildTestApp } from "../../test/build.ts";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { startMain } from "../../test/process.ts";
import { send } from "../../test/send.ts";
import { mountSmallDisk } from "../../test/small-disk.ts";
import { connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import { migrate, readMigrations } from "../database/migrate.ts";
import { backUp, fill, folders, KEY, NOW, put, tableHashes, without } from "./backup.fixture.ts";
import { backupLines } from "./backup.ts";
import { BackupRefused } from "./backup-refused.ts";
import { checkArchive } from "./read-archive.ts";
import { otherNodes } from "./target.ts";
import { writeSafely } from "./write-archive.ts";

let source: ConnectedDatabase;
let sourceDir: string;
let archive: string;
let wanted: Record<string, string>;
const opened: ConnectedDatabase[] = [];
const folder = folders();

async function empty(): Promise<ConnectedDatabase> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

beforeAll(async () => {
  source = await openTestDatabase();
  sourceDir = await folder();
  archive = join(await folder(), "all.backup");
  await fill(source.db, sourceDir);
  await backUp(source.db, sourceDir, archive);
  wanted = await tableHashes(source.db);
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => source.close());

describe("a backup", () => {
  test("holds every table and file, can be read by its owner only, and is checked", async () => {
    const { header, summary } = await checkArchive(archive);
    expect(header).toMatchObject({ schoolgate: "backup", version: "test", files: "here" });
    const tables = Object.keys(wanted).filter((name) => name !== "schema_migration");
    expect(Object.keys(summary.tables).sort()).toEqual(tables.sort());
    expect(summary.fileCount).toBe(2);
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
  });

  describe("restored into an empty place", () => {
    let at: ConnectedDatabase;
    let dataDir: string;
    beforeAll(async () => {
      at = await openTestDatabase();
      dataDir = await folder();
      await put(at.db, archive, dataDir);
    });
    afterAll(() => at.close());

    test("every table has the same rows, every file the same bytes", async () => {
      expect(without(await tableHashes(at.db))).toEqual(without(wanted));
      const file = join("files", "kept", "aa", KEY);
      expect(await readFile(join(dataDir, file))).toEqual(await readFile(join(sourceDir, file)));
      expect(await readFile(join(dataDir, "secrets.key"), "utf8")).toBe("the key\n");
      expect(existsSync(join(dataDir, "files", "kept", "aa", "half.part"))).toBe(false);
      expect(existsSync(join(dataDir, "restoring"))).toBe(false);
    });

    test("the planner knows of the rows", async () => {
      const { rows } = await sql<{ reltuples: number }>`
        select reltuples from pg_class where relname in ('user', 'school') order by relname`.execute(
        at.db,
      );
      expect(rows).toEqual([{ reltuples: 2 }, { reltuples: 1 }]);
    });

    test("references hold, counters go on and the audit is append-only again", async () => {
      const stray = sql`insert into membership (school_id, user_id, identity) values ('no', 'no', 'admin')`;
      await expect(stray.execute(at.db)).rejects.toMatchObject({ code: "23503" });
      const next = sql<{
        n: number;
      }>`insert into audit_pending (entry_id, digest) values ('z', '') returning n`;
      expect((await next.execute(at.db)).rows[0]?.n).toBe(4); // two were there, and the restore's own
      const cut = sql`delete from audit_entry`.execute(at.db);
      await expect(cut).rejects.toMatchObject({ code: "42501" });
    });
  });

  test("one long line takes no longer to read than as much in short ones", async () => {
    const MB = 1024 * 1024;
    const read = async (lines: number, length: number) => {
      const path = join(await folder(), "long.backup");
      const header = JSON.stringify({ schoolgate: "backup", format: 1 });
      const text = `${header}\n${`${JSON.stringify({ rows: ["x".repeat(length)] })}\n`.repeat(lines)}`;
      await writeFile(path, gzipSync(text));
      // of the processor: a machine that others use, too, takes any time
      const begun = process.cpuUsage();
      await expect(checkArchive(path)).rejects.toThrow("不完整");
      return process.cpuUsage(begun).user;
    };
    const short = await read(640, MB / 20);
    expect(await read(1, 32 * MB)).toBeLessThan(short * 5);
  });

  test("is of one moment, while others go on writing", async () => {
    const at = await buildTestApp({ rowSecurity: false });
    await makeSchool(at.db);
    const path = join(await folder(), "moving.backup");
    const lines = backupLines(at.db, { config: { dataDir: sourceDir }, version: "", now: NOW });
    let writing: Promise<unknown> | undefined;
    const slowly = (async function* () {
      for await (const line of lines) {
        // the first line is made when the moment has been fixed
        writing ??= Promise.all(
          Array.from({ length: 20 }, () => send(at.app, reportEvents, { event: "meanwhile" })),
        );
        yield line;
      }
    })();
    await writeSafely(path, slowly);
    await writing;
    expect((await checkArchive(path)).summary.tables["event_report"]?.rows).toBe(0);
    await at.close();
  });

  test("--sign-out leaves nobody signed in", async () => {
    const at = await buildTestApp({ rowSecurity: false });
    await makePerson(at.db, { account: "lin" });
    await signIn(at.app, "lin");
    const path = join(await folder(), "signed-in.backup");
    await backUp(at.db, sourceDir, path);
    const { db } = await empty();
    await put(db, path, await folder(), { signOut: true });
    const live = await db
      .selectFrom("session")
      .select("id")
      .where("ended_at", "is", null)
      .execute();
    expect(live).toEqual([]);
    await at.close();
  });
});

describe("what cannot be restored is refused in one Chinese sentence, and nothing is changed", () => {
  let untouched: ConnectedDatabase;
  let before: Record<string, string>;
  beforeAll(async () => {
    untouched = await openTestDatabase();
    before = await tableHashes(untouched.db);
  });
  afterAll(() => untouched.close());

  async function refused(path: string, dataDir: string): Promise<string> {
    const { db } = untouched;
    const error = await put(db, path, dataDir).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BackupRefused);
    expect(await tableHashes(db)).toEqual(before);
    expect(existsSync(join(dataDir, "secrets.key"))).toBe(false);
    return (error as Error).message;
  }

  /** Changes the archive's lines and packs them again; returns the path. */
  async function changed(change: (lines: string[]) => string[]): Promise<string> {
    const text = await new Response(createReadStream(archive).pipe(createGunzip())).text();
    const path = join(await folder(), "changed.backup");
    await writeFile(path, gzipSync(change(text.trimEnd().split("\n")).join("\n").concat("\n")));
    return path;
  }

  test.each<[string, () => Promise<string>, string]>([
    ["no such file", async () => "/no/such.backup", "没有文件"],
    ["a folder", async () => sourceDir, "是文件夹"],
    ["a picture", () => written(Buffer.from("GIF89a")), "不是本平台的备份文件|已经损坏"],
    ["another gzip", () => written(gzipSync("hello\n")), "不是本平台的备份文件"],
    ["other JSON", () => written(gzipSync('{"a":1}\n')), "不是本平台的备份文件"],
    ["an empty file", () => written(Buffer.alloc(0)), "不完整"],
    ["cut in the middle", () => cutAt(0.5), "不完整"],
    ["cut at the very end", () => cutAt(1), "不完整"],
    ["lines missing at the end", () => changed((lines) => lines.slice(0, -2)), "不完整"],
    ["a row missing", () => changed((lines) => lines.toSpliced(9, 1)), "损坏"],
    [
      "a name changed",
      () => changed((lines) => lines.map((line) => line.replace("林岚", "林兰"))),
      "损坏",
    ],
    ["a bit flipped", flipped, "损坏"],
    [
      "of a later format",
      () =>
        changed(([first = "", ...rest]) => [first.replace('"format":1', '"format":2'), ...rest]),
      "更新的程序",
    ],
  ])("%s", async (_name, path, sentence) => {
    expect(await refused(await path(), await folder())).toMatch(new RegExp(sentence));
  });

  test("into a place where there is something, unless told to replace it", async () => {
    const { db } = await empty();
    await makeSchool(db, { id: "kept" });
    await expect(put(db, archive, await folder())).rejects.toThrow("--replace");
    expect(await db.selectFrom("school").select("id").execute()).toEqual([{ id: "kept" }]);
    await put(db, archive, await folder(), { replace: true });
    expect(without(await tableHashes(db))).toEqual(without(wanted));
  });

  test("beside files that are there", async () => {
    const dataDir = await folder();
    await mkdir(join(dataDir, "files", "kept", "bb"), { recursive: true });
    await writeFile(join(dataDir, "files", "kept", "bb", "b".repeat(22)), "kept");
    expect(await refused(archive, dataDir)).toContain("--replace");
  });

  test("a backup of a later version", async () => {
    const later = await empty();
    const number = readMigrations().length + 1;
    const next = { number, name: `${number}-next.sql`, script: "select 1" };
    await migrate(later.db, [...readMigrations(), next]);
    const path = join(await folder(), "later.backup");
    await backUp(later.db, sourceDir, path);
    expect(await refused(path, await folder())).toContain("更新的版本");
  });

  test("a disk that is full is named, and nothing of the file is left there", async ({ skip }) => {
    const { path } = mountSmallDisk(1, skip);
    const lines = async function* () {
      for (let nth = 0; nth < 100; nth += 1)
        yield { base64: randomBytes(60_000).toString("base64") };
    };
    const writing = writeSafely(join(path, "all.backup"), lines());
    await expect(writing).rejects.toThrow(/^磁盘空间不足，没有写成 .+all\.backup/);
    expect(await readdir(path)).toEqual([]);
  });

  test("an existing file is never overwritten by a backup", async () => {
    const before = await readFile(archive);
    await expect(backUp(source.db, sourceDir, archive)).rejects.toThrow("已经存在");
    expect(await readFile(archive)).toEqual(before);
  });

  async function written(bytes: Buffer): Promise<string> {
    const path = join(await folder(), "given.backup");
    await writeFile(path, bytes);
    return path;
  }
  async function cutAt(share: number): Promise<string> {
    const path = await written(await readFile(archive));
    const { size } = await stat(path);
    await truncate(path, Math.min(Math.floor(size * share), size - 1));
    return path;
  }
  async function flipped(): Promise<string> {
    const bytes = await readFile(archive);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return written(bytes);
  }
});

describe.skipIf(noPostgres())("on a PostgreSQL server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  const connect = async (name: string) => {
    const databaseUrl = await server.createDatabase(name);
    const database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 2 });
    opened.push(database);
    return { ...database, databaseUrl };
  };

  test("from the embedded database to a server and back: the same rows everywhere", async () => {
    const onServer = await connect("moved");
    const dataDir = await folder();
    await put(onServer.db, archive, dataDir);
    expect(without(await tableHashes(onServer.db))).toEqual(without(wanted));
    const path = join(await folder(), "back.backup");
    await backUp(onServer.db, dataDir, path);
    const again = await empty();
    await put(again.db, path, await folder());
    expect(without(await tableHashes(again.db))).toEqual(without(wanted));
  });

  test("a database without the platform's tables is not backed up", async () => {
    const { db } = await connect("nothing");
    const path = join(await folder(), "of-nothing.backup");
    await expect(backUp(db, await folder(), path)).rejects.toThrow("没有平台的表");
    expect(existsSync(path)).toBe(false);
  });

  test("a node that still runs is noticed, and named", async () => {
    const { db, databaseUrl } = await connect("running");
    const node = await startMain({ DATABASE_URL: databaseUrl, DATA_DIR: await folder() });
    await node.ready();
    const dataDir = await folder();
    const restoring = put(db, archive, dataDir, { replace: true });
    await expect(restoring).rejects.toThrow(new RegExp(`进程号 ${node.pid}）。请先停止所有节点`));
    node.kill("SIGTERM");
    await node.ended;
    // the server takes a moment to see that it has gone
    await expect.poll(() => otherNodes(db)).toEqual([]);
    await put(db, archive, dataDir, { replace: true });
  });

  test("one that came in as another role is noticed, too", async () => {
    const { db, databaseUrl } = await connect("roles");
    await sql`create role owner_of_all login`.execute(db);
    await sql`create role node_only login`.execute(db);
    const as = (user: string) => databaseUrl.replace(/\/\/[^@]*@/, `//${user}@`);
    const owner = await connectDatabase({
      dataDir: "",
      databaseUrl: as("owner_of_all"),
      databasePoolSize: 1,
    });
    opened.push(owner);
    expect(await otherNodes(owner.db)).toEqual([]);
    const other = new pg.Client({
      connectionString: as("node_only"),
      application_name: "schoolgate node-7:42:ab",
    });
    await other.connect();
    expect(await otherNodes(owner.db)).toEqual(["node-7（进程号 42）"]);
    await other.end();
  });
});
