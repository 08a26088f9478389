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

/** The rows of a table that belong to a person, and the effect of the person's erasure on them. */
export interface Share {
  rows: (subject: Subject) => RawBuilder<boolean>;
  /** `delete`, or the values that take the place of what was there. */
  erase: "delete" | ((subject: Subject) => Readonly<Record<string, RawBuilder<unknown>>>);
  /** False: the rows are somebody else's more than this person's, and not in the export. */
  exported?: false;
}

/** The time for which rows are kept. */
export type Retention =
  /** As long as the account. */
  | "account"
  /** As long as the institution uses the platform. */
  | "institution"
  /** Days after a moment of the row; `sweptBy` names the file that sweeps it, unless `old` lets this feature sweep. */
  | { readonly days: number; readonly after: string; readonly sweptBy: string }
  | {
      readonly days: number;
      readonly after: string;
      readonly old: (before: Date) => RawBuilder<boolean>;
    };

/** The privacy declaration of a table: each column once, by its class. */
export interface TableData {
  /** The Chinese name; only of tables that hold personal data. */
  readonly name?: string;
  readonly shares: readonly Share[];
  readonly retention: Retention;
  readonly columns: Readonly<Partial<Record<ColumnClass, readonly string[]>>>;
}

/** Returns the share of rows whose column names the person; they are deleted with the person. */
export function ownedBy(column: string): Share {
  return { rows: ({ id }) => sql<boolean>`${sql.ref(column)} = ${id}`, erase: "delete" };
}

/** Returns the share of rows that are others' and note in a column that the person acted: the note goes with the person. */
export function notedIn(column: string): Share {
  return { ...ownedBy(column), erase: () => ({ [column]: sql`null` }), exported: false };
}

/** Returns the declaration of a table without personal data. */
export function nobodys(
  columns: readonly string[],
  { secret = [] }: { secret?: readonly string[] } = {},
): TableData {
  return { shares: [], retention: "institution", columns: { none: columns, secret } };
}

/** Returns a retention of days after a moment of the row, swept by this feature. */
export function sweptAfter(days: number, column: string): Retention {
  return {
    days,
    after: column,
    old: (before) => sql<boolean>`${sql.ref(column)} < ${before}`,
  };
}
