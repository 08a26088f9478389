import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectedDatabase } from "../database/connect.ts";
import { openTestDatabase } from "../../test/database.ts";
import { DECLARED } from "./tables.ts";

let connected: ConnectedDatabase;
beforeAll(async () => {
  connected = await openTestDatabase();
});
afterAll(() => connected.close());

async function columnsOfDatabase(): Promise<string[]> {
  // a partition holds what its table does
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`.execute(connected.db);
  return rows.map(({ name }) => name);
}

const declared = DECLARED.flatMap(([table, { columns }]) =>
  Object.values(columns).flatMap((names) => names.map((name) => `${table}.${name}`)),
);

/** Returns the columns that are in only one of the lists. */
const compare = (real: readonly string[], said: readonly string[]) => ({
  undeclared: real.filter((one) => !said.includes(one)),
  absent: said.filter((one) => !real.includes(one)),
});

test("every column of the migrated database has its class, and none is declared that does not exist", async () => {
  expect(compare(await columnsOfDatabase(), declared)).toEqual({ undeclared: [], absent: [] });
});

test("a column that is new, and one that is gone, are both noticed", async () => {
  const before = compare(await columnsOfDatabase(), declared);
  await sql`alter table subject add column nickname text`.execute(connected.db);
  await sql`alter table subject drop column sort`.execute(connected.db);
  expect(compare(await columnsOfDatabase(), declared)).toEqual({
    undeclared: [...before.undeclared, "subject.nickname"].toSorted(),
    absent: [...before.absent, "subject.sort"],
  });
});

test("no column has two classes", () => {
  expect(declared.filter((one, place) => declared.indexOf(one) !== place)).toEqual([]);
});

test("what holds something of a person says whose it is, and is called by a name", () => {
  const hidden = new Set(["secret", "technical", "none"]);
  for (const [table, { columns, shares, name }] of DECLARED) {
    const classes = Object.entries(columns).flatMap(([one, names]) => (names.length ? [one] : []));
    if (classes.every((one) => hidden.has(one))) continue;
    expect(name, table).toBeDefined();
    // the roster's files hold everyone in one text
    if (table !== "roster_file") expect(shares, table).not.toHaveLength(0);
  }
});

test("every reference to a person is a share or the school's own", async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = '"user"'::regclass`.execute(connected.db);
  const owned = new Set(DECLARED.flatMap(([table, { shares }]) => (shares.length ? [table] : [])));
  const loose = [...new Set(rows.map(({ name }) => name))].filter((name) => !owned.has(name));
  expect(loose.toSorted()).toEqual(["lti_item"]);
});
