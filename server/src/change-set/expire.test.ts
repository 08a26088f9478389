import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../test/build.ts";
import { makeSchool } from "../../test/people.ts";
import { acrossSchools } from "../database/scope.ts";
import { endExpired } from "./expire.ts";

const now = new Date("2026-11-20T08:00:00Z");

test("of many identities and locks that end on one day no transaction ends more than 500", async () => {
  const { app, db, close } = await buildTestApp({ now: () => now, rowSecurity: false });
  onTestFinished(close);
  const school = await makeSchool(db);
  await sql`insert into "user" (id, account, name, is_abled)
    select 'p' || n, 'p' || n, 'p' || n, false from generate_series(1, 501) n`.execute(db);
  await sql`insert into membership (school_id, user_id, identity, until)
    select ${school}, 'p' || n, 'teacher', ${now} from generate_series(1, 501) n`.execute(db);
  await sql`insert into person_lock (user_id, reason, until, locked_at)
    select 'p' || n, '', ${now}, ${now} from generate_series(1, 501) n`.execute(db);
  await sql`create function refuse_many() returns trigger language plpgsql as
    $$ begin if (select count(*) from written) > 500 then raise 'too many'; end if; return null; end $$`.execute(
    db,
  );
  for (const table of ["membership", "user"]) {
    await sql`create trigger refuse_many after update on ${sql.table(table)}
      referencing new table as written for each statement execute function refuse_many()`.execute(
      db,
    );
  }

  await acrossSchools("job", () => endExpired(app));
  const { rows } = await sql`select
      (select count(*)::int from membership where is_abled) as identities,
      (select count(*)::int from person_lock) as locks,
      (select count(*)::int from "user" where not is_abled) as locked,
      (select count(*)::int from audit_entry
        where action in ('membership-change', 'access-change')) as entries`.execute(db);
  expect(rows).toEqual([{ identities: 0, locks: 0, locked: 0, entries: 1002 }]);
});
