import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, readAgreement, readUserDetail, redeemTicket } from "#contract";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { Tables } from "../database/tables.ts";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

const config = { ...readConfig({ DEMO: "off" }), logLevel: "debug" as const };
let database: ConnectedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function logged() {
  const lines: string[] = [];
  return { lines, log: { write: (line: string) => void lines.push(line) } };
}

describe("a fault", () => {
  test("is logged whole and answered with nothing but where to look", async () => {
    const { lines, log } = logged();
    const { db } = database;
    const app = await buildApp({ db, config, log });
    await sql`alter table agreement rename to agreement_away`.execute(db);
    const answer = await send(app, readAgreement, { type: "user" });
    await sql`alter table agreement_away rename to agreement`.execute(db);
    await app.close();
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        code: 50000,
        data: { request_id: answer.headers["x-request-id"] },
        msg: "服务出现故障，请稍后再试",
      },
    ]);
    const fault = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "fault");
    expect(fault).toMatchObject({
      request_id: answer.headers["x-request-id"],
      err: { message: expect.stringContaining("agreement"), stack: expect.any(String) },
    });
  });

  test("a database out of reach is answered as not ready, and says so at /readyz", async () => {
    const { log } = logged();
    const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const app = await buildApp({ db, config, log });
    for (const [call, headers] of [
      [readAgreement, {}],
      [readUserDetail, { authorization: "Bearer something" }],
    ] as const) {
      const answer = await send(app, call, { type: "user" }, { headers });
      expect([answer.status, answer.body.code]).toEqual([503, 50300]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await app.inject("/healthz")).body).toBe("ok\n");
    expect((await app.inject("/readyz")).statusCode).toBe(503);
    await app.close();
    await db.destroy();
  });

  test("a full disk is named in the log, and people are told to come again", async () => {
    const { lines, log } = logged();
    const { db } = database;
    const app = await buildApp({ db, config, log });
    // as PostgreSQL says it where a page of its own books finds no room
    await sql`create function full_disk() returns boolean language plpgsql as $$
      begin raise exception 'could not access status of transaction 0' using errcode = '53100'; end $$`.execute(
      db,
    );
    await sql`alter table agreement rename to agreement_away`.execute(db);
    await sql`create view agreement as select * from agreement_away where full_disk()`.execute(db);
    const answer = await send(app, readAgreement, { type: "user" });
    await sql`drop view agreement`.execute(db);
    await sql`alter table agreement_away rename to agreement`.execute(db);
    await sql`drop function full_disk()`.execute(db);
    await app.close();
    expect([answer.status, answer.body.code]).toEqual([503, 50300]);
    expect(lines.map((line) => JSON.parse(line).msg)).toContain("the disk of the database is full");
  });

  test("/readyz says when calls can be answered", async () => {
    const app = await buildApp({ db: database.db, config, log: logged().log });
    expect((await app.inject("/readyz")).statusCode).toBe(200);
    await app.close();
  });
});

test("no secret is ever in the log (OP-04)", async () => {
  const { lines, log } = logged();
  const { db } = database;
  const app = await buildApp({ db, config: { ...config, logLevel: "trace" }, log });
  const school = await makeSchool(db);
  await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
  const { token, headers } = await signIn(app, "lin");
  const password = "canary-password-1";
  const credential = "canary-id.canary-secret";
  const ticket = "canary-ticket-1";
  await send(app, login, { account: "lin", password });
  await send(app, login, { account: "lin", credential });
  const again = { account: "lin", password: TEST_PASSWORD, need_remember: true };
  const onPc = await send(app, login, again, { headers: { client: "pc" } });
  await send(app, redeemTicket, { ticket }, { headers: { authorization: "Basic canary-basic" } });
  await send(app, readUserDetail, { jwt: token }, { headers: { cookie: `token=${token}` } });
  await app.inject(`/dt-platform/none?jwt=${token}&ticket=${ticket}`);
  await app.inject(`/dt-platform/%zz?jwt=${token}`);
  await sql`alter table quick_app rename to quick_app_away`.execute(db);
  const failed = await send(app, readUserDetail, { jwt: token, fields: "app_ids" });
  await sql`alter table quick_app_away rename to quick_app`.execute(db);
  app.log.info({ password, headers: { authorization: headers["authorization"] } }, "careless");
  app.log.info(`careless too: /x?jwt=${token}&a=1 Bearer ${token}`);
  app.log.info({ a: { b: { c: { password } } } }, JSON.stringify({ ticket, a: [{ password }] }));
  app.log.error(new Error(`still careless: ticket=${ticket}`), "gone wrong");
  await app.close();
  expect([onPc.status, failed.status]).toEqual([200, 500]);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  const all = lines.join("");
  expect(all).toContain("careless");
  const issued = [token, onPc.body.data.token, onPc.body.data.credential ?? ""];
  for (const secret of [...issued, password, credential, ticket, TEST_PASSWORD, "canary"]) {
    expect(secret).not.toBe("");
    expect(all).not.toContain(secret);
  }
});
