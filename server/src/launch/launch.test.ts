import { beforeEach, describe, expect, it } from "vitest";
import {
  launchApp,
  leaveApps,
  login,
  logout,
  PROOF_FRESH_SECONDS,
  redeemTicket,
  type AnswerOf,
} from "#contract";
import { signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { hashSecret } from "../platform/secret.ts";
import { CACHES_END_MS, LaunchTestApp, openForTests } from "./launch-test-app.fixture.ts";
import { fillLaunch } from "./launch.fixture.ts";

let linId: string;
const at = openForTests(
  new LaunchTestApp({
    fill: async (db) => {
      linId = await fillLaunch(db);
    },
  }),
  "lin",
  "sun",
);
let lin: Record<string, string>;
let sun: Record<string, string>;

const basic = (id: string, secret = `secret of ${id}`) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
const launch = (app_id: string, headers = lin) => send(at.app, launchApp, { app_id }, { headers });
const redeem = (ticket: string, headers: Record<string, string>) =>
  send(at.app, redeemTicket, { ticket }, { headers });

/** Launches the app and returns the ticket in its address. */
async function ticketFor(app_id: string, headers = lin): Promise<string> {
  const { body } = await launch(app_id, headers);
  return new URL(body.data.url).searchParams.get("ticket") ?? "";
}

beforeEach(() => {
  [lin, sun] = [at.lin.headers, at.sun.headers];
});

describe("launchApp (LA-02)", () => {
  it("sends the person to a link as it is", async () => {
    const { status, body } = await launch("plain");
    expect(status).toBe(200);
    expect(body.data).toEqual({
      kind: "link",
      method: "GET",
      url: "https://app.example/plain?a=1",
      opens_in: "frame",
      expires_in: 60,
    });
  });

  it("adds a ticket of 256 bits to the app's own address and keeps its hash only", async () => {
    const { body } = await launch("homework");
    const [, ticket = ""] =
      /^https:\/\/app\.example\/in\?k=a%20b&ticket=([\w-]{43})#\/top$/.exec(body.data.url) ?? [];
    expect(ticket).not.toBe("");
    const rows = await at.db.selectFrom("app_ticket").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect(rows.find(({ ticket_hash }) => ticket_hash === hashSecret(ticket))).toMatchObject({
      app_id: "homework",
      user_id: linId,
      identity: "teacher",
      school_id: "primary",
      expires_at: new Date(at.now.getTime() + 60_000),
      redeemed_at: null,
    });
  });

  it("answers to an app of others exactly as to none", async () => {
    const absent = await launch("no-such");
    expect([absent.status, absent.body.code]).toEqual([404, 40400]);
    expect((await launch("juniors")).body).toEqual(absent.body);
    expect((await launch("juniors", sun)).status).toBe(200);
  });

  it("sends the person on to a module of the page", async () => {
    const { body } = await launch("by-module");
    expect(body.data).toMatchObject({ kind: "module", url: "/module/x", opens_in: "module" });
  });

  it("opens nothing without a session", async () => {
    expect((await launch("homework", {})).status).toBe(401);
  });
});

describe("an app that wants a fresh proof", () => {
  const open = (input: object = {}) =>
    send(at.app, launchApp, { app_id: "marks", ...input }, { headers: lin });

  it("opens for five minutes after the password was typed, then asks for it", async () => {
    expect((await open()).status).toBe(200);
    at.later(PROOF_FRESH_SECONDS * 1000 - CACHES_END_MS - 1);
    expect((await open()).status).toBe(200);
    at.later(CACHES_END_MS + 1);
    const { status, body } = await open();
    expect([status, body.code, body.data]).toEqual([400, 40004, { check: "password" }]);
    expect((await open({ password: "guess" })).body.code).toBe(40002);
    expect((await open({ password: TEST_PASSWORD })).status).toBe(200);
    expect((await open()).status).toBe(200);
  });

  it("asks at once who came by a remembered device", async () => {
    const remembered = await send(at.app, login, {
      account: "sun",
      password: TEST_PASSWORD,
      need_remember: true,
    });
    const { credential } = remembered.body.data;
    const again = await send(at.app, login, { account: "sun", credential });
    const headers = { authorization: `Bearer ${again.body.data.token}` };
    const answer = await send(at.app, launchApp, { app_id: "marks" }, { headers });
    expect(answer.body.code).toBe(40004);
  });
});

describe("redeemTicket", () => {
  it("tells the app who came, under which identity, from which school", async () => {
    const { status, body } = await redeem(await ticketFor("homework"), basic("homework"));
    expect(status).toBe(200);
    expect(body.data).toEqual({
      sub: expect.stringMatching(/^[\w-]{43}$/),
      name: "林岚",
      identity: "teacher",
      school: { id: "primary", name: "启明小学" },
      classes: [{ id: "c32", name: "c32 班", grade_id: "3", stage_id: "primary" }],
    });
  });

  it("speaks of the identity that the app was opened under: a parent's classes are the child's", async () => {
    const asParent = { ...lin, identity: "parent" };
    const { body } = await redeem(await ticketFor("homework", asParent), basic("homework"));
    expect(body.data).toMatchObject({ identity: "parent", classes: [{ id: "c11" }] });
  });

  it("tells no more than the entry allows, and a different subject to each app (LA-04)", async () => {
    const told: AnswerOf<typeof redeemTicket>[] = [];
    for (const id of ["homework", "leave", "silent", "homework"]) {
      told.push((await redeem(await ticketFor(id), basic(id))).body.data);
    }
    const [homework, leave, silent, again] = told;
    expect(Object.keys(leave ?? {}).sort()).toEqual(["identity", "sub"]);
    expect(Object.keys(silent ?? {})).toEqual(["sub"]);
    expect(again?.sub).toBe(homework?.sub);
    expect(new Set([homework?.sub, leave?.sub, silent?.sub, linId]).size).toBe(4);
  });

  it("gives exactly one of 50 attempts at once the person", async () => {
    const ticket = await ticketFor("homework");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => redeem(ticket, basic("homework"))),
    );
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 40003)).toHaveLength(49);
  });

  const FORGED = { status: 400, code: 40003, data: null };
  const outcome = async (ticket: string, headers: Record<string, string> = basic("homework")) => {
    const { status, body } = await redeem(ticket, headers);
    return { status, code: body.code, data: body.data };
  };

  it("refuses a ticket that nobody issued", async () => {
    expect(await outcome("no-such-ticket")).toEqual(FORGED);
  });

  it("refuses a ticket a second time", async () => {
    const ticket = await ticketFor("homework");
    expect((await outcome(ticket)).code).toBe(200);
    expect(await outcome(ticket)).toEqual(FORGED);
  });

  it("refuses a ticket of another app, and leaves it to the one it is for", async () => {
    const ticket = await ticketFor("homework");
    expect(await outcome(ticket, basic("leave"))).toEqual(FORGED);
    expect((await outcome(ticket)).code).toBe(200);
  });

  it("refuses a ticket after 60 seconds, not before", async () => {
    const [first, second] = [await ticketFor("homework"), await ticketFor("homework")];
    at.later(59_999);
    expect((await outcome(first)).code).toBe(200);
    at.later(1);
    expect(await outcome(second)).toEqual(FORGED);
  });

  it("refuses the ticket of a session that has ended, by sign-out or by a newer sign-in", async () => {
    const signedOut = await ticketFor("homework");
    await send(at.app, logout, {}, { headers: lin });
    expect(await outcome(signedOut)).toEqual(FORGED);
    const replaced = await ticketFor("juniors", sun);
    await signIn(at.app, "sun");
    expect(await outcome(replaced, basic("juniors"))).toEqual(FORGED);
  });

  it("refuses the ticket of a membership that was withdrawn meanwhile", async () => {
    const withdraw = (is_abled: boolean) =>
      at.db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", linId)
        .where("identity", "=", "teacher")
        .execute();
    const ticket = await ticketFor("homework");
    await withdraw(false);
    expect(await outcome(ticket)).toEqual(FORGED);
    await withdraw(true);
    expect((await outcome(ticket)).code).toBe(200);
  });

  it.each<[string, () => Record<string, string>]>([
    ["no credentials", () => ({})],
    ["a wrong secret", () => basic("homework", "guess")],
    ["an empty secret", () => basic("homework", "")],
    ["an app that has no secret", () => basic("plain", "")],
    ["an app that is none", () => basic("no-such")],
    ["a name that no database keeps", () => basic("\u0000", "x")],
    ["what is no base64", () => ({ authorization: "Basic %%%" })],
    ["the hash of the secret", () => basic("homework", hashSecret("secret of homework"))],
    ["a person's own token", () => ({ authorization: lin["authorization"] ?? "" })],
  ])("knows nobody by %s, and answers no 401", async (_what, headers) => {
    const ticket = await ticketFor("homework");
    expect((await outcome(ticket, headers())).code).toBe(40005);
    expect((await outcome(ticket)).code).toBe(200);
  });
});

describe("leaveApps (LA-03)", () => {
  it("takes back what is unused, names what was opened in this session, once", async () => {
    const used = await ticketFor("leave");
    await redeem(used, basic("leave"));
    const unused = await ticketFor("homework");
    const others = await ticketFor("juniors", sun);
    const first = await send(at.app, leaveApps, {}, { headers: lin });
    expect(first.body.data).toEqual({ ended: ["homework", "leave"] });
    expect((await redeem(unused, basic("homework"))).body.code).toBe(40003);
    expect((await redeem(others, basic("juniors"))).body.code).toBe(200);
    expect((await send(at.app, leaveApps, {}, { headers: lin })).body.data).toEqual({
      ended: [],
    });
  });

  it("leaves the other apps alone when one is named", async () => {
    const [homework, leave] = [await ticketFor("homework"), await ticketFor("leave")];
    const { body } = await send(at.app, leaveApps, { app_id: "leave" }, { headers: lin });
    expect(body.data).toEqual({ ended: ["leave"] });
    expect((await redeem(leave, basic("leave"))).body.code).toBe(40003);
    expect((await redeem(homework, basic("homework"))).body.code).toBe(200);
  });
});

describe("the end of a session (LA-03)", () => {
  const open = async (session: string) =>
    (
      await at.db
        .selectFrom("app_ticket")
        .select("app_id")
        .where("session_id", "=", session)
        .execute()
    ).map(({ app_id }) => app_id);
  const sessionOf = async () =>
    (
      await at.db
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", linId)
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()
    ).id;

  it.each<[string, () => Promise<unknown>]>([
    ["signing out", () => send(at.app, logout, {}, { headers: lin })],
    ["signing in elsewhere", () => signIn(at.app, "lin")],
  ])("forgets its launches after %s, without being asked", async (_how, end) => {
    await ticketFor("homework");
    const session = await sessionOf();
    expect(await open(session)).toEqual(["homework"]);
    await end();
    await at.app.background.settle();
    expect(await open(session)).toEqual([]);
  });
});
