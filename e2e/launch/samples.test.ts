import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isMissing } from "../../scripts/test-programs.mjs";
import { newPerson, openBrowser } from "../harness/browser.ts";
import { startPlatform } from "../harness/platform.ts";
import { freePort } from "../../server/test/free-port.ts";
import { type Platform } from "../harness/run-server.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { call, signIn } from "../harness/wire.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
/** The kinds in docs/apps.md whose commands are run as written there. */
const KINDS = ["ticket", "oidc", "lti", "cas"] as const;
type Kind = (typeof KINDS)[number];
const READY_WITHIN_MS = 30_000;
/** The host and port that the documentation's commands use for the app. */
const WRITTEN = "127.0.0.1:7200";
const SAMPLES: [language: string, file: string, by?: "python" | "java" | "php"][] = [
  ["TypeScript", "hello.ts"],
  ["Python", "hello.py", "python"],
  ["Java", "Hello.java", "java"],
  ["PHP", "hello.php", "php"],
];

const sites = new Map<Kind, Site>();
let page: string;
let platform: Platform;
let token: string;
let running: ChildProcess | undefined;

/** A kind's app: its address, and the output of registering it. */
interface Site {
  port: number;
  printed: string;
}

beforeAll(async () => {
  page = await readFile(join(ROOT, "docs/apps.md"), "utf8");
  platform = await startPlatform({}, async (dataDir) => {
    for (const kind of KINDS) {
      sites.set(kind, { port: await freePort(), printed: "" });
      const printed = await runCommand(commandOf(kind, "register"), dataDir);
      sites.set(kind, { ...siteOf(kind), printed });
    }
  });
  token = await signIn(platform.origin, "linlan");
});
afterEach(() => stop(running));
afterAll(() => platform.stop());

function siteOf(kind: Kind): Site {
  const site = sites.get(kind);
  if (site === undefined) throw new Error(`${kind} is not registered`);
  return site;
}

/** Returns the lines of a section's `sh` blocks. */
function commandsOf(section: string): string[] {
  const text = page.split(/^## /m).find((one) => one.startsWith(`${section}\n`)) ?? "";
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) => block.split("\n"));
}

/** Returns a command of the page with this run's own address, app and secret. */
function commandOf(kind: Kind, part: string, section: string = kind): string {
  const found = commandsOf(section).find((line) => line.includes(part));
  if (found === undefined) throw new Error(`docs/apps.md has no command with ${part} for ${kind}`);
  const { port, printed } = siteOf(kind);
  return found
    .replaceAll(WRITTEN, `127.0.0.1:${port}`)
    .replace(/(--id |APP_ID=)hello/, `$1hello-${kind}`)
    .replace("--name 你好", `--name 你好-${kind}`)
    .replaceAll("<密钥>", secretIn(printed));
}

const secretIn = (printed: string) => /^密钥：([\w-]{43})$/m.exec(printed)?.[1] ?? "";

/** The environment of the commands: the search path of programs, and a cache for compiled code. */
const RUNS = {
  PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

/** Runs a command of `npm run` as npm would, less npm's own look at what is installed. */
async function runCommand(command: string, dataDir: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const [, script = "", args = ""] = /^npm run (\w+) -- (.*)$/.exec(command) ?? [];
  expect(scripts[script]).toBe(`node scripts/run.mjs ${script}`);
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", `node scripts/tasks.ts ${script} ${args}`],
    { cwd: ROOT, env: { ...RUNS, DATA_DIR: dataDir } },
  );
  return stdout;
}

/** Runs a sample as the page says, until it answers. */
async function start(kind: Kind, command: string): Promise<void> {
  const { port } = siteOf(kind);
  const sample = spawn("sh", ["-c", `exec env ${command}`], {
    cwd: ROOT,
    env: { ...RUNS, PORT: String(port), PLATFORM_URL: platform.origin },
    stdio: "ignore",
  });
  running = sample;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (
    (await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).catch(() => null)) === null
  ) {
    if (sample.exitCode !== null || Date.now() > deadline) throw new Error(`no answer: ${command}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop(sample: ChildProcess | undefined): Promise<void> {
  if (sample === undefined || sample.exitCode !== null || sample.signalCode !== null) return;
  const ended = new Promise((resolve) => sample.once("exit", resolve));
  sample.kill("SIGKILL");
  await ended;
}

/** Opens the tile, as the page of the platform does. */
async function launch(): Promise<string> {
  const { body } = await call(platform.origin, "launchApp", { app_id: "hello-ticket" }, { token });
  expect(body).toMatchObject({ code: 200, data: { kind: "ticket", method: "GET" } });
  return body.data.url;
}

/** Opens an address as a browser does, following one redirection with its cookie; resolves to status and text. */
async function visit(address: string): Promise<{ status: number; text: string }> {
  const first = await fetch(address, { redirect: "manual" });
  if (first.status !== 303) return { status: first.status, text: await first.text() };
  const cookie = (first.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(first.headers.get("set-cookie")).toMatch(/; ?HttpOnly/i);
  expect(first.headers.get("set-cookie")).toMatch(/; ?SameSite=Lax/i);
  const next = new URL(first.headers.get("location") ?? "", address);
  expect(next.href).not.toContain("ticket");
  const page = await fetch(next, { headers: { cookie } });
  return { status: page.status, text: await page.text() };
}

test.each(KINDS)("the page's command registers an app of kind %s", (kind) => {
  const { printed } = siteOf(kind);
  expect(printed).toContain("已登记");
  expect(secretIn(printed)).toHaveLength(kind === "ticket" || kind === "oidc" ? 43 : 0);
});

describe.each(SAMPLES)("ticket, in %s", (_, file, by) => {
  const missing = by !== undefined && isMissing(by);

  test.skipIf(missing)("greets who opens the tile, once for each ticket", async () => {
    await start("ticket", commandOf("ticket", file));
    const address = await launch();
    const { status, text } = await visit(address);
    expect(status).toBe(200);
    expect(text).toContain("你好，林岚！");
    expect(text).toContain("启明小学");

    const again = await visit(address);
    expect(again.status).toBe(400);
    expect(again.text).toContain("已经失效");
    const stranger = await visit(new URL("/", address).href);
    expect(stranger.status).toBe(400);
    expect(stranger.text).toContain("请从学门打开");
    expect((await visit(new URL("/other", address).href)).status).toBe(404);
    const tampered = await visit(`${address}%22%3Cscript%3E`);
    expect(tampered.status).toBe(400);
    expect(tampered.text).not.toContain("<script>");
  });

  test.skipIf(missing)("with a wrong secret or without the platform nobody comes in", async () => {
    const command = commandOf("ticket", file);
    await start("ticket", command.replace(secretIn(siteOf("ticket").printed), "A".repeat(43)));
    expect((await visit(await launch())).status).toBe(400);
    await stop(running);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    await start("ticket", command.replace(/APP_ID/, `PLATFORM_URL=${nowhere} APP_ID`));
    expect((await visit(await launch())).status).toBe(502);
  });
});

describe("what an app sends, by the page's samples (IN-06)", () => {
  const SECTION = "Sending badges, to-dos and cards";
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const badgeOf = async () => {
    const { body } = await call(platform.origin, "readApps", {}, { token });
    return body.data.apps.find(({ id }) => id === "hello-ticket")?.badge;
  };
  /** Opens the app as its own server does; resolves to the person whom it is told. */
  const person = async () => {
    const ticket = new URL(await launch()).searchParams.get("ticket");
    const authorization = `Basic ${btoa(`hello-ticket:${secretIn(siteOf("ticket").printed)}`)}`;
    const given = { headers: { authorization } };
    const { body } = await call(platform.origin, "redeemTicket", { ticket }, given);
    const { sub, identity = "" } = body.data;
    return { sub, identity };
  };
  const run = async (file: string, sub: string, identity: string) => {
    const command = commandOf("ticket", file, SECTION)
      .replace("<sub>", sub)
      .replace("student", identity);
    const env = { ...RUNS, PLATFORM_URL: platform.origin };
    return promisify(execFile)("sh", ["-c", `exec env ${command}`], { cwd: ROOT, env });
  };

  test.each([
    ["send.ts", undefined, "3"],
    ["send.py", "python", "4"],
  ] as const)("%s: stored, an older one loses, taken back", async (file, by, badge) => {
    if (by !== undefined && isMissing(by)) return;
    const { sub, identity } = await person();
    const { stdout } = await run(file, sub, identity);
    const [batch = "", ...rest] = stdout.trim().split("\n");
    expect(JSON.parse(batch.slice("batch ".length))).toEqual({
      ...{ badges: ["stored"], todos: ["stored"], cards: ["stored"], deletions: [] },
    });
    expect(rest).toEqual(["badge older", "todo stored"]);
    expect(await badgeOf()).toBe(badge);
    await expect(run(file, "nobody", identity)).rejects.toMatchObject({ code: 1 });
  });

  test("a home that is open shows a badge by itself", async () => {
    const { context, page, faults } = await newPerson(browser);
    const streams = page.waitForResponse((answer) => answer.url().endsWith("/inbox/events"));
    // one sign-in of a person ends the other
    ({ token } = await openSignedIn(page, platform, "linlan"));
    await homeShown(page);
    await streams;
    const { sub, identity } = await person();
    const authorization = `Basic ${btoa(`hello-ticket:${secretIn(siteOf("ticket").printed)}`)}`;
    const sent = await fetch(`${platform.origin}/app/v1/people/${sub}/badge`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ version: Date.now() + 1000, identity, count: 57 }),
    });
    expect(sent.status).toBe(200);
    await page.getByText("57", { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test.each(["oidc", "lti", "cas"] as const)(
    "the %s sample greets who clicks its tile",
    async (kind) => {
      await start(kind, commandOf(kind, "hello.ts"));
      const { context, page } = await newPerson(browser);
      await openSignedIn(page, platform, "linlan");
      await homeShown(page);
      const opened = context.waitForEvent("page");
      const name = `你好-${kind}`;
      await page.getByRole("button", { name }).or(page.getByRole("link", { name })).first().click();
      const tab = await opened;
      if (kind === "oidc") await tab.getByRole("button", { name: "同意并打开" }).click();
      await tab.getByRole("heading", { name: "你好，林岚！" }).waitFor();
      expect(tab.url()).not.toMatch(/ticket=|code=|state=|login_hint=/);
      await context.close();
    },
  );
});
