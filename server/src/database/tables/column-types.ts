import type { ColumnType } from "kysely";

export type Timestamp = Date;
/** A column with `default now()`. */
export type Stamped = ColumnType<Date, Date | undefined, Date>;
/** A calendar day, read and written as `YYYY-MM-DD`. */
export type Day = string;

/** A row that a roster may have brought in. */
export interface Sourced {
  source: string | null;
  sourced_id: string | null;
}
