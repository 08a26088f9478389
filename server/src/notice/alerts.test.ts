import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  markInboxRead,
  readNoticeAlerts,
  remindNotice,
  saveNoticeAlert,
  takeBackNotice,
} from "#contract";
import { MailServer } from "../../test/mail-server.ts";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { buildApp } from "../app.ts";
import { noteVerified } from "../sign-in/code/verified-contacts.ts";
import { ALERT_JOB } from "./alerts.ts";
import { audience, NoticeTestApp } from "./notice.fixture.ts";

/** E-mails and SMS beside notices, by a real mail server and a server of short messages (IN-05). */

const MINUTE = 60_000;
const messages: Record<string, string>[] = [];
const lines: string[] = [];
let mailServer: MailServer;
let mails: MailServer["mails"];
let smsServer: Server;
let on: NoticeTestApp;

beforeAll(async () => {
  mailServer = await MailServer.start();
  ({ mails } = mailServer);
  smsServer = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString("utf8")));
    request.on("end", () => {
      messages.push(Object.fromEntries(new URLSearchParams(body)));
      response.end(JSON.stringify({ Code: "OK" }));
    });
  });
  await new Promise<void>((resolve) => smsServer.listen(0, "127.0.0.1", resolve));
  on = await NoticeTestApp.open(
    { ...carriers(), publicUrl: "https://gate.example.cn", logLevel: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
  for (const id of ["mother", "father", "ma", "ba", "gran", "elder"]) {
    await contactsOf(id);
    if (id !== "father") await choose(id, "email", true);
  }
  await choose("ba", "mobile", true);
});
afterAll(async () => {
  await on.at.close();
  await mailServer.close();
  await new Promise((resolve) => smsServer.close(resolve));
});
beforeEach(() => {
  // ten in the morning of the next day in China
  on.clock += 24 * 60 * MINUTE - ((on.clock - Date.parse("2026-11-23T02:00:00Z")) % 86_400_000);
  mailServer.onReceiver = undefined;
  mailServer.mostOpen = 0;
  mails.length = 0;
  messages.length = 0;
  lines.length = 0;
});

const carriers = () => ({
  smtp: mailServer.settings,
  aliyunSms: {
    ...{ accessKeyId: "id", accessKeySecret: "a-secret", signName: "学门", templateCode: "SMS_1" },
    ...{
      noticeTemplateCode: "SMS_2",
      endpoint: `http://127.0.0.1:${(smsServer.address() as AddressInfo).port}`,
    },
  },
});
const mailOf = (id: string) => `${id}@home.example.cn`;
const mobileOf = (id: string) => `139${String(10_000_000 + id.charCodeAt(0) * 100 + id.length)}`;

/** Gives a person a mobile number and an address that are both verified. */
async function contactsOf(id: string): Promise<void> {
  const [email, mobile] = [mailOf(id), mobileOf(id)];
  await on.at.db.updateTable("user").set({ email, mobile }).where("id", "=", id).execute();
  const at = new Date(on.clock);
  await noteVerified(on.at.db, id, { channel: "email", receiver: email }, at);
  await noteVerified(on.at.db, id, { channel: "mobile", receiver: mobile }, at);
}

async function choose(account: string, channel: "email" | "mobile", is_on: boolean) {
  return (await send(on.at.app, saveNoticeAlert, { channel, is_on }, await on.as(account))).body;
}

/** Sends a notice, and what is due beside it: the job may have just run when the notice went out. */
async function notify(by: string, input: Record<string, unknown>) {
  const answer = await on.send(by, input);
  await on.at.app.jobs.runNow(ALERT_JOB);
  return answer;
}

/** Lets minutes pass and sends what is due then. */
async function later(minutes: number): Promise<void> {
  on.clock += minutes * MINUTE;
  await on.at.app.jobs.runNow(ALERT_JOB);
}

const receivers = () => mails.map(({ to }) => to.split("@")[0] ?? "").toSorted();
const rowsOf = (notice_id: string) =>
  on.at.db
    .selectFrom("notice_alert")
    .select(["user_id", "channel", "state", "tries"])
    .where("notice_id", "=", notice_id)
    .orderBy("user_id")
    .orderBy("channel")
    .execute();
const counted = async () => {
  const text = await on.at.app.metrics.metrics();
  const found = text.matchAll(/schoolgate_notice_alerts_total\{outcome="(\w+)"\} (\d+)/g);
  return Object.fromEntries([...found].map(([, outcome = "", count]) => [outcome, Number(count)]));
};

describe("the choice", () => {
  test("is off at first, and on only for a verified contact", async () => {
    const read = async (account: string) =>
      (await send(on.at.app, readNoticeAlerts, {}, await on.as(account))).body.data;
    const none = { is_offered: true, shown: null, is_verified: false, is_on: false };
    expect(await read("head31")).toMatchObject({ email: none, mobile: none });
    expect(await choose("head31", "email", true)).toMatchObject({
      ...{ code: 40001, msg: "请先填写邮箱并验证" },
    });
    expect((await choose("head31", "mobile", true)).code).toBe(40001);
    expect((await choose("head31", "email", false)).code).toBe(200);
    expect(await read("mother")).toMatchObject({
      email: { shown: "m***@home.example.cn", is_verified: true, is_on: true },
      mobile: { is_verified: true, is_on: false },
    });
  });

  test("is not offered, and nothing is kept for later, where nothing is configured", async () => {
    const bare = await NoticeTestApp.open();
    onTestFinished(() => bare.at.close());
    const { body } = await send(bare.at.app, readNoticeAlerts, {}, await bare.as("mother"));
    expect(body.data.email.is_offered || body.data.mobile.is_offered).toBe(false);
    const wanted = { channel: "email", is_on: true } as const;
    const refused = await send(bare.at.app, saveNoticeAlert, wanted, await bare.as("mother"));
    expect(refused.body).toMatchObject({ code: 40001, msg: "平台还不能这样提醒" });
    await bare.at.db.updateTable("user").set({ notice_mail: true }).execute();
    await bare.send("manager", {});
    expect(await bare.at.db.selectFrom("notice_alert").selectAll().execute()).toEqual([]);
  });
});

describe("a notice", () => {
  test("goes by mail and SMS to who chose it, once for all their children, and names no child", async () => {
    const { data } = await notify("manager", { title: "周五秋游" });
    expect(receivers()).toEqual(["ba", "gran", "ma", "mother"]);
    const { text = "" } = mails.find(({ to }) => to === mailOf("mother")) ?? {};
    expect(text).toContain("启明小学发来通知“周五秋游”。");
    expect(text).toContain("https://gate.example.cn/#/messages");
    expect(text).toContain("关闭：\nhttps://gate.example.cn/#/module/profile");
    for (const none of ["elder", "younger", "八点集合"]) expect(text).not.toContain(none);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ PhoneNumbers: mobileOf("ba"), TemplateCode: "SMS_2" });
    expect(JSON.parse(messages[0]?.["TemplateParam"] ?? "")).toEqual({ school: "启明小学" });
    expect((await rowsOf(data.notice_id)).every(({ state }) => state === "sent")).toBe(true);
    await later(1);
    await later(60);
    expect([mails.length, messages.length]).toEqual([4, 1]);
    const kept = JSON.stringify([
      await on.at.db.selectFrom("notice_alert").selectAll().execute(),
      await on.at.db.selectFrom("job").selectAll().execute(),
      await on.at.db.selectFrom("audit_entry").selectAll().execute(),
    ]);
    for (const id of ["mother", "ba"]) {
      expect(kept + lines.join("")).not.toContain(mailOf(id));
      expect(kept + lines.join("")).not.toContain(mobileOf(id));
    }
  });

  test("goes to nobody who has read it, may not see it, is disabled, changed the contact or the mind", async () => {
    mailServer.onReceiver = () => 451;
    const { data } = await notify("manager", {});
    mailServer.onReceiver = undefined;
    const [item] = await on.inbox("mother");
    await send(on.at.app, markInboxRead, {}, await on.as("mother"));
    expect(item?.is_read).toBe(false);
    const { db } = on.at;
    const guardian = { child_id: "fourth", user_id: "gran" };
    await db.deleteFrom("guardian").where("user_id", "=", "gran").execute();
    await db.updateTable("user").set({ is_abled: false }).where("id", "=", "ma").execute();
    await db.updateTable("user").set({ email: "new@home.cn" }).where("id", "=", "ba").execute();
    await later(2);
    expect(mails).toEqual([]);
    expect(
      (await rowsOf(data.notice_id)).filter(({ channel }) => channel === "email"),
    ).toMatchObject(
      ["ba", "gran", "ma", "mother"].map((user_id) => ({ user_id, state: "dropped" })),
    );
    await db
      .insertInto("guardian")
      .values({ ...guardian, source: null })
      .execute();
    await db.updateTable("user").set({ is_abled: true }).where("id", "=", "ma").execute();
    await contactsOf("ba");

    mailServer.onReceiver = () => 451;
    await notify("manager", {});
    mailServer.onReceiver = undefined;
    await choose("gran", "email", false);
    await later(2);
    expect(receivers()).toEqual(["ba", "ma", "mother"]);
    await choose("gran", "email", true);
  });

  test("that was taken back goes to nobody", async () => {
    mailServer.onReceiver = () => 451;
    const { data } = await notify("manager", {});
    mailServer.onReceiver = undefined;
    await send(on.at.app, takeBackNotice, data, await on.as("manager"));
    await later(2);
    expect(mails).toEqual([]);
  });

  test("waits for the morning where it is a pupil's, a second try included", async () => {
    const pupils = { audience: audience({ identities: ["student", "parent"], class_ids: ["31"] }) };
    on.clock += 12 * 60 * MINUTE;
    await notify("manager", pupils);
    expect(receivers()).not.toContain("elder");
    expect(receivers()).toContain("mother");
    await later(8 * 60 + 59);
    expect(receivers()).not.toContain("elder");
    await later(1);
    expect(receivers()).toContain("elder");

    mails.length = 0;
    on.clock += 14 * 60 * MINUTE - 30_000;
    mailServer.onReceiver = (to) => (to === mailOf("elder") ? 451 : undefined);
    await notify("manager", pupils);
    mailServer.onReceiver = undefined;
    await later(5);
    expect(receivers()).not.toContain("elder");
    await later(10 * 60);
    expect(receivers()).toContain("elder");
  });

  test("is reminded of by the same way, only to those who have not confirmed", async () => {
    const { data } = await notify("manager", {});
    await on.answer("mother", "elder");
    await on.answer("mother", "younger");
    mails.length = 0;
    await send(on.at.app, remindNotice, data, await on.as("manager"));
    await on.at.app.jobs.runNow(ALERT_JOB);
    expect(receivers()).toEqual(["ba", "gran", "ma"]);
    expect(mails[0]?.text).toContain("启明小学提醒查看并确认通知");
    // the one guardian confirms for both
    on.clock += 61 * MINUTE;
    mails.length = 0;
    mailServer.onReceiver = () => 451;
    await send(on.at.app, remindNotice, data, await on.as("manager"));
    await on.at.app.jobs.runNow(ALERT_JOB);
    mailServer.onReceiver = undefined;
    await on.answer("ma", "apart");
    await later(2);
    expect(receivers()).toEqual(["gran"]);
  });
});

describe("a delivery", () => {
  test("that fails is tried four times, counted, and blocks no notice", async () => {
    const before = await counted();
    mailServer.onReceiver = () => 451;
    const { code, data } = await notify("manager", {});
    expect(code).toBe(200);
    expect(await on.inbox("mother")).not.toEqual([]);
    for (const minutes of [1, 5, 25, 125]) await later(minutes);
    const rows = await rowsOf(data.notice_id);
    expect(rows.filter(({ channel }) => channel === "email")).toMatchObject(
      ["ba", "gran", "ma", "mother"].map((user_id) => ({ user_id, state: "failed", tries: 4 })),
    );
    expect(rows.find(({ channel }) => channel === "mobile")?.state).toBe("sent");
    const after = await counted();
    expect((after["failed"] ?? 0) - (before["failed"] ?? 0)).toBe(4);
    expect((after["retried"] ?? 0) - (before["retried"] ?? 0)).toBe(12);
    expect(lines.join("")).toContain("451");
    expect(lines.join("")).not.toContain("home.example.cn");
  });

  test("by a node that ends in the middle is not repeated by another", async () => {
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      mailServer.onReceiver = async () => {
        resolve();
        await isHeld;
      };
    });
    const sending = notify("manager", {});
    await reached;
    // the lease of the node that no longer renews it
    on.clock += 2 * MINUTE;
    await on.at.db
      .updateTable("job")
      .set({ lease_until: new Date(on.clock - 1) })
      .where("kind", "=", ALERT_JOB)
      .execute();
    const { config } = on.at.app;
    const now = () => new Date(on.clock);
    const other = await buildApp({ db: on.at.db, config, now, log: { write: () => {} } });
    onTestFinished(() => other.close());
    await other.jobs.runDue();
    on.clock += 2 * MINUTE;
    await other.jobs.runNow(ALERT_JOB);
    release();
    const { data } = await sending;
    await later(2);
    expect(receivers()).toEqual(["ba", "gran", "ma", "mother"]);
    const mailed = (await rowsOf(data.notice_id)).filter(({ channel }) => channel === "email");
    expect(mailed.map(({ state, tries }) => `${state} ${tries}`)).toEqual(
      Array.from({ length: 4 }, () => "failed 1"),
    );
  });

  test("takes many in batches, and no more of a day that is over", async () => {
    const { db } = on.at;
    for (let index = 0; index < 70; index += 1) {
      const id = `many${index}`;
      const memberships = [{ school: "a", identity: "teacher" as const }];
      await makePerson(db, { id, account: id, name: id, memberships });
      await contactsOf(id);
    }
    await db.updateTable("user").set({ notice_mail: true }).where("id", "like", "many%").execute();
    const teachers = { audience: audience({ identities: ["teacher"] }) };
    await notify("manager", teachers);
    expect(mails).toHaveLength(70);
    expect(mailServer.mostOpen).toBeLessThanOrEqual(20);
    mails.length = 0;
    mailServer.onReceiver = () => 451;
    await notify("manager", teachers);
    mailServer.onReceiver = undefined;
    await later(25 * 60);
    expect(mails).toEqual([]);
  });
});
