import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CALLS, type Envelope, type LoginAnswer } from "#contract";
import {
  dataDirectory,
  runCommand,
  startMain,
  temporaryDirectory,
  type RunningProcess,
} from "../../test/process.ts";
import { connectToRunning } from "../database/connect.ts";
import { lockDirectory } from "../database/embedded/lock.ts";
import { smallBundle, writeFolder } from "../roster/small-bundle.fixture.ts";

/**
 * Milliseconds within which a session is dead: a node's copy lives a second; the rest is the time of asking on a busy
 * machine.
 */
const DEAD_WITHIN_MS = 1000 + 400;
const SOCKETS = ["admin.sock"];
const SOURCE = new URL("../", import.meta.url);
const MAIN = fileURLToPath(new URL("cli/main.ts", SOURCE));

/** Settings that let people whom an operator makes sign in without setting up an authenticator first. */
const SETTINGS = { SECOND_FACTOR: "offered" };

let dataDir: string;
let platform: RunningProcess;
const endings: (() => unknown)[] = [];
const atEnd = (end: () => unknown): void => void endings.push(end);

beforeAll(async () => {
  dataDir = await dataDirectory("migrated", atEnd);
  platform = await startMain({ ...SETTINGS, DATA_DIR: dataDir }, {}, atEnd);
  await platform.ready();
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

const command = (...args: string[]) => runCommand(dataDir, ...args);

async function call(name: "login" | "readUserDetail", input: object, token = "") {
  const { method, path } = CALLS[name];
  const answer = await fetch(platform.origin + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method === "POST" && { body: JSON.stringify(input) }),
  });
  return { status: answer.status, body: (await answer.json()) as Envelope };
}

/** Signs in, agreeing to what is asked and choosing a password; returns the token, or the code of the refusal. */
async function signIn(account: string, password: string): Promise<string | number> {
  const given: { consents?: object[]; new_password?: string } = {};
  let { status, body } = await call("login", { account, password });
  for (let wanted = 0; wanted < 2 && status === 400; wanted += 1) {
    const asked = body.data as {
      check?: string;
      agreements?: { type: string; version: number }[];
    } | null;
    if (asked?.check === "consent") {
      given.consents = asked.agreements?.map(({ type, version }) => ({ type, version })) ?? [];
    }
    if (asked?.check === "new_password") given.new_password = "a-password-of-my-own";
    ({ status, body } = await call("login", { account, password, check: given }));
  }
  return status === 200 ? (body.data as LoginAnswer).token : body.code;
}

const isIn = async (token: string | number) =>
  (await call("readUserDetail", {}, String(token))).status === 200;
const passwordIn = (out: string) => /^密码：(\S+)$/m.exec(out)?.[1] ?? "";

async function create(account: string): Promise<string> {
  const given = ["--account", account, "--name", "王芳", "--school", "晨曦区教育局", "--new"];
  const { code, out, err } = await command("admin", "create", ...given);
  expect(err).toBe("");
  expect(code).toBe(0);
  return passwordIn(out);
}

describe("commands work while the platform runs on the embedded database (OP-03)", () => {
  test("a person who is made signs in at once; a reset ends that within a second", async () => {
    const first = await create("first");
    const token = await signIn("first", first);
    expect(await isIn(token)).toBe(true);

    const { out } = await command("admin", "reset", "--account", "first");
    const from = performance.now();
    const renewed = await signIn("first", passwordIn(out));
    expect(await isIn(renewed)).toBe(true);
    expect(await signIn("first", first)).toBe(40002);
    while (await isIn(token)) {
      expect(performance.now() - from).toBeLessThan(DEAD_WITHIN_MS);
      await setTimeout(20);
    }
  });

  test("what a command refuses it refuses as ever, and the platform goes on", async () => {
    const { code, err } = await command("admin", "reset", "--account", "nobody");
    expect({ code, err }).toEqual({ code: 1, err: "没有账号“nobody”，也没有叫这个名字的人。\n" });
    expect(await signIn("nobody", "wrong")).toBe(40002);
  });

  test("a roster comes in while others sign in, none of whom is refused", async () => {
    const password = await create("busy");
    const folder = await writeFolder(smallBundle());
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const seen = { going: true, answered: 0 };
    const working = (async () => {
      const token = await signIn("busy", password);
      while (seen.going) {
        expect(await isIn(token)).toBe(true);
        seen.answered += 1;
      }
    })();
    const dry = await command("roster", "import", folder, "--dry-run");
    expect(dry.out).toContain("  人员：新增 3，更新 0，结束 0");
    const done = await command("roster", "import", folder, "--keep-passwords");
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining("已全部写入。") });
    seen.going = false;
    await working;
    expect(seen.answered).toBeGreaterThan(0);
    expect(await isIn(await signIn("zhouli", "first-password"))).toBe(true);
    const again = await command("roster", "import", folder, "--keep-passwords");
    expect(again.out).toContain("与现有数据一致，没有变化。");
  });

  test("the audit is kept, proven and cut; apps and releases are listed", async () => {
    const verdict = await command("admin", "audit", "verify");
    expect(verdict).toMatchObject({ code: 0, err: "" });
    const listed = await command("admin", "audit", "list");
    expect(listed.out).toContain("password-reset");
    const cut = await command("admin", "audit", "cut", "--before", "2020-01-01");
    expect(cut).toMatchObject({ code: 0, out: "清理了 0 条。\n" });
    const apps = await command("app", "list");
    expect(apps.out).toContain("class-roster");
    expect(await command("admin", "release", "list")).toMatchObject({ code: 0, err: "" });
  });

  test("one that is killed in the middle of a transaction leaves nothing half written", async () => {
    const password = await create("patient");
    const child = spawn(process.execPath, ["--input-type=module", "-e", HOLDING], {
      env: { DATA_DIR: dataDir, CONNECT: new URL("database/connect.ts", SOURCE).href },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data"); // it is inside
    const waiting = signIn("patient", password);
    child.kill("SIGKILL");
    expect(await isIn(await waiting)).toBe(true);
    const running = await connectToRunning({ dataDir });
    const written = running?.everySchool.selectFrom("school").select("id").where("id", "=", "half");
    expect(await written?.execute()).toEqual([]);
    await running?.close();
  });

  test.skipIf(process.getuid?.() !== 0)(
    "another system user than the platform's may not (needs root, to be somebody else)",
    async () => {
      const nobody = { uid: 65_534, gid: 65_534, env: { DATA_DIR: dataDir } };
      const asked = promisify(execFile)(process.execPath, [MAIN, "admin", "outbox"], nobody);
      await expect(asked).rejects.toMatchObject({
        code: 1,
        stderr: "平台正以另一个系统用户的身份运行，请用那个用户来执行这个命令。\n",
      });
    },
  );

  test("only a restore wants it stopped", async () => {
    const file = join(await temporaryDirectory(), "of-today.backup");
    expect(await command("backup", file)).toMatchObject({ code: 0, err: "" });
    const { code, err } = await command("restore", file, "--replace");
    expect(code).toBe(1);
    expect(err).toMatch(/^数据目录 .+正被另一个进程（进程号 \d+）使用，请先停止它，.+。\n$/);
  });
});

/** The source of a command that begins to write and never ends. */
const HOLDING = `
const { connectToRunning } = await import(process.env.CONNECT);
const { everySchool } = await connectToRunning({ dataDir: process.env.DATA_DIR });
await everySchool.transaction().execute(async (trx) => {
  await trx.insertInto("school").values({ id: "half", name: "half", kind: "school" }).execute();
  console.log("inside");
  await new Promise(() => setInterval(() => {}, 1000));
});`;

test("the admin socket is its owner's alone, gone after a stop, replaced after a kill", async () => {
  const modes = () => SOCKETS.map((name) => statSync(join(dataDir, name)).mode & 0o777);
  expect(modes()).toEqual([0o600]);
  const second = await startMain({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.written.error).toMatch(
    new RegExp(`^[^\\n]+另一个进程（进程号 ${platform.pid}）[^\\n]+。\\n$`),
  );
  expect(await command("admin", "release", "list")).toMatchObject({ code: 0 });

  platform.kill("SIGKILL");
  await platform.ended;
  expect(SOCKETS.map((name) => existsSync(join(dataDir, name)))).toEqual([true]);
  expect(await command("admin", "release", "list")).toMatchObject({ code: 0, err: "" });

  platform = await startMain({ ...SETTINGS, DATA_DIR: dataDir });
  await platform.ready();
  expect(modes()).toEqual([0o600]);
  await create("afterwards");
  platform.kill("SIGTERM");
  expect(await platform.ended).toBe(0);
  expect(readdirSync(dataDir).filter((name) => /sock|^\.s-/.test(name))).toEqual([]);
});

test("while the platform starts, or another command has it, a command says to try again", async () => {
  const folder = await temporaryDirectory();
  mkdirSync(join(folder, "database"));
  const unlock = lockDirectory(join(folder, "database"));
  onTestFinished(unlock);
  dataDir = folder;
  const { code, err } = await command("admin", "release", "list");
  expect(code).toBe(1);
  expect(err).toMatch(/^数据目录 .+正被另一个进程（进程号 \d+）使用：.+请稍后再试.+。\n$/);
});
