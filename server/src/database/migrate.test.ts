import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "./connect.ts";
import { migrate, readMigrations, type Migration } from "./migrate.ts";

let connected: ConnectedDatabase;
beforeEach(async () => {
  connected = await openTestDatabase();
});
afterEach(() => connected.close());

const applied = readMigrations();
const next = (script: string, more = 1): Migration => {
  const number = applied.length + more;
  return { number, name: `${String(number).padStart(3, "0")}-test.sql`, script };
};

test("what has run does not run again", async () => {
  expect(await migrate(connected.db)).toEqual([]);
});

test("only what is missing runs, and is recorded", async () => {
  const added = next("create table added (id int); insert into added values (1), (2);");
  expect(await migrate(connected.db, [...applied, added])).toEqual([added.name]);
  expect(await migrate(connected.db, [...applied, added])).toEqual([]);
  const { rows } = await sql`select id from added`.execute(connected.db);
  expect(rows).toHaveLength(2);
});

test("one that fails takes the whole set back", async () => {
  const set = [...applied, next("create table half (id int)"), next("select no_such_thing", 2)];
  await expect(migrate(connected.db, set)).rejects.toMatchObject({ code: "42703" });
  const { rows } = await sql`select to_regclass('half') as half`.execute(connected.db);
  expect(rows).toEqual([{ half: null }]);
  expect(await migrate(connected.db)).toEqual([]);
});

test("nodes that start at once do it once", async () => {
  const set = [...applied, next("create table once (id int)")];
  const results = await Promise.all([1, 2, 3].map(() => migrate(connected.db, set)));
  expect(results.flat()).toHaveLength(1);
});

test("a script that was changed after it ran is refused by its name", async () => {
  const [first, ...rest] = applied;
  const changed = [{ ...first!, script: "select 1" }, ...rest];
  await expect(migrate(connected.db, changed)).rejects.toThrow(
    /001-people\.sql 在执行之后被改动过/,
  );
});

test("a database from a newer version is refused by the name of what is unknown", async () => {
  const added = next("select 1");
  await migrate(connected.db, [...applied, added]);
  await expect(migrate(connected.db)).rejects.toThrow(
    `数据库已经升级到 ${added.name}，比这个程序认识的版本新`,
  );
});
