import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { dataDirectory, startMain, temporaryDirectory } from "../../test/process.ts";
import { programIn } from "../../test/programs.ts";
import { mountSmallDisk } from "../../test/small-disk.ts";
import { connectDatabase } from "../database/connect.ts";
import { migrate, readMigrations } from "../database/migrate.ts";
import { sentenceOf } from "./failure.ts";
import { findFree } from "./port.ts";

const SLOWEST_START_MS = 120_000;
/** The program as `npm start` runs it, from the sources. */
const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Starts the platform, which must fail with one sentence on standard error; returns the sentence. */
async function refusal(
  environment: Record<string, string>,
  options?: Parameters<typeof startMain>[1],
): Promise<string> {
  const { written, ended } = await startMain(environment, options);
  expect(await ended).toBe(1);
  expect(written.error.trimEnd().split("\n")).toHaveLength(1);
  expect(written.error).toMatch(/^[^\n]+。\n$/);
  expect(written.error).not.toMatch(/\bat .+:\d+:\d+|Error\b/);
  return written.error;
}

/** Returns the sentence of a start that fails at its database. */
async function databaseRefusal(given: { dataDir?: string; databaseUrl?: string }): Promise<string> {
  try {
    const config = { dataDir: "", databasePoolSize: 1, ...given };
    const { everySchool, close } = await connectDatabase(config);
    onTestFinished(() => close());
    await migrate(everySchool);
  } catch (error) {
    const sentence = sentenceOf(error);
    expect(sentence).toMatch(/^[^\n]+。$/);
    return sentence;
  }
  throw new Error("the database opened");
}

describe("a start that cannot be says why in one sentence", () => {
  test("a wrong value", async () => {
    expect(await refusal({ PORT: "seven" })).toContain("环境变量 PORT 的值“seven”无法使用");
  });

  test("a port in use", async () => {
    const port = await occupied();
    expect(await refusal({ PORT: port, DATA_DIR: await dataDirectory("migrated") })).toContain(
      `端口 ${port} 已被占用`,
    );
  });

  test(
    "the demo among people of others, and people of the demo without it",
    { timeout: SLOWEST_START_MS },
    async () => {
      const DATA_DIR = await dataDirectory("migrated");
      const write = async (source: string | null) => {
        const config = { dataDir: DATA_DIR, databasePoolSize: 1 };
        const { everySchool, close } = await connectDatabase(config);
        const school = { id: "north", name: "启明小学", source };
        await everySchool
          .insertInto("school")
          .values(school)
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ source }))
          .execute();
        await close();
      };
      await write(null);
      const DEMO_APP_PORT = String(await freePort());
      expect(await refusal({ DEMO: "on", DEMO_APP_PORT, DATA_DIR })).toContain("请设置 DEMO=off");
      await write("demo");
      const platform = await startMain({ DATA_DIR });
      await platform.ready();
      expect(platform.written.out).toContain("这个数据库里有演示区的人员");
    },
  );

  test("the demo apps' port in use", async () => {
    const port = await occupied();
    const environment = {
      DEMO: "on",
      DEMO_APP_PORT: port,
      DATA_DIR: await dataDirectory("migrated"),
    };
    expect(await refusal(environment)).toMatch(new RegExp(`端口 ${port} 已被占用.*DEMO_APP_PORT`));
  });

  test("an address that is not this machine's", async () => {
    await expect(findFree("192.0.2.1", 7100, "PORT")).rejects.toThrow(
      /^这台机器上没有地址 192\.0\.2\.1，[^\n]+。$/,
    );
  });

  test("a data directory that is a file", async () => {
    const file = join(await temporaryDirectory(), "data");
    writeFileSync(file, "");
    expect(await databaseRefusal({ dataDir: file })).toContain("不是一个文件夹");
  });

  test.skipIf(process.platform !== "linux")(
    "a data directory where the system holds no files",
    async () => {
      expect(await refusal({ DATA_DIR: "/proc/schoolgate/data" })).toContain(
        "/proc 里不能建立文件夹",
      );
    },
  );

  test("a data directory behind a link to nowhere", async () => {
    const link = join(await temporaryDirectory(), "data");
    symlinkSync(join(link, "..", "away", "data"), link);
    expect(await databaseRefusal({ dataDir: link })).toContain("不是一个文件夹");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a data directory that may not be read (needs root, to start as somebody else)",
    async () => {
      const dataDir = await dataDirectory("migrated");
      chmodSync(dataDir, 0o700);
      const nobody = { uid: 65_534, gid: 65_534 };
      expect(await refusal({ DATA_DIR: dataDir }, nobody)).toContain("无法读写（权限不足）");
    },
  );

  test("a folder that is no database", async () => {
    const dataDir = await temporaryDirectory();
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "holiday.jpg"), "");
    expect(await databaseRefusal({ dataDir })).toContain("不是本平台的数据库");
  });

  test("a database that is damaged", async () => {
    const dataDir = await dataDirectory("migrated");
    writeFileSync(join(dataDir, "database", "global", "pg_control"), "nothing");
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(/已经损坏.+npm run restore/);
  });

  test.skipIf(process.platform === "win32")(
    "too few files that it may open are no damage",
    async () => {
      const DATA_DIR = await dataDirectory("migrated");
      const limited = `ulimit -n 30; exec "$0" "$@"`;
      const PORT = String(await freePort());
      const main = [process.execPath, ...programIn(inject("programsDir"), "main")];
      const { status, stderr } = spawnSync("/bin/sh", ["-c", limited, ...main], {
        encoding: "utf8",
        env: { DATA_DIR, DEMO: "off", PORT },
      });
      expect(status).toBe(1);
      expect(stderr).toContain("能同时打开的文件太少");
      expect(stderr).toContain("没有损坏");
    },
  );

  test("a site.json that cannot be read", async () => {
    const DATA_DIR = await dataDirectory("migrated");
    mkdirSync(join(DATA_DIR, "site.json"));
    expect(await refusal({ DATA_DIR })).toMatch(/site\.json 读不了（EISDIR）/);
  });

  test("a database that a newer program has upgraded", async () => {
    const dataDir = await dataDirectory("migrated");
    const { everySchool: db, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
    const number = readMigrations().length + 1;
    await migrate(db, [...readMigrations(), { number, name: "next.sql", script: "select 1" }]);
    await close();
    expect(await databaseRefusal({ dataDir })).toContain("已经升级到 next.sql");
  });

  test("a full disk", async ({ skip }) => {
    const dataDir = join(mountSmallDisk(60, skip).path, "data");
    expect(await refusal({ DATA_DIR: dataDir })).toContain("磁盘空间不足");
    expect(readdirSync(dataDir)).not.toContain("database");
  });
});

describe("a database server that cannot be used", () => {
  test("nobody listens", async () => {
    const port = await freePort();
    const databaseUrl = `postgres://u:hunter2@127.0.0.1:${port}/x`;
    const sentence = await databaseRefusal({ databaseUrl });
    expect(sentence).toContain(`数据库 127.0.0.1:${port} 拒绝连接`);
    expect(sentence).not.toContain("hunter2");
  });

  test("there is no such host", async () => {
    const sentence = await refusal({ DATABASE_URL: "postgres://u:p@db.invalid/x" });
    expect(sentence).toContain("找不到数据库主机 db.invalid");
  });

  test.each([
    ["28P01", "不接受用户 u 的登录"],
    ["28000", "不接受用户 u 的登录"],
    ["3D000", "没有名为 x 的数据库"],
    ["53300", "连接数已满"],
    ["57P03", "正在启动或关闭"],
  ])("it answers %s", async (code, wanted) => {
    const port = await refusingServer(code);
    const sentence = await databaseRefusal({
      databaseUrl: `postgres://u:hunter2@127.0.0.1:${port}/x`,
    });
    expect(sentence).toContain(wanted);
    expect(sentence).not.toContain("hunter2");
  });

  test("a user with a percent sign that means nothing", async () => {
    const port = await refusingServer("28P01");
    const databaseUrl = `postgres://u%zz:hunter2@127.0.0.1:${port}/x`;
    expect(await databaseRefusal({ databaseUrl })).toContain("不接受用户 u%zz 的登录");
  });

  test.each([
    ["sslmode=verify-full", "没有启用 TLS"],
    [
      "sslmode=verify-full&sslrootcert=/nowhere/ca.pem",
      "读不到 TLS 文件 /nowhere/ca.pem（ENOENT）",
    ],
    [`sslmode=verify-full&sslcert=${MAIN}&sslkey=${MAIN}`, "sslcert 和 sslkey 所指的文件"],
  ])("its encryption: %s", async (parameters, wanted) => {
    const doesTls = parameters.includes("sslcert");
    const port = await listening(
      createServer((socket) => socket.once("data", () => socket.write(doesTls ? "S" : "N"))),
    );
    const databaseUrl = `postgres://u:hunter2@127.0.0.1:${port}/x?${parameters}`;
    expect(await databaseRefusal({ databaseUrl })).toContain(wanted);
  });
});

describe("a start that succeeds", () => {
  test("shows numbered steps and the address, and stops at once when asked", async () => {
    const platform = await startMain(
      { DATA_DIR: await dataDirectory("migrated") },
      { program: [MAIN] },
    );
    await platform.ready();
    platform.kill("SIGTERM");
    expect(await platform.ended).toBe(0);
    expect(platform.written.error).toBe("");
    expect(platform.written.out).toMatch(/^\[1\/4\] 打开数据库：内置数据库/);
    expect(platform.written.out).toContain(`学门已启动：${platform.origin}/platformEntry/\n`);
    expect(platform.written.out).not.toContain("演示账号");
  });

  test("on any free port it calls itself by the one that it has; asked twice to stop, as by a terminal, it stops in order", async () => {
    const DATA_DIR = await dataDirectory("migrated");
    const { written, kill, ended } = await startMain({ PORT: "0", DATA_DIR });
    const started = /学门已启动：(http:\/\/127\.0\.0\.1:[1-9]\d+)\//;
    await expect.poll(() => written.out, { timeout: SLOWEST_START_MS }).toMatch(started);
    const [, origin] = started.exec(written.out) ?? [];
    const discovery = await fetch(`${origin}/oidc/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      issuer: `${origin}/oidc`,
      token_endpoint: `${origin}/oidc/token`,
    });
    kill("SIGINT");
    kill("SIGINT");
    expect(await ended).toBe(0);
    expect(readdirSync(DATA_DIR)).not.toContain("database.pid");
  });
});

async function listening(server: Server): Promise<string> {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return String(port);
}

function occupied(): Promise<string> {
  return listening(createServer());
}

/**
 * Starts a server that speaks just enough of PostgreSQL's protocol to refuse a login with a code; returns its address.
 */
function refusingServer(code: string): Promise<string> {
  const fields = [`SFATAL`, `C${code}`, `Mno`].map((field) => `${field}\0`).join("");
  const answer = Buffer.alloc(5 + fields.length + 1);
  answer.write("E", 0);
  answer.writeInt32BE(4 + fields.length + 1, 1);
  answer.write(fields, 5);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  return listening(server);
}
