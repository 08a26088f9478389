import { sql } from "kysely";
import { type AdministeredSchool, type ListedSchool, SCHOOLS_AT_ONCE } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Scope } from "../rights/rules.ts";
import { schoolWithin, PRESENT_PUPILS } from "../rights/scope-sql.ts";

export interface SchoolsQuery {
  scope: Scope;
  q?: string | undefined;
  kind?: "school" | "district" | undefined;
  within?: string | undefined;
  state?: "enabled" | "disabled" | undefined;
  stage_id?: string | undefined;
}

/** The place after which a page begins. */
export interface SchoolPlace {
  name: string;
  id: string;
}

/** Returns the condition on the requested schools: `s` is the row's alias. */
function matchesQuery({ scope, q = "", kind = "school", within, state, stage_id }: SchoolsQuery) {
  const typed = q.normalize("NFC").trim();
  const conditions = [sql`s.kind = ${kind}`, schoolWithin(scope, sql.ref("s.id"))];
  if (typed !== "")
    conditions.push(sql<boolean>`(strpos(s.name, ${typed}) > 0 or s.sourced_id = ${typed})`);
  if (within !== undefined) conditions.push(sql<boolean>`${within} in (s.id, s.parent_id)`);
  if (state !== undefined) conditions.push(sql<boolean>`s.is_abled = ${state === "enabled"}`);
  if (stage_id !== undefined) conditions.push(sql<boolean>`${stage_id} = any (s.stage_ids)`);
  return sql.join(conditions, sql` and `);
}

/** Returns the columns of school `s` in a list; the counts are read for the rows of the page only. */
function listed(scope: Scope) {
  return sql`s.id, s.kind, s.name, s.logo, s.stage_ids, s.is_abled, s.source is not null as is_roster_owned,
    (select json_build_object('id', d.id, 'name', d.name) from school d
      where d.id = s.parent_id and ${schoolWithin(scope, sql.ref("d.id"))}) as district,
    (select count(*)::integer from membership m where m.school_id = s.id and m.identity = 'student' and m.is_abled) as pupils,
    (select count(distinct m.user_id)::integer from membership m
      where m.school_id = s.id and m.identity in ('teacher', 'manager', 'admin') and m.is_abled) as staff,
    (select count(*)::integer from school b where b.parent_id = s.id) as schools,
    (select count(*)::integer from class k where k.school_id = s.id and k.is_abled) as classes`;
}

/** Reads a page of schools in the order of their names. */
export async function readSchoolPage(
  db: Queryable,
  asked: SchoolsQuery,
  after: SchoolPlace | undefined,
): Promise<{ schools: ListedSchool[]; next: SchoolPlace | null }> {
  const beyond =
    after === undefined ? sql`true` : sql`(s.name, s.id) > (${after.name}, ${after.id})`;
  const { rows } = await sql<ListedSchool>`
    with page as materialized (
      select s.* from school s where ${matchesQuery(asked)} and ${beyond}
      order by s.name, s.id limit ${SCHOOLS_AT_ONCE + 1}
    )
    select ${listed(asked.scope)} from page s order by s.name, s.id`.execute(db);
  const schools = rows.slice(0, SCHOOLS_AT_ONCE);
  const last = schools.at(-1);
  const more = rows.length > SCHOOLS_AT_ONCE && last !== undefined;
  return { schools, next: more ? { name: last.name, id: last.id } : null };
}

export async function countSchools(db: Queryable, asked: SchoolsQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from school s where ${matchesQuery(asked)}`.execute(db);
  return rows[0]?.count ?? 0;
}

type Read = Omit<AdministeredSchool, "created_at" | "can" | "leaver_rule"> & {
  created_at: Date;
  /** The school's own days for who has left; null: the platform's. */
  leaver_days: number | null;
};

/** Reads a school or district of the scope; undefined for any other. */
export async function readSchoolWhole(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<Read | undefined> {
  const { rows } = await sql<Read>`
    select ${listed(scope)}, s.sourced_id as code, s.source, s.created_at, s.leaver_days,
      coalesce((select json_agg(p order by p.identity) from (
        select m.identity, count(*) filter (where m.is_abled)::integer as enabled,
          count(*) filter (where not m.is_abled)::integer as disabled
        from membership m where m.school_id = s.id group by m.identity) p), '[]') as people,
      coalesce((select json_agg(g order by g.grade_id !~ '^k', length(g.grade_id), g.grade_id) from (
        select k.grade_id, count(*)::integer as classes,
          (select count(distinct cs.user_id)::integer from ${PRESENT_PUPILS} join class b
            on b.school_id = cs.school_id and b.id = cs.class_id
            where b.school_id = s.id and b.grade_id = k.grade_id and b.is_abled) as pupils,
          count(*) filter (where not exists (select from class_teacher ct
            where ct.school_id = k.school_id and ct.class_id = k.id and ct.is_head))::integer as without_head
        from class k where k.school_id = s.id and k.is_abled group by k.grade_id) g), '[]') as grades,
      coalesce((select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name, b.id)
        from right_bundle b where b.owner_school_id = s.id and b.retired_at is null), '[]') as bundles,
      coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.sort, a.id)
        from app a where s.id = any (a.school_ids) and a.display_status = 'display'), '[]') as apps,
      (select count(*)::integer from invitation i where i.school_id = s.id and i.revoked_at is null
        and i.expires_at > ${now} and i.used < i.max_uses) as invitations
    from school s where s.id = ${id} and ${schoolWithin(scope, sql.ref("s.id"))}`.execute(db);
  return rows[0];
}
