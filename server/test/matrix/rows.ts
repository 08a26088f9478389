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

/**
 * Lets the database tell of all tables how many rows they hold and which transaction was the last to write one of them,
 * for `rowsOf` to compare: whatever is inserted or updated is of a later transaction than all before it, and what is
 * only deleted is missing. It is one statement, planned once; a hash of every row took ten times as long.
 */
export async function watchRows(db: Database): Promise<void> {
  const left = Object.keys(MAY_BE_TOUCHED).map((name) => sql.lit(name));
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in (${sql.join(left)})`.execute(db);
  const states = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)}, concat(count(*), ' rows, the last of transaction ', max(xmin::text::bigint))
      from ${sql.table(name)}`,
  );
  const make = sql`create function matrix_rows() returns jsonb language plpgsql security definer as $$
    begin
      return (select jsonb_object_agg(name, state) from (${sql.join(states, sql` union all `)}) as found (name, state));
    end $$`;
  // the requests' role may make nothing
  await db.transaction().execute(async (trx) => {
    await withoutRole(trx);
    await make.execute(trx);
  });
}

/** Returns for each table how many rows it holds, and the last transaction that wrote one. */
export async function rowsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{
    found: Record<string, string>;
  }>`select matrix_rows() as found`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the rows were not read");
  return row.found;
}
