import { sql } from "kysely";
import {
  LEDGER_DAYS,
  LEDGER_FACTS,
  LEDGER_LISTED,
  type LedgerEntry,
  type LedgerFact,
} from "#contract";
import type { CatalogueApp } from "../catalogue/api.ts";
import type { Queryable } from "../database/database.ts";
import { daysBefore } from "../platform/days.ts";

/** The requests and messages of one app. */
type Past = Pick<LedgerEntry, "opened" | "asked" | "asked_times" | "sent">;

interface AskedRow {
  app_id: string;
  what: "opened" | "told" | "roster";
  at: Date;
  detail: { claims?: unknown; children?: unknown };
  times: number;
}

interface SentRow {
  app_id: string;
  at: Date;
  kind: "badge" | "todo" | "card";
  text: string;
}

/**
 * Reads what apps got of a child, and what they sent for it, by app. A list of people counts where the child is in it now: in
 * the app's roster, or in the class. Statements must see every school.
 */
export async function readPast(
  db: Queryable,
  childId: string,
  now: Date,
): Promise<Map<string, Past>> {
  const since = daysBefore(now, LEDGER_DAYS);
  const { rows: asked } = await sql<AskedRow>`
    with in_roster as materialized (
      select distinct app_id from one_roster_record
      where user_id = ${childId} and kind = 'user' and not is_deleted
    ), got as (
      select e.object_id as app_id, case e.action when 'launch' then 'opened' when 'app-told' then 'told' else 'roster' end as what,
        e.at, e.detail
      from audit_entry e where e.subject_id = ${childId} and e.at >= ${since} and e.outcome = 'ok'
        and e.action in ('launch', 'app-told', 'roster-read') and e.object_kind = 'app' and e.object_id is not null
      union all select e.app_id, 'roster', e.at, e.detail
      from in_roster r join audit_entry e on e.app_id = r.app_id
      where e.at >= ${since} and e.action = 'roster-read' and e.outcome = 'ok' and e.subject_id is null
        and e.detail->>'list' ~ '(Users|Students|Enrollments|Demographics)'
      union all select e.app_id, 'roster', e.at, e.detail
      from app a join audit_entry e on e.app_id = a.id
        join class_student cs on cs.user_id = ${childId} and cs.school_id = e.school_id and cs.class_id = e.object_id
      where a.launch = 'lti' and e.at >= ${since} and e.action = 'app-told' and e.outcome = 'ok' and e.subject_id is null
        and e.object_kind = 'class'
    )
    select app_id, what, at, detail, times::int from (
      select g.*, count(*) over one as times, row_number() over (one order by at desc) as nth
      from got g window one as (partition by app_id, what)) t
    where nth <= ${LEDGER_LISTED} order by at desc`.execute(db);
  const { rows: sent } = await sql<SentRow>`
    select app_id, at, kind, text from (
      select i.app_id, i.kind, i.key, max(i.updated_at) as at,
        max(coalesce(i.body->>'title', i.body->>'count', '')) as text,
        row_number() over (partition by i.app_id order by max(i.updated_at) desc) as nth
      from app_item i where i.user_id = ${childId} and i.identity = 'student' and not i.is_gone
      group by i.app_id, i.kind, i.key) t
    where nth <= ${LEDGER_LISTED} order by at desc`.execute(db);
  const past = new Map<string, Past>();
  const of = (id: string): Past => {
    const known = past.get(id) ?? { opened: 0, asked: [], asked_times: 0, sent: [] };
    past.set(id, known);
    return known;
  };
  for (const { app_id, what, at, detail, times } of asked) {
    const one = of(app_id);
    if (what === "opened") {
      one.opened = times;
      continue;
    }
    if (!one.asked.some((other) => other.what === what)) one.asked_times += times;
    if (one.asked.length >= LEDGER_LISTED) continue;
    one.asked.push({ at: at.toISOString(), what, facts: what === "told" ? toldFacts(detail) : [] });
  }
  for (const { app_id, at, ...item } of sent)
    of(app_id).sent.push({ at: at.toISOString(), ...item });
  return past;
}

function toldFacts({ claims }: AskedRow["detail"]): LedgerFact[] {
  const told: readonly unknown[] = Array.isArray(claims) ? claims : [];
  return LEDGER_FACTS.filter((fact) => told.includes(fact));
}

/** Returns the facts that an entry opens to its app of whoever is at a school. */
export function factsOf(
  { launch, claims, settings, roster }: CatalogueApp,
  schoolId: string | undefined,
): LedgerFact[] {
  const isTold = launch !== "link" && launch !== "module";
  const reads =
    roster !== null &&
    (roster.school_ids.length === 0 || roster.school_ids.includes(schoolId ?? ""));
  const open = new Set<LedgerFact>();
  if (isTold) for (const fact of ["sub", ...claims]) open.add(fact as LedgerFact);
  if ("names_and_roles" in settings && settings.names_and_roles) open.add("classmates");
  if (reads) {
    for (const fact of ["sub", "name", "identity", "school", "classes", "classmates"] as const) {
      open.add(fact);
    }
    for (const fact of ["parents", "mobile", "email", "demographics"] as const) {
      if (roster[fact]) open.add(fact);
    }
  }
  return LEDGER_FACTS.filter((fact) => open.has(fact));
}
