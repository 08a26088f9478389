import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveNightly } from "#contract";
import { MailServer } from "../../test/mail-server.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { person, TestProvider } from "./test-provider.fixture.ts";

/** The server.mails of nightly runs, by a real mail server (RO-08). */

const EMAIL = "keeper@school.example.cn";
let on: ChangeTestApp;
let provider: TestProvider;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start();
  provider = await TestProvider.start();
  on = await ChangeTestApp.open({
    rosterNetworks: ["127.0.0.0/8"],
    smtp: server.settings,
  });
  await mailOf("manager", EMAIL);
  const { address, token_address, secret } = provider;
  const saved = await send(
    on.at.app,
    saveNightly,
    {
      ...{ school_id: "a", version: 0, address, token_address, client_id: "night", secret },
      ...{ scope: "", demographics: true, org_id: "", is_on: true, hour: 2 },
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], days_without: [] },
    },
    await on.as("manager"),
  );
  if (saved.body.code !== 200) throw new Error(`not saved: ${saved.text}`);
});
afterAll(async () => {
  await on.at.close();
  await provider.close();
  await server.close();
});
beforeEach(() => void server.mails.splice(0));

function mailOf(id: string, email: string | null) {
  return on.at.db.updateTable("user").set({ email }).where("id", "=", id).execute();
}

/** Lets the night of a day in China pass, with what it leaves to be sent. */
async function night(day: string) {
  on.clock = Date.parse(`${day}T02:00:30+08:00`);
  await on.at.app.jobs.runNow("roster-nightly-look");
  await on.at.app.jobs.runDue();
  await on.at.app.jobs.runDue();
}

test("a good night writes nobody", async () => {
  await night("2026-11-24");
  expect(server.mails).toEqual([]);
});

test("a night that failed is told to who saved the connection, with the reason and without a secret", async () => {
  provider.failure = ({ what, response }) => {
    if (what === "users") response.writeHead(200).end("<html>请登录</html>");
    return what === "users";
  };
  await night("2026-11-25");
  expect(server.mails.map(({ to }) => to)).toEqual([EMAIL]);
  const [{ text } = { text: "" }] = server.mails;
  expect(text).toContain("启明小学的每晚同步没有成功，名册没有改动。");
  expect(text).toContain("/#/module/admin/rosters/nightly?at=a");
  for (const secret of [provider.secret, "Bearer", "<html>"]) expect(text).not.toContain(secret);
  const { subject, status, body } = await on.at.db
    .selectFrom("mail")
    .select(["subject", "status", "body"])
    .executeTakeFirstOrThrow();
  expect({ subject, status, body }).toEqual({
    ...{ subject: "启明小学的每晚同步没有成功", status: "sent", body: null },
  });
  provider.reset();
});

test("what waits for a decision is told once, and the names of pupils are in no mail", async () => {
  provider.data["users"] = [person("s1", "student")];
  provider.data["enrollments"] = [];
  provider.data["demographics"] = [];
  await night("2026-11-26");
  expect(server.mails.map(({ to }) => to)).toEqual([EMAIL]);
  const [{ text } = { text: "" }] = server.mails;
  expect(text).toContain("超出保护界限，没有应用，请登录后在“学校管理”的“名册”里决定。");
  const names = await on.at.db
    .selectFrom("user as u")
    .innerJoin("membership as m", "m.user_id", "u.id")
    .select("u.name")
    .where("m.identity", "=", "student")
    .execute();
  for (const { name } of names) expect(text).not.toContain(name);
  await on.at.app.jobs.runDue();
  expect(server.mails).toHaveLength(1);
});

test("who has no address, or may not sign in any more, is written to no more", async () => {
  await mailOf("manager", null);
  provider.failure = ({ response }) => {
    response.writeHead(200).end("<html>维护中</html>");
    return true;
  };
  await night("2026-11-27");
  expect(server.mails).toEqual([]);
  const { outcome } = await on.at.db
    .selectFrom("roster_run")
    .select("outcome")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(outcome).toBe("failed");
  await mailOf("manager", EMAIL);
  await on.at.db.updateTable("user").set({ is_abled: false }).where("id", "=", "manager").execute();
  await night("2026-11-28");
  expect(server.mails).toEqual([]);
});
