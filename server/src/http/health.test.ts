import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ rowSecurity: false });
});
afterAll(() => at.close());

const readiness = async () => {
  const { statusCode, body } = await at.app.inject("/readyz");
  return [statusCode, body];
};

test("tables that this version needs and that are not there yet: not ready", async () => {
  await sql`create table kept as select * from schema_migration`.execute(at.db);
  await sql`delete from schema_migration where number > 1`.execute(at.db);
  expect(await readiness()).toEqual([503, "not ready: migrations\n"]);
  await sql`drop table schema_migration`.execute(at.db);
  expect(await readiness()).toEqual([503, "not ready: migrations\n"]);
  await sql`alter table kept rename to schema_migration`.execute(at.db);
  expect(await readiness()).toEqual([200, "ready\n"]);
});

test("tables of a later version do not disturb this one, while nodes are replaced one by one", async () => {
  await sql`insert into schema_migration (number, name, hash, applied_at)
    values (9999, 'later.sql', '', now())`.execute(at.db);
  expect(await readiness()).toEqual([200, "ready\n"]);
});

test("a node about to stop is not ready but alive, and asks for other connections to be used", async () => {
  const before = await at.app.inject("/healthz");
  expect(before.headers["connection"]).not.toBe("close");
  at.app.shutdown.begin();
  expect(await readiness()).toEqual([503, "not ready: stopping\n"]);
  const { statusCode, headers } = await at.app.inject("/healthz");
  expect([statusCode, headers["connection"]]).toEqual([200, "close"]);
});
