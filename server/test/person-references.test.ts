import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "./database.ts";

/** Tables with a row for few people only: going through them takes no time. */
const FEW_ROWS = [
  ...["change_set", "erasure", "feedback_note", "feedback_thread", "invitation", "leaver"],
  ...["lti_item", "name_correction", "people_group", "person_distinct", "person_lock"],
  ...["pupil_transfer", "right_bundle", "right_grant", "right_review"],
  ...["roster_connection", "roster_draft", "school_year_plan"],
];

// an account that is taken back is looked for in each of them: 50,000 accounts, 50,000 times
test("each reference to a person is found by an index, and looked for once", async () => {
  const { db, close } = await openTestDatabase();
  try {
    const { rows } = await sql<{ at: string; named: string; waits: boolean; indexed: boolean }>`
      select c.conrelid::regclass::text as at, c.conrelid::regclass || '.' || a.attname as named,
        c.confdeltype = 'a' as waits, exists (
          select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)')) as indexed
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = '"user"'::regclass`.execute(db);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ waits }) => waits).map(({ named }) => named)).toEqual([]);
    const gone = rows.filter(({ at, indexed }) => !indexed && !FEW_ROWS.includes(at));
    expect(gone.map(({ named }) => named)).toEqual([]);
  } finally {
    await close();
  }
});
