import { sql } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { withoutRole } from "../../src/database/row-security.ts";

/** Tables that a refused call may write to, each with the reason. */
const MAY_BE_TOUCHED: Readonly<Record<string, string>> = {
  audit_entry: "what was refused is on record, of a foreign id as of an absent one",
  audit_pending: "with each entry",
  audit_link: "a second later, by whichever node",
  audit_head: "as audit_link",
  login_throttle: "wrong codes are counted, whoever's they might have been",
  person_search: "names are read when somebody looks for people, whoever they are",
  content_view: "views are counted in the background, of what was read before",
};

/** Lets the database hash all rows of all tables, for `rowsOf` to compare. */
export async function watchRows(db: Database): Promise<void> {
  const left = Object.keys(MAY_BE_TOUCHED).map((name) => sql.lit(name));
  const make = sql`create function matrix_rows() returns jsonb language plpgsql security definer as $$
    declare
      name text;
      hash text;
      found jsonb := '{}';
    begin
      for name in select c.relname from pg_class c
        where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
          and c.relname not in (${sql.join(left)}) order by 1
      loop
        execute format('select md5(string_agg(t::text, chr(10) order by t::text)) from %I t', name) into hash;
        found := found || jsonb_build_object(name, hash);
      end loop;
      return found;
    end $$`;
  // the requests' role may make nothing
  await db.transaction().execute(async (trx) => {
    await withoutRole(trx);
    await make.execute(trx);
  });
}

/** Returns the hash of each table's rows. */
export async function rowsOf(db: Database): Promise<Record<string, string | null>> {
  const { rows } = await sql<{
    found: Record<string, string | null>;
  }>`select matrix_rows() as found`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the rows were not read");
  return row.found;
}
