import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { columnsOf, type RosterFile } from "./one-roster.ts";
import type { Row } from "./read-table.ts";

/** The rows of every file of a roster. */
export type Tables = { [F in RosterFile]: Row<F>[] };

interface Content {
  columns: string[];
  rows: string[][];
}

/** A source's bundle as kept, and the one that it was laid over. */
export interface KeptBundle {
  id: string;
  source: string;
  base_id: string | null;
}

/** Returns the id of the bundle that the platform's rows of a source follow; null: none has been imported. */
export async function presentBundle(db: Queryable, source: string): Promise<string | null> {
  const row = await db
    .selectFrom("roster_source")
    .select("bundle_id")
    .where("source", "=", source)
    .executeTakeFirst();
  return row?.bundle_id ?? null;
}

/** Returns a kept bundle; undefined once it has been swept. */
export async function findBundle(db: Queryable, id: string): Promise<KeptBundle | undefined> {
  return db
    .selectFrom("roster_bundle")
    .select(["id", "source", "base_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the files of a bundle; the rows have no line, and no file of null. */
export async function readKeptFiles(db: Queryable, id: string | null): Promise<Partial<Tables>> {
  if (id === null) return {};
  const files = await db
    .selectFrom("roster_file")
    .select(["file", "content"])
    .where("bundle_id", "=", id)
    .execute();
  return Object.fromEntries(files.map(({ file, content }) => [file, unpack(content)]));
}

/** Keeps a bundle whole, without passwords and what nobody needs; returns its id. */
export async function insertBundle(
  trx: Queryable,
  { source, base_id, now }: { source: string; base_id: string | null; now: Date },
  tables: Tables,
): Promise<string> {
  const id = randomUUID();
  await trx.insertInto("roster_bundle").values({ id, source, base_id, created_at: now }).execute();
  await keepFiles(trx, id, tables);
  return id;
}

/** Stores the files of a bundle, without passwords and what nobody needs; unchanged ones are not written. */
export async function keepFiles(db: Queryable, bundle_id: string, tables: Tables): Promise<void> {
  for (const [file, rows] of Object.entries(tables)) {
    await db
      .insertInto("roster_file")
      .values({ bundle_id, file, content: pack(file as RosterFile, rows) })
      .onConflict((conflict) =>
        conflict
          .columns(["bundle_id", "file"])
          .doUpdateSet((row) => ({ content: row.ref("excluded.content") }))
          .whereRef("roster_file.content", "is distinct from", "excluded.content"),
      )
      .execute();
  }
}

/** Puts the content of a bundle in the place of the one that it was laid over, and drops it: its rows are the same. */
export async function foldBundle(trx: Queryable, { id, base_id }: KeptBundle): Promise<void> {
  if (base_id === null) return;
  await sql`insert into roster_file (bundle_id, file, content)
    select ${base_id}, file, content from roster_file where bundle_id = ${id}
    on conflict (bundle_id, file) do update set content = excluded.content
      where roster_file.content is distinct from excluded.content`.execute(trx);
  await dropBundle(trx, id);
}

export async function dropBundle(trx: Queryable, id: string): Promise<void> {
  await trx.deleteFrom("roster_bundle").where("id", "=", id).execute();
}

/** Deletes bundles made before a moment that no source follows and that no change set can turn to any more. */
export async function sweepBundles(db: Queryable, before: Date): Promise<void> {
  await sql`delete from roster_bundle b where b.created_at < ${before}
    and not exists (select from roster_source s where s.bundle_id = b.id)
    and not exists (select from change_row r where r.table_key = 'roster_source'
      and b.id in (r.before ->> 'bundle_id', r.after ->> 'bundle_id'))`.execute(db);
}

function pack<F extends RosterFile>(file: F, rows: readonly Row<F>[]): string {
  const columns = columnsOf(file)
    .filter(([, { kind }]) => kind !== "password" && kind !== "unneeded")
    .map(([column]) => column);
  const content: Content = {
    columns,
    rows: rows.map(({ cells }) => columns.map((column) => cells[column])),
  };
  return JSON.stringify(content);
}

function unpack<F extends RosterFile>(content: string): Row<F>[] {
  const { columns, rows } = JSON.parse(content) as Content;
  return rows.map((values) => ({
    cells: Object.fromEntries(
      columns.map((column, index) => [column, values[index] ?? ""]),
    ) as Row<F>["cells"],
  }));
}
