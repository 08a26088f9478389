import { setTimeout } from "node:timers/promises";
import { PostgresDialect, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readAgreement, reportAppLogin } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { cutLine } from "../../test/cut-line.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { send } from "../../test/send.ts";
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

  test.each(["fast", "immediate"] as const)(
    "restarted under load (%s), calls are told to come back; then all goes on, and no acknowledged write is lost",
    { timeout: 60_000 },
    async (mode) => {
      const databaseUrl = await server.createDatabase(`restarted_${mode}`);
      database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 6 });
      const { db } = database;
      await migrate(db);
      const app = await buildApp({ db, config: readConfig({ DEMO: "off", LOG_LEVEL: "silent" }) });
      onTestFinished(() => app.close());
      const school = await makeSchool(db);
      await makeApps(db, [{ id: "opened" }]);
      await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
      const { headers } = await signIn(app, "lin");

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
    const { pool, state } = await openServer(url.href, 2, 300);
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

  test("a script takes as long as it takes", async () => {
    const { pool } = await openServer(server.url("postgres"), 1, 100);
    const db = new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    await sql.raw("-- maintenance\nselect pg_sleep(0.3)").execute(db);
  });
});
