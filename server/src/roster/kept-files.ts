import type { Queryable } from "../database/database.ts";
import { columnsOf, type RosterFile } from "./one-roster.ts";
import type { Row } from "./read-table.ts";

/** The rows of every file of a roster. */
export type Tables = { [F in RosterFile]: Row<F>[] };

interface Content {
  columns: string[];
  rows: string[][];
}

/** Returns the files of a source as its earlier bundles left them; the rows have no line. */
export async function readKeptFiles(db: Queryable, source: string): Promise<Partial<Tables>> {
  const files = await db
    .selectFrom("roster_file")
    .select(["file", "content"])
    .where("source", "=", source)
    .execute();
  return Object.fromEntries(files.map(({ file, content }) => [file, unpack(content)]));
}

/** Stores the files, without passwords; unchanged ones are not written. */
export async function keepFiles(db: Queryable, source: string, tables: Tables): Promise<void> {
  for (const [file, rows] of Object.entries(tables)) {
    await db
      .insertInto("roster_file")
      .values({ source, file, content: pack(file as RosterFile, rows) })
      .onConflict((conflict) =>
        conflict
          .columns(["source", "file"])
          .doUpdateSet((row) => ({ content: row.ref("excluded.content") }))
          .whereRef("roster_file.content", "is distinct from", "excluded.content"),
      )
      .execute();
  }
}

function pack<F extends RosterFile>(file: F, rows: readonly Row<F>[]): string {
  const columns = columnsOf(file)
    .filter(([, { kind }]) => kind !== "password")
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
