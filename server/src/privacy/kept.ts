import { sql, type RawBuilder } from "kysely";
import { DATA_CLASSES, type KeptData } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Subject, TableData } from "./declare.ts";
import { keptText, KINDS } from "./rules.ts";
import { DECLARED } from "./tables.ts";

/**
 * Returns the condition of a person's own rows in a table, whatever an erasure does to them; undefined where there can
 * be none.
 */
export function ownRows({ shares }: TableData, subject: Subject): RawBuilder<boolean> | undefined {
  const own = shares.filter(({ exported }) => exported !== false);
  if (own.length === 0) return undefined;
  return sql.join(
    own.map(({ rows }) => sql`(${rows(subject)})`),
    sql` or `,
  ) as RawBuilder<boolean>;
}

/** Counts the rows that each named table holds of a person, by kind of data, in one statement. */
export async function keptKinds(db: Queryable, subject: Subject): Promise<KeptData["kinds"]> {
  const tables = DECLARED.flatMap(([table, data]) => {
    const rows = ownRows(data, subject);
    return data.name === undefined || rows === undefined
      ? []
      : [{ table, data, name: data.name, rows }];
  });
  const counts = tables.map(
    ({ table, rows }) =>
      sql`(select count(*)::integer from ${sql.table(table)} where ${rows}) as ${sql.ref(table)}`,
  );
  const answer = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  const count = answer.rows[0] ?? {};
  return DATA_CLASSES.map((one) => ({
    class: one,
    ...KINDS[one],
    parts: tables
      .filter(({ data }) => (data.columns[one] ?? []).length > 0)
      .map(({ table, data, name }) => ({
        name,
        count: count[table] ?? 0,
        kept: keptText(data.retention),
      }))
      .filter((part) => part.count > 0),
  })).filter(({ parts }) => parts.length > 0);
}
