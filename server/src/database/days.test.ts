import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { noPostgres, query, startPostgres } from "../../test/postgres.ts";
import { connectDatabase } from "./connect.ts";
import type { Database } from "./database.ts";
import { turnDays } from "./days.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { enableRowSecurity, ownerOf, withoutRole } from "./row-security.ts";

const NOW = new Date("2031-05-10T08:00:00Z");
const DAY_MS = 86_400_000;
const day = (offset: number): Date => new Date(NOW.getTime() + offset * DAY_MS);

interface Opened {
  /** The database that requests get. */
  scoped: Database;
  close(): Promise<void>;
}

const embedded = async (): Promise<Opened> => openTestDatabase();

/** Opens a server where one role owns the tables and another runs the platform, as in docs/tenancy.md. */
async function onServer(): Promise<Opened> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase("days");
  await query(databaseUrl, "create role keeper login createrole");
  await query(databaseUrl, "create role platform login");
  await query(databaseUrl, "alter schema public owner to keeper");
  const as = (name: string) => Object.assign(new URL(databaseUrl), { username: name }).href;
  const connected = await connectDatabase({
    ...{ dataDir: "", databaseUrl: as("platform"), databasePoolSize: 2 },
    databaseOwnerUrl: as("keeper"),
  });
  await migrate(connected.db);
  const close = async () => {
    await connected.close();
    await server.remove();
  };
  return { scoped: connected.db, close };
}

describe.each([
  ["the embedded engine", embedded, false],
  ["a PostgreSQL server whose tables belong to another role", onServer, noPostgres()],
] as const)("on %s", (_, open, missing) => {
  describe.skipIf(missing)("the days of a table", () => {
    let scoped: Database;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ scoped, close } = await open());
      if (!(await enableRowSecurity(scoped))) throw new Error("row security is not enabled");
    });
    afterAll(() => close());

    async function report(id: string, created_at: Date): Promise<void> {
      await scoped
        .insertInto("event_report")
        .values({ id, event: "visit", detail: "{}", created_at })
        .execute();
    }

    /** Returns the part that each report stands in. */
    async function parts(): Promise<Record<string, string>> {
      const { rows } = await sql<{ id: string; part: string }>`
    select id, tableoid::regclass::text as part from event_report order by id`.execute(scoped);
      return Object.fromEntries(rows.map(({ id, part }) => [id, part]));
    }

    async function days(): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_report'::regclass and c.relname ~ '^event_report_2031' order by 1`.execute(
        scoped,
      );
      return rows.map(({ name }) => name);
    }

    const turn = (now: Date) =>
      turnDays(scoped, "event_report", { now, before: new Date(now.getTime() - 29 * DAY_MS) });

    test("what is written before its day is made is kept, and moves into the day once that is there", async () => {
      await report("early", NOW);
      expect(await parts()).toEqual({ early: "event_report_other" });
      await turn(NOW);
      await report("later", day(7));
      await report("too far", day(8));
      expect(await parts()).toEqual({
        early: "event_report_20310510",
        later: "event_report_20310517",
        "too far": "event_report_other",
      });
      expect(await days()).toHaveLength(8);
      await turn(NOW);
      expect(await days()).toHaveLength(8);
    });

    test("a day that is over its time is dropped, whole, and what no day held is deleted", async () => {
      await report("old", day(-40));
      await turn(day(29));
      expect(Object.keys(await parts())).toEqual(["early", "later", "too far"]);
      // the last moment of the 10th is 29 days ago
      await turn(new Date("2031-06-09T00:00:00Z"));
      expect(Object.keys(await parts())).toEqual(["later", "too far"]);
      expect(await days()).not.toContain("event_report_20310510");
      expect(await days()).toContain("event_report_20310511");
    });

    test("a statement about one day looks at no other", async () => {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain (costs off)
    select id from event_report where created_at >= ${sql.lit("2031-05-17T00:00:00Z")}::timestamptz
      and created_at < ${sql.lit("2031-05-18T00:00:00Z")}::timestamptz`.execute(scoped);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const looked = plan.match(/(?<=event_report_)\w+?(?=_|\b)/g);
      expect([...new Set(looked)]).toEqual(["20310517"]);
      const write = await sql<{ "QUERY PLAN": string }>`explain (costs off)
    insert into event_report (id, event, created_at) values ('x', 'visit', ${NOW})`.execute(scoped);
      expect(write.rows.map((row) => row["QUERY PLAN"].trim())).toEqual([
        "Insert on event_report",
        "->  Result",
      ]);
    });

    test("a temporary table of the caller's is not taken for one of the owner's", async () => {
      const trx = await scoped.startTransaction().execute();
      await sql`create temporary table event_report_other (like event_report including defaults)`.execute(
        trx,
      );
      await sql`insert into event_report_other (id, event, created_at) values ('mine', 'x', ${day(-60)})`.execute(
        trx,
      );
      await sql`select days_drop('event_report', ${day(-50)})`.execute(trx);
      const { rows } = await sql<{ id: string }>`select id from pg_temp.event_report_other`.execute(
        trx,
      );
      await trx.rollback().execute();
      expect(rows).toEqual([{ id: "mine" }]);
    });

    test("requests can make and drop days of this table only, and reach no part but through it", async () => {
      await expect(
        sql`select days_make('membership', '2031-01-01', '2031-01-02')`.execute(scoped),
      ).rejects.toThrow("no days");
      await expect(sql`select days_drop('membership', now())`.execute(scoped)).rejects.toThrow(
        "no days",
      );
      await expect(
        sql`select days_make('event_report', '2031-01-01', '2041-01-02')`.execute(scoped),
      ).rejects.toThrow("no days");
      // a node's start grants the tables anew
      await migrate(scoped);
      await expect(sql`select from event_report_other`.execute(scoped)).rejects.toThrow(
        "permission denied",
      );
      await expect(sql`select from event_report_20310517`.execute(scoped)).rejects.toThrow(
        "permission denied",
      );
    });

    test("reports from before there were days are kept, each in its own", async () => {
      const script = readMigrations().find(({ name }) => name.endsWith("-event-days.sql"))?.script;
      const trx = await ownerOf(scoped).startTransaction().execute();
      await withoutRole(trx);
      // as migration 003 made it
      await sql
        .raw(
          `-- a script
      drop table event_report; drop function days_make; drop function days_drop;
      create table event_report (id text primary key, event text not null, client text not null default '',
        page text not null default '', detail jsonb not null default '{}', created_at timestamptz not null default now());
      create index event_report_created on event_report (created_at);
      insert into event_report (id, event, detail, created_at) values ('now', 'x', '{"a": 1}', now()),
        ('a week ago', 'x', '{}', now() - interval '7 days'), ('a year ago', 'x', '{}', now() - interval '1 year');
      ${script}`,
        )
        .execute(trx);
      const { rows: found } = await sql<{ id: string; is_day: boolean }>`
    select id, tableoid::regclass::text = 'event_report_' || to_char(created_at at time zone 'UTC', 'YYYYMMDD') as is_day
    from event_report order by created_at`.execute(trx);
      await trx.rollback().execute();
      expect(found).toEqual([
        { id: "a year ago", is_day: false },
        { id: "a week ago", is_day: true },
        { id: "now", is_day: true },
      ]);
    });
  });
});
