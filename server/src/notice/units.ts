import { type RawBuilder, sql } from "kysely";
import type { UnconfirmedUnit } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { hashAll, hashed } from "../database/planned.ts";
import { IS_THERE } from "./inbox.ts";

/**
 * The units of confirmation (IN-03): a child for its guardians, else the person. Of recipient `r` of notice `n`, whether
 * it is done: seen, or answered, since it was last asked for.
 */
const IS_DONE = sql<boolean>`case when n.confirm in ('none', 'read')
  then r.read_version >= n.asked_version else r.answered_version >= n.asked_version end`;

/**
 * The SQL of whether recipient `r` can still confirm: as long as the identity lasts, and a guardian is one. What was confirmed before
 * stays confirmed.
 */
const IS_CURRENT = sql<boolean>`(r.user_id is not null and ${IS_THERE} and (r.child_id is null or exists (
  select from guardian rg where rg.child_id = r.child_id and rg.user_id = r.user_id)))`;

/** Selects a row per unit of the notices that meet a condition on `n`. */
function unitsOf(condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select t.notice_id, t.identity, t.unit_id, min(t.school_id) as school_id,
      case when t.guardians = 'every' then bool_or(t.is_done) and coalesce(bool_and(t.is_done) filter (where t.is_current), true)
        else bool_or(t.is_done) end as is_done,
      not bool_or(t.is_current) as is_unreachable,
      count(distinct t.choice) filter (where t.is_done and t.is_current) > 1 as differs,
      t.guardians = 'every' as takes_every,
      (array_agg(t.choice order by t.answered_at desc) filter (where t.is_done))[1] as choice
    from (select r.notice_id, r.identity, coalesce(r.child_id, r.user_id) as unit_id, r.school_id, r.choice, r.answered_at,
        n.guardians, ${IS_DONE} as is_done, ${IS_CURRENT} as is_current
      from notice_recipient r join notice n on n.id = r.notice_id where ${condition}) t
    group by t.notice_id, t.identity, t.unit_id, t.guardians`;
}

export interface NoticeCounts {
  people: number;
  read: number;
  expected: number;
  confirmed: number;
}

/** Counts recipients, readers and units of notices. */
export async function countsOf(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NoticeCounts>> {
  if (ids.length === 0) return new Map();
  const named = sql<boolean>`n.id = any (${[...ids]}::text[])`;
  const { rows } = await sql<NoticeCounts & { id: string }>`
    select p.id, p.people, p.read, coalesce(q.expected, 0)::integer as expected, coalesce(q.confirmed, 0)::integer as confirmed
    from (select r.notice_id as id, count(distinct r.user_id)::integer as people,
        (count(distinct r.user_id) filter (where r.read_version > 0))::integer as read
      from notice_recipient r where r.notice_id = any (${[...ids]}::text[]) group by r.notice_id) p
    left join (select u.notice_id, count(*) as expected, count(*) filter (where u.is_done) as confirmed
      from (${unitsOf(named)}) u group by u.notice_id) q on q.notice_id = p.id`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Counts the answers of a notice; of guardians who must all answer, those whose answers differ are counted apart. */
export async function answersOf(db: Queryable, notice_id: string, choices: readonly string[]) {
  const { rows } = await sql<{ choice: string | null; count: number }>`
    select case when u.takes_every and u.differs then null else u.choice end as choice, count(*)::integer as count
    from (${unitsOf(sql`n.id = ${notice_id}`)}) u where u.is_done and u.choice is not null group by 1`.execute(
    db,
  );
  const countOf = (wanted: string | null) =>
    rows.find(({ choice }) => choice === wanted)?.count ?? 0;
  return {
    answers: choices.map((choice) => ({ choice, count: countOf(choice) })),
    differing: countOf(null),
  };
}

/** Counts the children of a notice whom no guardian can confirm for. */
export async function countUnreachable(db: Queryable, notice_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${unitsOf(sql`n.id = ${notice_id}`)}) u
    where u.identity = 'parent' and u.is_unreachable and not u.is_done`.execute(db);
  return rows[0]?.count ?? 0;
}

type UnitRow = Omit<UnconfirmedUnit, "guardians" | "classes"> & {
  sort_key: string;
  syllables: string;
};

/** The place of a unit in the list. */
export type UnitKey = readonly [string, string, string, string, string];

/**
 * Reads the units of a notice that are not done, by class and the pinyin of the name, with the guardians who can confirm. What only the
 * page shows, the names of classes and guardians, is looked up for its units alone.
 */
export async function readUndone(
  db: Database,
  { notice_id, after, limit }: { notice_id: string; after: UnitKey | undefined; limit: number },
): Promise<{ units: UnconfirmedUnit[]; next: UnitKey | null }> {
  const later =
    after === undefined
      ? sql`true`
      : sql`(l.sort_key, l.syllables, l.name, l.id, l.identity) > (${sql.join(after)})`;
  const rows = await hashed(db, async (trx) => {
    const found = await sql<UnitRow>`
      with undone as materialized (
        select u.unit_id, u.identity, u.school_id from (${unitsOf(sql`n.id = ${notice_id}`)}) u where not u.is_done),
      seated as materialized (
        select cs.school_id, cs.user_id,
          min((k.grade_id !~ '^k')::int || lpad(length(k.grade_id)::text, 2, '0') || k.grade_id || lpad(k.sort::text, 6, '0') || k.id)
            as sort_key
        from class_student cs join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        where cs.school_id in (select school_id from undone) group by cs.school_id, cs.user_id)
      select l.* from (
        select u.unit_id as id, p.name, p.account, u.identity, coalesce(s.sort_key, '~') as sort_key,
          coalesce(ps.syllables, '') as syllables
        from undone u join "user" p on p.id = u.unit_id left join person_search ps on ps.user_id = u.unit_id
        left join seated s on s.school_id = u.school_id and s.user_id = u.unit_id) l
      where ${later} order by l.sort_key, l.syllables, l.name, l.id, l.identity limit ${limit + 1}`.execute(
      trx,
    );
    return found.rows;
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const [classes, guardians] = await Promise.all([
    classesOf(db, notice_id, shown),
    guardiansOf(db, notice_id, shown),
  ]);
  return {
    units: shown.map(({ sort_key: _key, syllables: _read, ...unit }) => ({
      ...unit,
      classes: classes.get(unit.id) ?? "",
      guardians: (unit.identity === "parent" ? guardians.get(unit.id) : undefined) ?? [],
    })),
    next:
      rows.length > limit && last !== undefined
        ? [last.sort_key, last.syllables, last.name, last.id, last.identity]
        : null,
  };
}

/** Names the classes of units at the school at which they have a notice. */
async function classesOf(
  db: Queryable,
  notice_id: string,
  units: readonly UnitRow[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; names: string }>`
    select cs.user_id as id, string_agg(k.name, '、' order by k.sort, k.id) as names
    from class_student cs join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
    where cs.user_id = any (${units.map(({ id }) => id)}::text[]) and exists (
      select from notice_recipient r where r.notice_id = ${notice_id} and r.school_id = cs.school_id
        and (r.child_id = cs.user_id or r.user_id = cs.user_id))
    group by cs.user_id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** Reads the guardians who can confirm for children, in the order of their names. */
async function guardiansOf(
  db: Queryable,
  notice_id: string,
  units: readonly UnitRow[],
): Promise<ReadonlyMap<string, UnconfirmedUnit["guardians"]>> {
  const children = units.filter(({ identity }) => identity === "parent").map(({ id }) => id);
  if (children.length === 0) return new Map();
  const { rows } = await sql<{ id: string; guardians: UnconfirmedUnit["guardians"] }>`
    select r.child_id as id, json_agg(json_build_object('name', gu.name, 'relation', coalesce(g.relation, ''),
        'is_done', ${IS_DONE}) order by ps.syllables, gu.name, gu.id) as guardians
    from notice_recipient r join notice n on n.id = r.notice_id join "user" gu on gu.id = r.user_id
    left join guardian g on g.child_id = r.child_id and g.user_id = r.user_id
    left join person_search ps on ps.user_id = gu.id
    where r.notice_id = ${notice_id} and r.identity = 'parent' and r.child_id = any (${children}::text[])
      and ${IS_CURRENT}
    group by r.child_id`.execute(db);
  return new Map(rows.map(({ id, guardians }) => [id, guardians]));
}

/** Marks the recipients who can still confirm a unit that is not done as reminded; pupils at `forPupils`. */
export async function remindUndone(
  trx: Queryable,
  notice_id: string,
  { now, forPupils }: { now: Date; forPupils: Date },
): Promise<number> {
  await hashAll(trx);
  const at = sql`case when r.identity = 'student' then ${forPupils}::timestamptz else ${now}::timestamptz end`;
  const { rows } = await sql<{ user_id: string }>`
    update notice_recipient as r set reminded_at = ${at}, touched_at = ${at} from notice n
    where n.id = ${notice_id} and r.notice_id = n.id and not ${IS_DONE} and ${IS_CURRENT}
      and (r.identity, coalesce(r.child_id, r.user_id)) in (
        select u.identity, u.unit_id from (${unitsOf(sql`n.id = ${notice_id}`)}) u where not u.is_done)
    returning r.user_id`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id)).size;
}

/** Selects the recipients of a notice that was sent. */
export function recipientsSent(notice_id: string): RawBuilder<unknown> {
  return sql`select r.user_id, r.identity, r.child_id from notice_recipient r where r.notice_id = ${notice_id}`;
}
