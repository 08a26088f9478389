import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { matchTeachers, readTeaching, type TeachingCell } from "#contract";
import type { Queryable } from "../database/database.ts";
import { serve } from "../http/serve.ts";
import { requireReached } from "../rights/api.ts";
import type { Scope } from "../rights/rules.ts";
import { classWithin } from "../rights/scope-sql.ts";

/**
 * Serves the teachers of a school's classes by subject, and the staff that a pasted text names (AD-09); the change
 * `teaching-grid` writes them.
 */
export async function teachingRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readTeaching, async ({ input: { school_id, class_id }, caller: { scope } }) => {
    await requireReached(app, scope, school_id);
    const [subjects, cells] = await Promise.all([
      app.db.selectFrom("subject").select(["id", "name"]).orderBy("sort").orderBy("id").execute(),
      readCells(app.db, scope, school_id, class_id),
    ]);
    return { subjects, cells };
  });

  serve(app, matchTeachers, async ({ input: { school_id, texts }, caller: { scope } }) => {
    await requireReached(app, scope, school_id);
    const found = await findStaff(app.db, school_id, texts.map(plain));
    return { matches: texts.map((text) => ({ text, people: found.get(plain(text)) ?? [] })) };
  });
}

/** A name is found however wide its letters and however many its spaces are. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}

async function readCells(
  db: Queryable,
  scope: Scope,
  school_id: string,
  class_id: string | undefined,
): Promise<TeachingCell[]> {
  const { rows } = await sql<TeachingCell>`
    with t as (
      select ct.class_id, ct.subject_id, ct.user_id from class_teacher ct
        where ct.school_id = ${school_id} and ct.subject_id <> ''
      union select ct.class_id, '', ct.user_id from class_teacher ct where ct.school_id = ${school_id} and ct.is_head)
    select t.class_id, t.subject_id,
      jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'account', u.account) order by u.name, u.id) as teachers
    from t join class k on k.school_id = ${school_id} and k.id = t.class_id join "user" u on u.id = t.user_id
    where k.is_abled and ${classWithin(scope, "k")} and (${class_id ?? null}::text is null or k.id = ${class_id ?? null})
    group by t.class_id, t.subject_id order by t.class_id, t.subject_id`.execute(db);
  return rows;
}

/** Finds by each text those who work at a school and whose name, account or number it is, whole, or name and account together. */
async function findStaff(db: Queryable, school_id: string, texts: readonly string[]) {
  const wanted = [...new Set(texts)].filter((text) => text !== "");
  const { rows } = await sql<{ text: string; id: string; name: string; account: string }>`
    with staff as (
      select distinct u.id, u.name, u.account, u.sourced_id, regexp_replace(lower(normalize(u.name, NFKC)), '\\s', '', 'g') as plain
      from membership m join "user" u on u.id = m.user_id
      where m.school_id = ${school_id} and m.identity in ('teacher', 'manager') and m.is_abled and u.is_abled)
    select q.text, s.id, s.name, s.account from unnest(${wanted}::text[]) as q (text) join staff s
      on q.text in (s.plain, lower(s.account), lower(s.sourced_id), s.plain || '(' || lower(s.account) || ')')
    order by s.name, s.account`.execute(db);
  const found = new Map<string, { id: string; name: string; account: string }[]>();
  for (const { text, ...person } of rows) found.set(text, [...(found.get(text) ?? []), person]);
  return found;
}
