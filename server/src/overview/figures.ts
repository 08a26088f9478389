import { sql } from "kysely";
import { chinaDay, chinaMoment, type Identity, OVERVIEW_DAYS, type Overview } from "#contract";
import type { Queryable } from "../database/database.ts";
import { daysAfter, daysBefore } from "../platform/days.ts";
import type { Scope } from "../rights/rules.ts";
import { personWithin } from "../rights/scope-sql.ts";
import type { Use } from "./checks.ts";

const FAILED_DAYS = 7;
const MAX_LISTED = 20;

/** Identities that are counted, in the order in which they are shown. */
export const COUNTED = ["student", "teacher", "parent", "manager"] as const;

/** Returns the days that are shown, the last of them today. */
export function daysUpTo(now: Date): string[] {
  return Array.from({ length: OVERVIEW_DAYS }, (_one, at) =>
    chinaDay(daysBefore(now, OVERVIEW_DAYS - 1 - at)),
  );
}

export interface PeopleAt {
  school_id: string;
  identity: Identity;
  people: number;
}

/** Counts the people of each school by identity. */
export async function readPeopleBySchool(
  db: Queryable,
  schools: readonly string[],
): Promise<PeopleAt[]> {
  const { rows } = await sql<PeopleAt>`
    select m.school_id, m.identity, count(*)::integer as people from membership m
    where m.is_abled and m.school_id = any (${[...schools]}::text[])
      and m.identity = any (${[...COUNTED]}::text[])
    group by m.school_id, m.identity`.execute(db);
  return rows;
}

export interface SignedIn {
  school_id: string;
  identity: Identity;
  /** Counts of each day, in order. */
  counts: number[];
}

/** Counts the people who signed in on each of the days, by school and identity. */
export async function readSignIns(
  db: Queryable,
  schools: readonly string[],
  days: readonly string[],
  use: Use = "probe",
): Promise<SignedIn[]> {
  const [first = ""] = days;
  const from = chinaMoment(first);
  // a bit for each day, so that nobody is sorted or counted twice; China's days all have 24 hours
  const bit = sql`1 << floor(extract(epoch from x.created_at - ${from}::timestamptz) / 86400)::integer`;
  const counts = days.map(
    (_day, at) => sql`count(*) filter (where s.days & ${sql.lit(1 << at)} <> 0)::integer`,
  );
  const until = daysAfter(from, days.length);
  const within = sql`x.created_at >= ${from} and x.created_at < ${until}`;
  const signedIn =
    use === "set"
      ? sql`join (select x.user_id, bit_or(${bit}) as days from session x where ${within} group by x.user_id) s
          on s.user_id = m.user_id`
      : sql`cross join lateral (
          select bit_or(${bit}) as days from session x where x.user_id = m.user_id and ${within}) s`;
  const { rows } = await sql<SignedIn>`
    select m.school_id, m.identity, array[${sql.join(counts)}] as counts
    from membership m ${signedIn}
    where m.is_abled and m.school_id = any (${[...schools]}::text[]) and m.identity = any (${[...COUNTED]}::text[])
    group by m.school_id, m.identity`.execute(db);
  return rows;
}

/** Lists apps that people of the scope failed to open today. Must see every school. */
export async function readFailingApps(
  db: Queryable,
  scope: Scope,
  now: Date,
): Promise<Overview["apps"]> {
  const since = chinaMoment(chinaDay(now));
  const within =
    scope.kind === "all"
      ? sql`true`
      : sql`(e.school_id = any (${[...scope.schools]}::text[])
          or (e.school_id is null and ${personWithin(scope, sql.ref("e.subject_id"))}))`;
  const { rows } = await sql<{ id: string; name: string; failures: number; last_at: Date }>`
    select a.id, a.name, count(*)::integer as failures, max(e.at) as last_at
    from audit_entry e join app a on a.id = e.object_id
    where e.at >= ${since} and e.action = 'launch' and e.outcome = 'refused' and e.object_kind = 'app' and ${within}
    group by a.id, a.name order by failures desc, a.id limit ${MAX_LISTED}`.execute(db);
  return rows.map(({ last_at, ...app }) => ({ ...app, last_at: last_at.toISOString() }));
}

const JOB_WORDS: Readonly<Record<string, string>> = {
  "change-apply": "应用变更",
  "change-undo": "撤销变更",
};

interface JobRow {
  id: string;
  kind: string;
  state: "waiting" | "running" | "failed";
  progress: number;
  total: number | null;
  error: string | null;
  created_at: Date;
  change_id: string | null;
  act: string | null;
}

/**
 * Lists jobs of the scope that people started: unfinished ones, and those that failed lately; for a scope of everything
 * the platform's own too.
 */
export async function readJobs(db: Queryable, scope: Scope, now: Date): Promise<Overview["jobs"]> {
  const since = daysBefore(now, FAILED_DAYS);
  const within =
    scope.kind === "all" ? sql`true` : sql`j.school_id = any (${[...scope.schools]}::text[])`;
  const { rows } = await sql<JobRow>`
    select j.id, j.kind, j.state, j.progress, j.total, j.error, j.created_at, c.id as change_id, c.act
    from job j left join change_set c on c.id = j.ref_id and j.kind in ('change-apply', 'change-undo')
    where ${within} and ((j.state in ('waiting', 'running') and j.created_by is not null)
      or (j.state = 'failed' and j.finished_at >= ${since}))
    order by j.state = 'failed', j.created_at desc, j.id limit ${MAX_LISTED}`.execute(db);
  return rows.map(({ kind, act, created_at, ...job }) => ({
    ...job,
    words: [JOB_WORDS[kind] ?? "后台任务", act === null ? "" : `：${act}`].join(""),
    created_at: created_at.toISOString(),
  }));
}
