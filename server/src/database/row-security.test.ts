import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContents } from "../../test/contents.ts";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { connectDatabase, type ConnectedDatabase } from "./connect.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { acrossSchools, inSchools } from "./scope.ts";
import { enableRowSecurity } from "./row-security.ts";

/** Tables with a `school_id` that need no row-level security, each with the reason. */
const OPEN = {
  user: "the school last active; a person can be of several, which memberships say",
};

interface ScopedDatabase {
  /** The database that requests get. */
  scoped: Database;
  /** The database that sets the test up; it sees every row. */
  wide: Database;
  close(): Promise<void>;
}

async function embedded(): Promise<ScopedDatabase> {
  const { db, scoped, close } = await openTestDatabase();
  return { scoped, wide: db, close };
}

let server: TestServer | undefined;

async function onServer(): Promise<ScopedDatabase> {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase("tenancy");
  const connected = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 1 });
  await migrate(connected.db);
  return { scoped: connected.db, wide: connected.everySchool, close: () => connected.close() };
}

afterAll(() => server?.remove());

describe.each([
  ["the embedded engine", embedded, false],
  ["a PostgreSQL server, over one connection", onServer, noPostgres()],
] as const)("on %s", (_, open, missing) => {
  describe.skipIf(missing)("row-level security", () => {
    let scoped: Database;
    let wide: Database;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ scoped, wide, close } = await open());
      for (const id of ["a", "b", "c"]) {
        await makeSchool(wide, { id });
        const memberships = [{ school: id, identity: "student" as const }];
        await makePerson(wide, { id: `of ${id}`, account: `of-${id}`, memberships });
      }
      if (!(await enableRowSecurity(scoped))) throw new Error("row security is not enabled");
    });
    afterAll(() => close());

    const seen = async (db = scoped) => {
      const rows = await db
        .selectFrom("membership")
        .select("school_id")
        .orderBy("school_id")
        .execute();
      return rows.map(({ school_id }) => school_id).join("");
    };

    test("every table with school_id stands behind it", async () => {
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
          and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
        order by 1`.execute(wide);
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(OPEN));
    });

    test("no partition is reached around its table", async () => {
      await migrate(wide);
      const { rows } = await sql<{ name: string; is_open: boolean }>`
        select c.relname as name, has_table_privilege('schoolgate_app', c.oid, 'select, insert, update, delete') as is_open
        from pg_class c where c.relispartition and c.relkind in ('r', 'p')`.execute(wide);
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.filter(({ is_open }) => is_open)).toEqual([]);
    });

    test("requests run as a role that owns nothing and passes no policy by", async () => {
      const { rows } = await sql<Record<string, unknown>>`
        select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcanlogin,
          (select count(*) from pg_class c where c.relowner = r.oid) as owned
        from pg_roles r where r.rolname = current_user`.execute(scoped);
      expect(rows).toEqual([
        {
          rolname: "schoolgate_app",
          rolsuper: false,
          rolbypassrls: false,
          rolcanlogin: false,
          owned: 0,
        },
      ]);
      await expect(sql`create table t (x int)`.execute(scoped)).rejects.toThrow(
        "permission denied",
      );
      await expect(
        sql`alter table class disable row level security`.execute(scoped),
      ).rejects.toThrow("owner");
    });

    test("search reads what its schools may see, by the index, and cannot write", async () => {
      await makeSchool(wide, { id: "above a", kind: "district" });
      await wide
        .updateTable("school")
        .set({ parent_id: "above a" })
        .where("id", "=", "a")
        .execute();
      const contents = ["", "a", "b", "above a"].map((school_id) => ({ id: "one", school_id }));
      await makeContents(wide, contents, new Date());
      const search = sql<Record<string, string>>`
        select school_id from content_searchable c where c.tok @> (select '{one}'::text[]) order by 1`;
      const found = async () =>
        (await search.execute(scoped)).rows.map((row) => row["school_id"]).join(",");
      expect(await found()).toBe("");
      expect(await inSchools(["a"], found)).toBe(",a,above a");
      expect(await inSchools(["b"], found)).toBe(",b");
      expect(await inSchools(["*"], found)).toBe("");
      expect(await acrossSchools("count", found)).toBe(",a,above a,b");
      await scoped.transaction().execute(async (trx) => {
        // of an empty table every way costs the same
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_indexscan = off`.execute(trx);
        const plan = await sql`explain ${search}`.execute(trx);
        expect(JSON.stringify(plan.rows)).toContain("Bitmap Index Scan on content_tok");
      });
      const writing = sql`update content_searchable set state = 'draft'`.execute(scoped);
      await expect(writing).rejects.toThrow("permission denied");
    });

    test.each([
      ["without a scope, nothing", () => seen(), ""],
      ["a school, its own", () => inSchools(["b"], () => seen()), "b"],
      ["several", () => inSchools(["a", "c"], () => seen()), "ac"],
      ["a school that does not exist", () => inSchools(["x"], () => seen()), ""],
      ["the mark of all, as an id", () => inSchools(["*"], () => seen()), ""],
      ["an id with what parts ids", () => inSchools(["a\u001fb"], () => seen()), ""],
      ["no school", () => inSchools([], () => seen()), ""],
      ["the platform's work, all", () => acrossSchools("sweep", () => seen()), "abc"],
      [
        "a scope within a wider one",
        () => acrossSchools("sweep", () => inSchools(["a"], () => seen())),
        "a",
      ],
    ])("%s", async (_name, look, wanted) => {
      expect(await look()).toBe(wanted);
    });

    test("nothing of another school is written, changed or deleted", async () => {
      const row = { school_id: "b", user_id: "of a", identity: "teacher" as const, source: null };
      await inSchools(["a"], async () => {
        await expect(scoped.insertInto("membership").values(row).execute()).rejects.toThrow(
          "row-level security",
        );
        const moved = scoped
          .updateTable("membership")
          .set({ school_id: "b" })
          .where("user_id", "=", "of a");
        await expect(moved.execute()).rejects.toThrow("row-level security");
        const update = scoped
          .updateTable("membership")
          .set({ sort: 9 })
          .where("school_id", "=", "b");
        expect((await update.executeTakeFirst()).numUpdatedRows).toBe(0n);
        const drop = scoped.deleteFrom("membership").where("school_id", "=", "b");
        expect((await drop.executeTakeFirst()).numDeletedRows).toBe(0n);
      });
      expect(await seen(wide)).toBe("abc");
    });

    test("a connection that is used again carries nothing over", async () => {
      const told = async () => {
        const { rows } = await sql<{ scope: string | null }>`
          select current_setting('schoolgate.scope', true) as scope`.execute(scoped);
        return rows[0]?.scope ?? "";
      };
      expect(await inSchools(["a"], told)).toBe("\u001fa");
      expect(await told()).toBe("");
      await acrossSchools("sweep", () => scoped.transaction().execute((trx) => seen(trx)));
      expect(await told()).toBe("");
      expect(await seen()).toBe("");
      const failing = acrossSchools("sweep", () =>
        scoped.transaction().execute(async (trx) => {
          await seen(trx);
          await sql`select 1 / 0`.execute(trx);
        }),
      );
      await expect(failing).rejects.toThrow("division by zero");
      expect(await told()).toBe("");
      await expect(inSchools(["a"], () => sql`select 1 / 0`.execute(scoped))).rejects.toThrow(
        "division",
      );
      expect(await seen()).toBe("");
    });

    test("in a transaction each statement sees the scope that it is sent in", async () => {
      await inSchools(["a"], () =>
        scoped.transaction().execute(async (trx) => {
          expect(await seen(trx)).toBe("a");
          expect(await acrossSchools("sweep", () => seen(trx))).toBe("abc");
          expect(await inSchools([], () => seen(trx))).toBe("");
          expect(await seen(trx)).toBe("a");
        }),
      );
    });

    test("200 requests of three schools at once: each sees its own", async () => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => {
          const id = "abc".charAt(n % 3);
          return inSchools([id], async () =>
            n % 2 === 0 ? seen() : scoped.transaction().execute(seen),
          ).then((got) => got === id);
        }),
      );
      expect(answers.every(Boolean)).toBe(true);
    });
  });
});

describe.skipIf(noPostgres())("with an owner apart", () => {
  let connected: ConnectedDatabase;
  let own: TestServer;
  beforeAll(async () => {
    own = await startPostgres();
    const address = await own.createDatabase("apart");
    const admin = await connectDatabase({ dataDir: "", databaseUrl: address, databasePoolSize: 1 });
    await sql`create role web login`.execute(admin.db);
    await sql`create role keeper login createrole`.execute(admin.db);
    await sql`grant create, usage on schema public to keeper`.execute(admin.db);
    await admin.close();
    const as = (user: string) => address.replace("schoolgate@", `${user}@`);
    connected = await connectDatabase({
      dataDir: "",
      databaseUrl: as("web"),
      databaseOwnerUrl: as("keeper"),
      databasePoolSize: 2,
    });
  });
  afterAll(async () => {
    await connected.close();
    await own.remove();
  });

  test("migrations run as the owner, requests as who owns nothing, and both sides hold", async () => {
    const { db, everySchool } = connected;
    await migrate(db);
    expect(await migrate(db)).toEqual([]);
    await makeSchool(everySchool, { id: "a" });
    await makePerson(everySchool, {
      account: "x",
      memberships: [{ school: "a", identity: "teacher" }],
    });
    const count = () => db.selectFrom("membership").select("school_id").execute();
    expect(await count()).toEqual([]);
    expect(await enableRowSecurity(db)).toBe(true);
    expect(await count()).toEqual([]);
    expect(await inSchools(["a"], count)).toHaveLength(1);
  });
});
