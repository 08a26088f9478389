import { sql } from "kysely";
import { AUDIT_ACTION_NAMES, type HistoryEntry, type Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { type Scope, schoolsOf } from "../rights/rules.ts";
import { personWithin } from "../rights/within.ts";

const ENTRIES_AT_ONCE = 50;
/** Acts left out of a history: opening apps is a person's own use, and nothing that happened to them. */
const NOT_SHOWN = ["launch", "leave", "app-told"];

export interface HistoryPlace {
  at: Date;
  id: string;
}

export interface HistoryPage {
  entries: HistoryEntry[];
  next: HistoryPlace | null;
}

/**
 * Reads what happened to a person, the latest first: at the schools of the scope, and at none, such as sign-ins and
 * operators' acts. Acts at other schools, and their actors, are not shown. Must see every school: acts at none are no
 * school's rows.
 */
export async function readHistory(
  db: Queryable,
  scope: Scope,
  user_id: string,
  after: HistoryPlace | undefined,
): Promise<HistoryPage> {
  const schools = schoolsOf(scope);
  const within =
    schools === "all"
      ? sql`true`
      : sql`(e.school_id is null or e.school_id = any (${schools}::text[]))`;
  const beyond = after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.at}, ${after.id})`;
  const { rows } = await sql<Row>`
    select e.id, e.at, e.action, e.outcome, e.user_id, e.identity, p.name
    from audit_entry e left join "user" p on p.id = e.user_id and ${personWithin(scope, sql.ref("p.id"))}
    where e.subject_id = ${user_id} and e.action <> all (${NOT_SHOWN}::text[]) and ${within} and ${beyond}
    order by e.at desc, e.id desc limit ${ENTRIES_AT_ONCE + 1}`.execute(db);
  const shown = rows.slice(0, ENTRIES_AT_ONCE);
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => entryOf(row, user_id)),
    next: rows.length > ENTRIES_AT_ONCE && last !== undefined ? { at: last.at, id: last.id } : null,
  };
}

interface Row {
  id: string;
  at: Date;
  action: string;
  outcome: "ok" | "refused";
  user_id: string | null;
  identity: Identity | null;
  name: string | null;
}

function entryOf(
  { id, at, action, outcome, user_id, identity, name }: Row,
  subject: string,
): HistoryEntry {
  const isKnown = user_id !== null && name !== null;
  return {
    ...{ id, action, outcome },
    at: at.toISOString(),
    words: AUDIT_ACTION_NAMES[action] ?? "其他操作",
    by: isKnown ? { id: user_id, name } : null,
    by_identity: isKnown ? identity : null,
    by_self: user_id === subject,
  };
}
