import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CALLS,
  type AnswerOf,
  type CallName,
  type Envelope,
  type InputOf,
  type LoginAnswer,
} from "#contract";
import { makeApps } from "../../test/apps.ts";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { startMain, type RunningProcess } from "../../test/process.ts";
import { ANSWERED_BY, startProxy, type TestProxy } from "../../test/proxy.ts";
import { connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { Browser } from "../launch/browser.fixture.ts";
import { RelyingParty } from "../launch/oidc/relying-party.fixture.ts";

/**
 * Milliseconds within which a session is dead: a node's copy lives a second; the rest is the time of asking on a busy
 * machine.
 */
const DEAD_WITHIN_MS = 1000 + 400;
const PEOPLE = 8;

interface Answered<T> {
  status: number;
  body: Envelope<T>;
}

async function send<Name extends CallName>(
  origin: string,
  name: Name,
  input: InputOf<(typeof CALLS)[Name]>,
  headers: Record<string, string> = {},
): Promise<Answered<AnswerOf<(typeof CALLS)[Name]>>> {
  const { method, path } = CALLS[name];
  const fields = new URLSearchParams(input as Record<string, string>);
  const query = method === "GET" ? `?${fields.toString()}` : "";
  const answer = await fetch(origin + path + query, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "POST" && { body: JSON.stringify(input) }),
  });
  const body = (await answer.json()) as Envelope<AnswerOf<(typeof CALLS)[Name]>>;
  return { status: answer.status, body };
}

const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

describe.skipIf(noPostgres())("several nodes on one PostgreSQL server (OP-02)", () => {
  let server: TestServer;
  let database: ConnectedDatabase;
  let proxy: TestProxy;
  let nodes: RunningProcess[];
  let a: string;
  let b: string;
  let environment: Record<string, string>;
  let pupilsSchool: string;
  const kills: (() => void)[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase("nodes");
    database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 2 });
    const { everySchool: db } = database;
    await migrate(db);
    const school = await makeSchool(db);
    for (let n = 0; n < PEOPLE; n += 1) {
      const memberships = [{ school, identity: "teacher" as const }];
      const id = await makePerson(db, { id: `person-${n}`, account: `person-${n}`, memberships });
      const agreements = await db.selectFrom("agreement").select(["type", "version"]).execute();
      await db
        .insertInto("consent")
        .values(agreements.map((agreement) => ({ ...agreement, user_id: id })))
        .execute();
    }
    const staff = (["manager", "inner_admin"] as const).map((identity) => ({ school, identity }));
    await makePerson(db, { id: "head", account: "head", memberships: staff });
    const pupil = [{ school, identity: "student" as const }];
    await makePerson(db, { id: "pupil", account: "pupil", memberships: pupil });
    pupilsSchool = school;
    await makeApps(db, [
      { id: "opened" },
      { id: "plans", launch: "ticket", secret: "secret of plans" },
      {
        id: "bank",
        launch: "oidc",
        approved: true,
        claims: ["name"],
        secret: "secret of bank",
        url: "https://bank.example/start",
        settings: { redirect_uris: ["https://bank.example/callback"] },
      },
    ]);
    proxy = await startProxy();
    environment = {
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: proxy.origin,
      TRUST_PROXY: "127.0.0.1",
      DATABASE_POOL_SIZE: "6",
      SECOND_FACTOR: "offered",
    };
    nodes = await Promise.all(
      [1, 2].map(() => startMain(environment, {}, (kill) => void kills.push(kill))),
    );
    await Promise.all(nodes.map((node) => node.ready()));
    proxy.nodes = nodes.map(({ origin }) => origin);
    [a = "", b = ""] = proxy.nodes;
  });
  afterAll(async () => {
    for (const kill of kills) kill();
    proxy.close();
    await database.close();
    await server.remove();
  });

  async function signIn(at: string, n: number, more: object = {}): Promise<LoginAnswer> {
    const input = { account: `person-${n}`, password: TEST_PASSWORD, ...more };
    const { status, body } = await send(at, "login", input);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  /** Asks a node until it no longer accepts the session; returns the reason and the milliseconds passed. */
  async function deathAt(at: string, session: LoginAnswer) {
    const from = performance.now();
    for (;;) {
      const { status, body } = await send(at, "readUserDetail", { fields: "id" }, as(session));
      const ms = performance.now() - from;
      if (status === 401) return { reason: (body.data as { reason: string }).reason, ms };
      expect(status).toBe(200);
      if (ms > 3000) return { reason: "still alive", ms };
      await setTimeout(20);
    }
  }

  test("who signs in on one is signed in on the other; who signs out is out everywhere within a second", async () => {
    const session = await signIn(a, 0);
    for (const at of [b, a, b]) {
      const { body } = await send(at, "readUserDetail", { fields: "id" }, as(session));
      expect(body.data).toEqual({ id: "person-0" });
    }
    await send(a, "logout", {}, as(session));
    const { reason, ms } = await deathAt(b, session);
    expect(reason).toBe("revoked");
    expect(ms).toBeLessThan(DEAD_WITHIN_MS);
  });

  test("a sign-in on one replaces the session that the other serves", async () => {
    const first = await signIn(a, 1);
    await send(a, "readUserDetail", {}, as(first));
    const second = await signIn(b, 1);
    const { reason, ms } = await deathAt(a, first);
    expect(reason).toBe("replaced");
    expect(ms).toBeLessThan(DEAD_WITHIN_MS);
    expect((await send(a, "readUserDetail", {}, as(second))).status).toBe(200);
  });

  test("a new password ends the other sessions on every node, and works on every node", async () => {
    const onWeb = await signIn(a, 2);
    const { body } = await send(
      b,
      "login",
      { account: "person-2", password: TEST_PASSWORD },
      { client: "pc" },
    );
    await send(a, "readUserDetail", {}, as(onWeb));
    const password = "another-test-password";
    const edited = await send(
      b,
      "editUser",
      { password, old_password: TEST_PASSWORD },
      as(body.data),
    );
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    const { reason, ms } = await deathAt(a, onWeb);
    expect(reason).toBe("revoked");
    expect(ms).toBeLessThan(DEAD_WITHIN_MS);
    const old = await send(a, "login", { account: "person-2", password: TEST_PASSWORD });
    expect(old.body.code).toBe(40002);
    await signIn(a, 2, { password });
  });

  test("wrong passwords are counted together", async () => {
    const codes = [];
    for (let n = 0; n < 12 && codes.at(-1) !== 42900; n += 1) {
      const wrong = { account: "guessed", password: `guess-${n}` };
      codes.push((await send(n % 2 === 0 ? a : b, "login", wrong)).body.code);
    }
    // one more on the node that has not answered so
    const other = codes.length % 2 === 0 ? a : b;
    const last = await send(other, "login", { account: "guessed", password: "once more" });
    expect([42900, 40004]).toContain(last.body.code);
    expect(codes.every((code) => [40002, 40004, 42900].includes(code))).toBe(true);
  });

  test("a remembered device's credential is spent once, wherever it is shown", async () => {
    const { credential = "" } = await signIn(a, 3, { need_remember: true });
    const show = (at: string) => send(at, "login", { account: "person-3", credential });
    const answers = await Promise.all([a, b, a, b].map(show));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("of what two send at the same moment, each is whole, and the last counts", async () => {
    const given = { account: "head", password: TEST_PASSWORD };
    const { body } = await send(a, "login", given);
    const asked = (body.data as unknown as { agreements: { type: "user"; version: number }[] })
      .agreements;
    const consents = asked.map(({ type, version }) => ({ type, version }));
    const head = as((await send(a, "login", { ...given, check: { consents } })).body.data);
    const atOnce = <T>(work: (at: string) => Promise<T>) =>
      Promise.all([a, b, a, b, a, b, a, b].map(work));

    const text = { title: "协议", content: "甲", format: "text" } as const;
    const published = await atOnce((at) =>
      send(at, "publishAgreement", { type: "child", ...text }, head),
    );
    // one that began a moment earlier, and comes to its turn later, would never be in force
    const codes = new Set(published.map(({ body: told }) => told.code));
    expect([...codes].filter((code) => code !== 200 && code !== 40001)).toEqual([]);
    expect(codes).toContain(200);

    const transfer = { user_id: "pupil", school_id: pupilsSchool };
    const released = await atOnce((at) => send(at, "giveTransfer", transfer, head));
    expect(released.map(({ status }) => status)).toEqual(released.map(() => 200));
    const rows = await database.everySchool.selectFrom("pupil_transfer").select("id").execute();
    expect(rows).toHaveLength(1);
  });

  test("an app's ticket that one node made is redeemed once, on either", async () => {
    const session = await signIn(a, 4);
    const launched = await send(a, "launchApp", { app_id: "plans" }, as(session));
    const ticket = new URL(launched.body.data.url).searchParams.get("ticket") ?? "";
    const authorization = `Basic ${btoa("plans:secret of plans")}`;
    const redeem = (at: string) => send(at, "redeemTicket", { ticket }, { authorization });
    const answers = await Promise.all([b, a, b, a, b, a].map(redeem));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 40003)).toHaveLength(5);
  });

  test("an app signs a person in by OpenID Connect while each step is on the other node", async () => {
    const session = await signIn(proxy.origin, 5);
    const browser = new Browser(proxy.origin);
    browser.setCookie("token", session.token);
    const bank = new RelyingParty("bank", "secret of bank", "https://bank.example/callback");
    const issuer = `${proxy.origin}/oidc`;
    for (let times = 0; times < 2; times += 1) {
      const { url, checks } = await bank.begin(issuer);
      const visit = await browser.open(url);
      expect(visit.left, visit.html).toBeDefined();
      const { claims, accessToken } = await bank.finish(issuer, visit.left as URL, checks);
      expect(claims).toMatchObject({ iss: issuer, aud: "bank", name: "person-5" });
      expect(await bank.userInfo(issuer, accessToken, claims.sub)).toMatchObject({
        name: "person-5",
      });
    }
    const keys = await Promise.all(
      [a, b].map(async (at) => (await fetch(`${at}/oidc/jwks`)).json()),
    );
    expect(keys[0]).toEqual(keys[1]);
  });

  test("one that is killed in the middle of load takes only its own calls with it", async () => {
    const sessions = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) => signIn(proxy.origin, n, n === 2 ? NEW : {})),
    );
    const told = sessions.map(() => ({ asked: 0, acknowledged: 0 }));
    const seen = { ok: 0, lost: 0, going: true };
    const [first, second] = nodes as [RunningProcess, RunningProcess];
    let killed = false;
    const call = async (n: number, name: "readUserDetail" | "reportAppLogin") => {
      const { method, path } = CALLS[name];
      const headers = { ...as(sessions[n] as LoginAnswer), "content-type": "application/json" };
      const body = method === "POST" ? JSON.stringify({ app_id: "opened" }) : undefined;
      const answer = await fetch(proxy.origin + path, { method, headers, ...(body && { body }) });
      if (answer.status === 502) {
        expect([killed, answer.headers.get(ANSWERED_BY)]).toEqual([true, first.origin]);
        seen.lost += 1;
        return undefined;
      }
      expect(answer.status).toBe(200);
      seen.ok += 1;
      return ((await answer.json()) as Envelope<{ id?: string }>).data;
    };
    const working = sessions.map(async (_session, n) => {
      const mine = told[n] as { asked: number; acknowledged: number };
      while (seen.going) {
        const read = await call(n, "readUserDetail");
        if (read !== undefined) expect(read.id).toBe(`person-${n}`);
        mine.asked += 1;
        if ((await call(n, "reportAppLogin")) !== undefined) mine.acknowledged += 1;
      }
    });
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await setTimeout(5);
    };
    await until(() => seen.ok > 150);
    killed = true;
    first.kill("SIGKILL");
    await until(() => seen.lost > 0);
    proxy.nodes = [second.origin];
    const { ok } = seen;
    await until(() => seen.ok > ok + 150);
    seen.going = false;
    await Promise.all(working);

    const rows = await database.everySchool
      .selectFrom("app_use")
      .select(["user_id", "times"])
      .where("app_id", "=", "opened")
      .execute();
    told.forEach(({ asked, acknowledged }, n) => {
      const times = rows.find(({ user_id }) => user_id === `person-${n}`)?.times ?? 0;
      expect(times).toBeGreaterThanOrEqual(acknowledged);
      expect(times).toBeLessThanOrEqual(asked);
    });
  });
});

const NEW = { password: "another-test-password" };
