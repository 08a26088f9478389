import { sql } from "kysely";
import type { Database } from "./database.ts";
import { daysAfter } from "../platform/days.ts";

/** Tables that are kept by days (UTC), each a partition. A table comes in with its migration and the functions there. */
export type TableOfDays = "event_report";

/** Days made ahead: as long as every node may stand still before rows are written among the others. */
const DAYS_AHEAD = 7;

/**
 * Makes today and the days ahead, and drops those that were over before a moment. Fails after two seconds where somebody
 * reads the table for long, as a backup does: the job tries again.
 */
export async function turnDays(
  db: Database,
  table: TableOfDays,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  const last = daysAfter(now, DAYS_AHEAD);
  await sql`select days_make(${table}, ${dayOf(now)}::date, ${dayOf(last)}::date)`.execute(db);
  await sql`select days_drop(${table}, ${before})`.execute(db);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
