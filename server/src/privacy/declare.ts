import { sql, type RawBuilder } from "kysely";
import type { DataClass } from "#contract";

/**
 * The class of a column: a kind of personal data, a secret that is never shown, technical marks, or nothing of any
 * person.
 */
export type ColumnClass = DataClass | "secret" | "technical" | "none";

/** The person whose data is meant. */
export interface Subject {
  id: string;
  mobile: string | null;
  email: string | null;
}

/** Rows of a table that are a person's, and what becomes of them when the person is erased. */
export interface Share {
  rows: (subject: Subject) => RawBuilder<boolean>;
  /** `delete`, or the values that take the place of what was there. */
  erase: "delete" | ((subject: Subject) => Readonly<Record<string, RawBuilder<unknown>>>);
  /** False: it is somebody else's more than this person's, and not in the export. */
  exported?: false;
}

/** The time for which rows are kept. */
export type Retention =
  /** As long as the account. */
  | "account"
  /** As long as the institution uses the platform. */
  | "institution"
  /** Days after a moment of the row; `sweptBy` says where, unless `old` lets it be swept here. */
  | { readonly days: number; readonly after: string; readonly sweptBy: string }
  | {
      readonly days: number;
      readonly after: string;
      readonly old: (before: Date) => RawBuilder<boolean>;
    };

/** Everything that must be known of a table: each column once, by its class. */
export interface TableData {
  /** As people read it; only of tables that hold something of a person. */
  readonly name?: string;
  readonly shares: readonly Share[];
  readonly retention: Retention;
  readonly columns: Readonly<Partial<Record<ColumnClass, readonly string[]>>>;
}

/** Rows whose column names the person; they go with the person. */
export function ownedBy(column: string): Share {
  return { rows: ({ id }) => sql<boolean>`${sql.ref(column)} = ${id}`, erase: "delete" };
}

/** A table that holds nothing of any person. */
export function nobodys(
  columns: readonly string[],
  { secret = [] }: { secret?: readonly string[] } = {},
): TableData {
  return { shares: [], retention: "institution", columns: { none: columns, secret } };
}

/** Deleted here once a moment of the row lies so many days back. */
export function sweptAfter(days: number, column: string): Retention {
  return {
    days,
    after: column,
    old: (before) => sql<boolean>`${sql.ref(column)} < ${before}`,
  };
}
