import { sql } from "kysely";
import { auditActionText, type HistoryEntry, type Identity } from "#contract";
import { type PersonSet, type PlacedSet, setsOfPerson, wordsOfSet } from "../change-set/api.ts";
import type { Queryable } from "../database/database.ts";
import { type Scope, schoolsOf } from "../rights/rules.ts";
import { personWithin } from "../rights/scope-sql.ts";

const ENTRIES_AT_ONCE = 50;
/** Acts left out of a history: opening apps is a person's own use, and nothing that happened to them. */
const NOT_SHOWN = ["launch", "leave", "app-told"];
/** Minutes within which views by the same reader are one: a page reads a person more than once. */
const ONE_VIEW_MINUTES = 10;

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
 * operators' acts; with the changes that were applied to them and taken back, as long as their rows are kept. Acts at
 * other schools, and their actors, are not shown. Must see every school: acts at none are no school's rows.
 */
export async function readHistory(
  db: Queryable,
  { scope, maySee }: { scope: Scope; maySee: (set: PlacedSet) => boolean },
  user_id: string,
  after: HistoryPlace | undefined,
): Promise<HistoryPage> {
  const schools = schoolsOf(scope);
  const within = (e: string) =>
    schools === "all"
      ? sql`true`
      : sql`(${sql.ref(`${e}.school_id`)} is null or ${sql.ref(`${e}.school_id`)} = any (${schools}::text[]))`;
  const page = sql`where ${after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.at}, ${after.id})`}
    order by e.at desc, e.id desc limit ${ENTRIES_AT_ONCE + 1}`;
  const { rows } = await sql<Row>`
    select e.*, p.name from (
      (select * from (
        select e.id, e.at, e.action, e.outcome, e.user_id, e.identity, null as change_id, null::json as told,
          case when e.action = 'second-factor-change'
            then concat(e.detail ->> 'change', ' ', e.detail ->> 'kind') end as change
        from audit_entry e
        where e.subject_id = ${user_id} and e.action <> all (${NOT_SHOWN}::text[]) and ${within("e")}
          and not (e.action = 'child-read' and exists (select from audit_entry l
            where l.subject_id = e.subject_id and l.action = e.action and l.user_id = e.user_id
              and (l.at, l.id) > (e.at, e.id) and l.at <= e.at + ${ONE_VIEW_MINUTES} * interval '1 minute'
              and ${within("l")}))) e ${page})
      union all
      (select * from (
        select c.id, c.at, 'change-set', 'ok', c.by_id, null, c.change_id, c.told, null
        from (${setsOfPerson(user_id, schools)}) c) e (id, at, action, outcome, user_id, identity, change_id, told, change)
        ${page})) e
    left join "user" p on p.id = e.user_id and ${personWithin(scope, sql.ref("p.id"))}
    order by e.at desc, e.id desc limit ${ENTRIES_AT_ONCE + 1}`.execute(db);
  const shown = rows.slice(0, ENTRIES_AT_ONCE);
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => entryOf(row, user_id, maySee)),
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
  change_id: string | null;
  /** A change set; null for an entry of the audit. */
  told: PersonSet | null;
  /** Change of a second factor, as the audit words it. */
  change: string | null;
}

function entryOf(
  { id, at, action, outcome, user_id, identity, name, change_id, told, change }: Row,
  subject: string,
  maySee: (set: PlacedSet) => boolean,
): HistoryEntry {
  const isOpen = told !== null && maySee(told);
  const isKnown = user_id !== null && name !== null;
  return {
    ...{ id, action, outcome },
    at: at.toISOString(),
    words: told === null ? auditActionText(action, change) : wordsOfSet(told, isOpen),
    by: isKnown ? { id: user_id, name } : null,
    by_identity: isKnown ? identity : null,
    by_self: user_id === subject,
    change_id: isOpen ? change_id : null,
  };
}
