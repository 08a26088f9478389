import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sendCode } from "#contract";
import { buildTestApp, type TestApp, type TestAppOptions } from "../../test/build.ts";
import { codeIn, getCode } from "../../test/codes.ts";
import { textOf } from "../../test/mail-server.ts";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { buildApp } from "../app.ts";
import { exchangeState } from "../platform/platform-state.ts";
import { readConfig } from "../platform/config.ts";
import type { Jobs } from "../platform/jobs.ts";
import { signature } from "./aliyun-sms.ts";

const MOBILE = "13900001111";
const EMAIL = "linlan@school.example.cn";
let clock = Date.parse("2026-11-20T08:00:00Z");
let at: TestApp;
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
});

/**
 * Opens the real app with a person who has a mobile number and an e-mail address; its log is kept at the most verbose
 * level.
 */
async function open(config: TestAppOptions["config"] = {}): Promise<void> {
  const log = { write: (line: string) => void lines.push(line) };
  at = await buildTestApp({
    config: { logLevel: "trace", ...config },
    now: () => new Date(clock),
    log,
  });
  await makePerson(at.db, { account: "linlan", mobile: MOBILE, email: EMAIL });
}

async function ask(receiver: string): Promise<void> {
  clock += 61_000;
  await send(at.app, sendCode, { receiver, use: "login" });
  await at.app.background.settle();
  await at.app.jobs.runDue();
}

const outbox = () =>
  at.db
    .selectFrom("outbox")
    .select(["id", "channel", "status", "code"])
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();

/** Returns how many times the newest message was tried. */
async function tries(): Promise<number> {
  const jobs = at.db.selectFrom("job").select("attempts");
  const { id } = await outbox();
  return (await jobs.where("ref_id", "=", id).executeTakeFirstOrThrow()).attempts;
}

describe("without a provider", () => {
  beforeAll(() => open());
  afterAll(() => at.close());

  test("the code is kept for the operator; the log says to whom, and never what", async () => {
    clock += 61_000;
    const code = await getCode(at.app, MOBILE, "login");
    expect(await outbox()).toMatchObject({ channel: "mobile", status: "kept", code });
    const mail = { receiver: EMAIL, subject: "同步", body: "没有成功" };
    await at.db.transaction().execute((trx) => at.app.delivery.putMail(trx, mail));
    expect(await at.db.selectFrom("mail").select("id").execute()).toEqual([]);
    const log = lines.join("");
    expect(log).toContain("a code was sent to 139****1111");
    expect(log).not.toContain(code);
    expect(log).not.toContain(MOBILE);
  });

  test("what is out of date is forgotten, and dropped after a week", async () => {
    await ask(MOBILE);
    clock += 301_000;
    await at.app.delivery.sweep();
    expect((await outbox()).code).toBeNull();
    clock += 7 * 86_400_000;
    await at.app.delivery.sweep();
    expect(await at.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });

  test("no page shows it to everybody", async () => {
    expect((await at.app.inject("/demo/outbox")).statusCode).toBe(404);
  });
});

describe("by SMTP", () => {
  const mails: string[] = [];
  let refusals = 0;
  let server: SMTPServer;
  let port: number;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === "gate" && password === "a-secret"
          ? done(null, { user: username })
          : done(new Error("no")),
      onRcptTo: (_address, _session, done) => {
        if (refusals === 0) return done();
        refusals -= 1;
        return done(Object.assign(new Error(`unknown: ${EMAIL}`), { responseCode: 451 }));
      },
      onData: (stream, session, done) => {
        let text = "";
        stream.on("data", (part: Buffer) => (text += part.toString("utf8")));
        stream.on("end", () => {
          mails.push(`${session.user ?? ""} ${text}`);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.server.address() as AddressInfo);
    await open(smtp());
  });
  afterAll(async () => {
    await at.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  async function anotherNode(): Promise<Jobs> {
    const config = readConfig({
      DEMO: "off",
      LOG_LEVEL: "silent",
      SMTP_URL: smtp().smtp.url,
      MAIL_FROM: smtp().smtp.from,
    });
    const app = await buildApp({ db: at.db, config, now: () => new Date(clock) });
    onTestFinished(() => app.close());
    return app.jobs;
  }

  const smtp = () => ({
    smtp: { url: `smtp://gate:a-secret@127.0.0.1:${port}`, from: "学门 <gate@school.example.cn>" },
  });

  test("arrives at a real server, signed in, in Chinese; then nobody has the code here", async () => {
    await exchangeState(at.db, "face", undefined, JSON.stringify({ name: "晨曦云" }));
    await ask(EMAIL.toUpperCase());
    const mail = mails.at(-1) ?? "";
    expect(mail).toMatch(/^gate /);
    expect(mail).toContain(`To: ${EMAIL}`);
    const code = textOf(mail).match(/验证码是 (\d{6})，用于登录，5 分钟内有效/)?.[1];
    expect(code).toBeDefined();
    expect(textOf(mail)).toContain("晨曦云的工作人员不会索要验证码");
    expect(await outbox()).toMatchObject({ channel: "email", status: "sent", code: null });
    const log = lines.join("");
    expect(log).toContain("a code was sent to l***@school.example.cn");
    for (const secret of [code ?? "", EMAIL, "a-secret"]) expect(log).not.toContain(secret);
  });

  test("a mail that is no code is sent, tried again after a refusal, and its text is not kept", async () => {
    const mail = { receiver: EMAIL, subject: "每晚同步没有成功", body: "名册没有改动。" };
    refusals = 1;
    await at.db.transaction().execute((trx) => at.app.delivery.putMail(trx, mail));
    await at.app.jobs.runDue();
    const row = () => at.db.selectFrom("mail").select(["status", "body"]).executeTakeFirstOrThrow();
    expect(await row()).toEqual({ status: "waiting", body: mail.body });
    clock += 5000;
    await at.app.jobs.runDue();
    expect(textOf(mails.at(-1) ?? "")).toContain("名册没有改动。");
    expect(await row()).toEqual({ status: "sent", body: null });
    expect(lines.join("")).not.toContain(EMAIL);
  });

  test("a refusal delays nothing, is tried again later, and the log quotes no address", async () => {
    refusals = 1;
    await ask(EMAIL);
    expect(await outbox()).toMatchObject({ status: "waiting" });
    await at.app.jobs.runDue();
    expect(await tries()).toBe(1);
    clock += 5000;
    await at.app.jobs.runDue();
    expect(await outbox()).toMatchObject({ status: "sent", code: null });
    expect(await tries()).toBe(2);
    expect(lines.join("")).toContain("451");
    expect(lines.join("")).not.toContain(EMAIL);
  });

  test("is given up after four tries", async () => {
    refusals = 10;
    await ask(EMAIL);
    for (const seconds of [5, 15, 45, 60]) {
      clock += seconds * 1000;
      await at.app.jobs.runDue();
    }
    refusals = 0;
    expect(await outbox()).toMatchObject({ status: "failed", code: null });
    expect(await tries()).toBe(4);
    expect(lines.join("")).toContain("given up");
  });

  test("of many nodes that find the same message, one sends it", async () => {
    refusals = 1;
    await ask(EMAIL);
    clock += 5000;
    const before = mails.length;
    const nodes = await Promise.all([1, 2, 3].map(() => anotherNode()));
    await Promise.all(nodes.map((jobs) => jobs.runDue()));
    expect(mails.length - before).toBe(1);
  });

  test("phones still go to the outbox", async () => {
    await ask(MOBILE);
    expect(await codeIn(at.db, MOBILE)).toMatch(/^\d{6}$/);
  });
});

test("a server that cannot be reached fails no call", async () => {
  await open({ smtp: { url: "smtp://127.0.0.1:9", from: "gate@school.example.cn" } });
  onTestFinished(() => at.close());
  clock += 61_000;
  const answer = await send(at.app, sendCode, { receiver: EMAIL, use: "login" });
  expect(answer.body.code).toBe(200);
  await at.app.background.settle();
  await at.app.jobs.runDue();
  expect(await outbox()).toMatchObject({ status: "waiting" });
  expect(await tries()).toBe(1);
});

describe("by Aliyun's short messages", () => {
  const asked: URLSearchParams[] = [];
  let answer = { Code: "OK" };
  let server: Server;
  let endpoint: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = `${request.method} ${request.url}?`;
      request.on("data", (part: Buffer) => (text += part.toString("utf8")));
      request.on("end", () => {
        asked.push(new URLSearchParams(text.slice(text.indexOf("?") + 1)));
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await open(aliyunSms());
  });
  afterAll(async () => {
    await at.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const aliyunSms = () => ({
    aliyunSms: {
      accessKeyId: "testId",
      accessKeySecret: "testSecret",
      signName: "学门",
      templateCode: "SMS_1",
      endpoint,
    },
  });

  test("asks for the template with the code, signed, in the body", async () => {
    await ask(MOBILE);
    const sent = Object.fromEntries(asked.at(-1) ?? []) as Record<string, string>;
    expect(sent).toMatchObject({
      Action: "SendSms",
      PhoneNumbers: MOBILE,
      SignName: "学门",
      TemplateCode: "SMS_1",
      Timestamp: new Date(clock).toISOString().replace(".000", ""),
    });
    const { Signature, ...signed } = sent;
    expect(Signature).toBe(signature("POST", signed, "testSecret"));
    const { code } = JSON.parse(sent["TemplateParam"] ?? "{}") as { code: string };
    expect(code).toMatch(/^\d{6}$/);
    expect(await outbox()).toMatchObject({ status: "sent", code: null });
    for (const secret of [code, "testSecret"]) expect(lines.join("")).not.toContain(secret);
  });

  test("a refusal is tried again, and the log has the service's word for it", async () => {
    answer = { Code: "isv.BUSINESS_LIMIT_CONTROL" };
    onTestFinished(() => {
      answer = { Code: "OK" };
    });
    await ask(MOBILE);
    expect(await outbox()).toMatchObject({ status: "waiting" });
    expect(lines.join("")).toContain("isv.BUSINESS_LIMIT_CONTROL");
  });
});

describe("the demo's page", () => {
  test("shows codes in the demo", async () => {
    await open({ demo: true });
    onTestFinished(() => at.close());
    const empty = await at.app.inject("/demo/outbox");
    expect(empty.body).toContain("还没有验证码");
    await ask(MOBILE);
    const page = await at.app.inject("/demo/outbox");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).toContain(await codeIn(at.db, MOBILE));
    expect(page.body).toContain("139****1111");
  });
});
