import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readAgreement, readUserDetail, reportAppLogin } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { cutLine } from "../../test/cut-line.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { send } from "../../test/send.ts";
import { CALL_LIST, inputOf } from "../../test/matrix/cells.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import { connectDatabase, type ConnectedDatabase } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { openServer } from "./server-database.ts";
import type { Tables } from "./tables.ts";
import { GuardedKysely } from "./transaction-guard.ts";
import { isUnreachable } from "./unavailable.ts";

const WORKERS = 10;

describe.skipIf(noPostgres())("on a PostgreSQL server", () => {
  let server: TestServer;
  let database: ConnectedDatabase | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });
  afterAll(() => server.remove());

  /** Makes a database with a signed-in teacher, and an app on it. */
  async function appOfTeacher(name: string) {
    const databaseUrl = await server.createDatabase(name);
    database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 6 });
    const { db } = database;
    await migrate(db);
    const app = await buildApp({ db, config: readConfig({ DEMO: "off", LOG_LEVEL: "silent" }) });
    onTestFinished(() => app.close());
    const school = await makeSchool(db);
    await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
    const { headers } = await signIn(app, "lin");
    return { app, db, databaseUrl, headers };
  }

  test.each(["fast", "immediate"] as const)(
    "restarted under load (%s), calls are told to come back; then all goes on, and no acknowledged write is lost",
    { timeout: 60_000 },
    async (mode) => {
      const { app, db, headers } = await appOfTeacher(`restarted_${mode}`);
      await makeApps(db, [{ id: "opened" }]);

      const seen = { ok: 0, unavailable: 0, acknowledged: 0, asked: 0, going: true };
      const readers = Array.from({ length: WORKERS }, async () => {
        while (seen.going) {
          const answer = await send(app, readAgreement, { type: "user" });
          if (answer.status === 200) seen.ok += 1;
          else {
            expect([answer.status, answer.body.code]).toEqual([503, 50300]);
            expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
            seen.unavailable += 1;
            await setTimeout(5);
          }
        }
      });
      const writer = (async () => {
        while (seen.going) {
          seen.asked += 1;
          const answer = await send(app, reportAppLogin, { app_id: "opened" }, { headers });
          expect([200, 503]).toContain(answer.status);
          if (answer.status === 200) seen.acknowledged += 1;
          else await setTimeout(5);
        }
      })();
      const until = async (isSo: () => boolean) => {
        while (!isSo()) await setTimeout(5);
      };

      await until(() => seen.ok > 50 && seen.acknowledged > 5);
      await server.stop(mode);
      await until(() => seen.unavailable > 20);
      expect((await app.inject("/readyz")).statusCode).toBe(503);
      expect((await app.inject("/healthz")).statusCode).toBe(200);
      await server.start();
      const { ok, acknowledged } = seen;
      await until(() => seen.ok > ok + 50 && seen.acknowledged > acknowledged + 5);
      expect((await app.inject("/readyz")).statusCode).toBe(200);
      seen.going = false;
      await Promise.all([...readers, writer]);

      const { times } = await db.selectFrom("app_use").select("times").executeTakeFirstOrThrow();
      expect(times).toBeGreaterThanOrEqual(seen.acknowledged);
      expect(times).toBeLessThanOrEqual(seen.asked);
    },
  );

  test("a server that vanishes without a word is given up, and another connection is made", async () => {
    const line = await cutLine(server.port);
    onTestFinished(() => line.close());
    const url = new URL(server.url("postgres"));
    url.port = String(line.port);
    const { pool, state } = await openServer(url.href, 2, { answerWithinMs: 300 });
    const db = new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    const ask = () => sql`select 1 as one`.execute(db);
    await ask();

    line.goDead();
    const lost = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isUnreachable(lost)).toBe(true);
    expect((await ask()).rows).toEqual([{ one: 1 }]);

    line.goDead();
    const transaction = db.transaction().execute(async (trx) => sql`select 1`.execute(trx));
    await expect(transaction).rejects.toSatisfy(isUnreachable);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    expect(state().open).toBeLessThanOrEqual(2);
  });

  test("a statement that an operator cancels is told to come back, to all who wait for it", async () => {
    const { app, databaseUrl, headers } = await appOfTeacher("cancelled");
    const ask = () =>
      Promise.all(Array.from({ length: 5 }, () => send(app, readUserDetail, {}, { headers })));

    const operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
    onTestFinished(() => operator.end());
    await operator.query("begin; lock table class_teacher in access exclusive mode");
    const answers = ask();
    const waiting = "from pg_stat_activity where wait_event_type = 'Lock'";
    const over = new AbortController();
    void answers.then(() => over.abort());
    while (!over.signal.aborted) {
      await operator.query(`select pg_cancel_backend(pid) ${waiting}`);
      await setTimeout(5);
    }
    for (const { status, body, headers: answered } of await answers) {
      expect([status, body.code]).toEqual([503, 50300]);
      expect(Number(answered["retry-after"])).toBeGreaterThan(0);
    }
    await operator.query("rollback");
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test("while it is away no call and no protocol is answered as a fault", async () => {
    const { app, db, headers } = await appOfTeacher("away");
    await makeApps(db, [
      {
        id: "bank",
        launch: "oidc",
        secret: "secret of bank",
        settings: { redirect_uris: ["https://bank.example/callback"] },
      },
    ]);
    // what is kept for a second is there
    expect((await app.inject("/oidc/jwks")).statusCode).toBe(200);
    await server.stop("immediate");
    onTestFinished(() => server.start());
    const basic = { authorization: `Basic ${btoa("bank:secret of bank")}` };
    const form = { ...basic, "content-type": "application/x-www-form-urlencoded" };
    const answers = [
      ["/oidc/token", await post(app, "/oidc/token", form, "grant_type=authorization_code&code=x")],
      ["/oidc/auth", await app.inject(AUTHORIZE)],
      ["/oidc/me", await app.inject({ url: "/oidc/me", headers: { authorization: "Bearer x" } })],
    ] as [string, Awaited<ReturnType<typeof post>>][];
    for (const [name, { method, path }] of CALL_LIST) {
      const input = inputOf(name);
      const sent =
        method === "GET" ? { query: input as Record<string, string> } : { payload: input };
      answers.push([name, await app.inject({ method, url: path, headers, ...sent })]);
    }
    for (const url of [
      "/ims/oneroster/rostering/v1p2/users",
      "/cas/login?service=https://a.example/",
    ]) {
      answers.push([url, await app.inject({ url, headers })]);
    }
    const seen = new Map<number, number>();
    for (const [name, { statusCode, headers: answered }] of answers) {
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
      if (statusCode < 500) continue;
      expect([name, statusCode]).toEqual([name, 503]);
      expect([name, Number(answered["retry-after"]) > 0]).toEqual([name, true]);
    }
    expect(answers.slice(0, 2).map(([, { statusCode }]) => statusCode)).toEqual([503, 503]);
    expect(seen.get(503)).toBeGreaterThan(CALL_LIST.length / 2);
  });

  test("a name that leads to a standby is waited for: nothing is read there, and a refused write is no fault", async () => {
    const standby = await server.startStandby();
    onTestFinished(() => standby.remove());
    await expect(openServer(standby.url("postgres"), 1)).rejects.toThrow("备库");
    const line = await cutLine(server.port);
    onTestFinished(() => line.close());
    const address = new URL(server.url("postgres"));
    address.port = String(line.port);
    const { pool } = await openServer(address.href, 2, { answerWithinMs: 300 });
    const db = new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    const ask = () => sql`select 1 as one`.execute(db);
    await ask();
    line.goDead();
    line.leadTo(standby.port);
    for (let times = 0; times < 3; times += 1) {
      await expect(ask()).rejects.toSatisfy(isUnreachable);
    }
    line.leadTo(server.port);
    expect((await ask()).rows).toEqual([{ one: 1 }]);

    // a pooler may have led the same connection to a standby
    await sql`set default_transaction_read_only = on`.execute(db);
    const write = sql`insert into nowhere select`.execute(db);
    await expect(write).rejects.toThrow("nowhere");
    await expect(sql`create table nowhere ()`.execute(db)).rejects.toSatisfy(isUnreachable);
    await sql`create table nowhere ()`.execute(db);
  });

  test("a script takes as long as it takes", async () => {
    const { pool } = await openServer(server.url("postgres"), 1, { answerWithinMs: 100 });
    const db = new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    await sql.raw("-- maintenance\nselect pg_sleep(0.3)").execute(db);
  });
});

const AUTHORIZE = `/oidc/auth?${new URLSearchParams({
  client_id: "bank",
  redirect_uri: "https://bank.example/callback",
  response_type: "code",
  scope: "openid",
  code_challenge: "x".repeat(43),
  code_challenge_method: "S256",
}).toString()}`;

function post(app: FastifyInstance, url: string, headers: Record<string, string>, payload: string) {
  return app.inject({ method: "POST", url, headers, payload });
}
