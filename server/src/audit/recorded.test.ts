import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editUser, endDeviceSession, launchApp, leaveApps, login, logout } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { createStaff, resetPassword } from "../admin/people.ts";
import type { AuditEvent } from "./audit.ts";
import { recordOperator } from "./audit-entry.ts";
import { listEntries } from "./list.ts";
import { describeEntries } from "./report.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

let at: TestApp;
let lin: string;
beforeAll(async () => {
  at = await buildTestApp();
  const school = await makeSchool(at.db, { id: "north" });
  const memberships = [
    { school, identity: "teacher" as const },
    { school, identity: "parent" as const },
  ];
  lin = await makePerson(at.db, { account: "lin", name: "林岚", memberships });
  await makeApps(at.db, [{ id: "homework", launch: "ticket", secret: "the app's secret" }]);
});
afterAll(() => at.close());

beforeEach(async () => {
  await at.app.background.settle();
  while ((await seal(at.db)) > 0);
  since = new Date();
});
let since: Date;

/** Returns the entries recorded since the test began, the oldest first. */
async function recorded() {
  await at.app.background.settle();
  const entries = await listEntries(at.db, { since, limit: 100 });
  return entries.toReversed();
}

describe("what is recorded", () => {
  test("a sign-in, with the session it opened and where from, and a sign-out", async () => {
    const { headers, answer } = await signIn(at.app, "lin");
    await send(at.app, logout, {}, { headers });
    const [entered, left] = await recorded();
    const session_id = answer.auth_data.session_id;
    expect(entered).toMatchObject({
      ...{ action: "sign-in", outcome: "ok", user_id: lin, session_id, subject_id: lin },
      ...{ address: "127.0.0.1", detail: { by: "password", client: "web" } },
    });
    expect(entered?.request_id).not.toBe("");
    expect(left).toMatchObject({ action: "sign-out", user_id: lin, session_id });
  });

  test("a sign-in that was refused, of a known account and of an unknown one", async () => {
    await send(at.app, login, { account: "lin", password: "wrong" });
    await send(at.app, login, { account: "nobody", password: "wrong" });
    expect(await recorded()).toMatchObject([
      { action: "sign-in", outcome: "refused", user_id: null, subject_id: lin },
      { action: "sign-in", outcome: "refused", user_id: null, subject_id: null },
    ]);
  });

  test("a switch of identity, a launch and leaving it, under what was active", async () => {
    const { headers } = await signIn(at.app, "lin");
    await send(at.app, editUser, { identity: "parent" }, { headers });
    const launched = await send(at.app, launchApp, { app_id: "homework" }, { headers });
    expect(launched.status).toBe(200);
    await send(at.app, leaveApps, { app_id: "homework" }, { headers });
    const [, ...acts] = await recorded();
    expect(acts).toMatchObject([
      { action: "switch", subject_id: lin, detail: { identity: "parent" } },
      {
        action: "launch",
        identity: "parent",
        school_id: "north",
        object_kind: "app",
        object_id: "homework",
      },
      { action: "leave", detail: { apps: ["homework"] } },
    ]);
  });

  test("new contacts and a new password, without a word of them", async () => {
    const { headers } = await signIn(at.app, "lin");
    const edit = {
      old_password: TEST_PASSWORD,
      mobile: "13912345678",
      password: "another-password",
    };
    expect((await send(at.app, editUser, edit, { headers })).status).toBe(200);
    const entries = await recorded();
    expect(entries.map(({ action }) => action)).toEqual([
      "sign-in",
      "password-change",
      "contact-change",
    ]);
    expect(entries.at(-1)?.detail).toEqual({ fields: ["mobile"] });
    const back = { old_password: "another-password", password: TEST_PASSWORD };
    await send(at.app, editUser, back, { headers });
  });

  test("another session ended, and an act that was refused leaves nothing", async () => {
    const other = await signIn(at.app, "lin", { client: "mobile" });
    const { headers } = await signIn(at.app, "lin");
    const id = other.answer.auth_data.session_id;
    await send(at.app, endDeviceSession, { id }, { headers });
    await send(at.app, endDeviceSession, { id }, { headers });
    const ended = (await recorded()).filter(({ action }) => action === "session-end");
    expect(ended).toMatchObject([{ user_id: lin, object_kind: "session", object_id: id }]);
  });

  test("what an operator's command does", async () => {
    const he = { account: "he", name: "何之", identity: "admin", school: "教育局" } as const;
    await createStaff(at.db, { ...he, makeSchool: true }, new Date());
    await resetPassword(at.db, "he", new Date());
    expect(await recorded()).toMatchObject([
      { action: "person-create", user_id: null, detail: { by: "operator", identity: "admin" } },
      { action: "password-reset", user_id: null },
    ]);
  });
});

test("no secret and no name is in it, whatever is recorded; and the whole is in order", async () => {
  const { token, headers } = await signIn(at.app, "lin");
  const { body } = await send(at.app, launchApp, { app_id: "homework" }, { headers });
  const ticket = /ticket=([\w-]+)/.exec(JSON.stringify(body.data))?.[1] ?? "";
  expect(ticket).not.toBe("");
  const careless: AuditEvent = {
    action: "code-use",
    detail: { token, Ticket: ticket, why: "x\0\ud800" },
  };
  await at.app.audit.record(null, careless);
  const all = JSON.stringify(await at.db.selectFrom("audit_entry").selectAll().execute());
  for (const secret of [token, ticket, TEST_PASSWORD, "13912345678", "林岚", "wrong"]) {
    expect(all).not.toContain(secret);
  }
  while ((await seal(at.db)) > 0);
  expect((await verify(at.db, new Date())).faults).toEqual([]);
});

test("200 at once are kept, each before its call returns", async () => {
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const id = `at once ${n}`;
      await at.app.audit.record(null, { action: "file-read", object: { kind: "file", id } });
      const kept = await at.db
        .selectFrom("audit_entry")
        .select("id")
        .where("object_id", "=", id)
        .execute();
      expect(kept).toHaveLength(1);
    }),
  );
});

test("refusals of unauthenticated people fill the log, and not the audit", async () => {
  for (let n = 0; n < 700; n += 1) {
    at.app.audit.note(null, { action: "launch", outcome: "refused", detail: { kind: "cas", n } });
  }
  await at.app.background.settle();
  const { kept } = await at.db
    .selectFrom("audit_entry")
    .select(({ fn }) => fn.countAll<number>().as("kept"))
    .where("action", "=", "launch")
    .where("outcome", "=", "refused")
    .executeTakeFirstOrThrow();
  expect(kept).toBeLessThanOrEqual(600);
  expect(kept).toBeGreaterThan(500);
});

describe("npm run admin -- audit", () => {
  test("lists by account, and says it in lines", async () => {
    await signIn(at.app, "lin");
    const entries = await listEntries(at.db, { user: "LIN", action: "sign-in", limit: 1 });
    expect(describeEntries(entries)).toMatch(
      /^\d{4}-\d\d-\d\d [\d:]+ {2}sign-in {2}lin {2}127\.0\.0\.1 {2}\{/,
    );
    expect(describeEntries([])).toBe("没有符合条件的记录。");
    expect(await listEntries(at.db, { user: "林岚", action: "sign-in", limit: 1 })).toEqual(
      entries,
    );
  });

  test("a person whom nobody is called is refused; one who was erased is found by the id", async () => {
    await expect(listEntries(at.db, { user: "lim", limit: 1 })).rejects.toThrow("没有账号“lim”");
    const gone = randomUUID();
    await recordOperator(at.db, { action: "erase", subject_id: gone });
    expect(await listEntries(at.db, { subject: gone, limit: 1 })).toMatchObject([
      { action: "erase", subject_account: null },
    ]);
  });
});
