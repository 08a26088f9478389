import { sql } from "kysely";
import type { ClassRead, Identity, PageCursor } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Scope } from "../rights/rules.ts";
import { classWithin } from "../rights/scope-sql.ts";

const READS_AT_ONCE = 50;

interface OneClass {
  school_id: string;
  class_id: string;
}

/** Returns whether a class lies in a scope. */
export async function isClassWithin(
  db: Queryable,
  scope: Scope,
  { school_id, class_id }: OneClass,
): Promise<boolean> {
  const { rows } = await sql`select from class k
    where k.school_id = ${school_id} and k.id = ${class_id} and ${classWithin(scope, "k")}`.execute(
    db,
  );
  return rows.length > 0;
}

interface Row {
  id: string;
  at: Date;
  identity: Identity | null;
  object_kind: string | null;
  pupil_id: string | null;
  pupil: string | null;
  count: number;
  by_id: string | null;
  by_name: string | null;
}

/**
 * Reads which staff of a school, or of its district and the platform, looked at a class or at its pupils, the latest
 * first. Reads of this very list are left out. The caller must see every school; only people of the school are named.
 */
export async function readReadsOfClass(
  db: Queryable,
  { school_id, class_id }: OneClass,
  after: PageCursor | undefined,
): Promise<{ reads: ClassRead[]; next: PageCursor | null; pupils: string[] }> {
  const beyond = after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.at}, ${after.id})`;
  const { rows } = await sql<Row>`
    with pupils as materialized (
      select user_id from class_student where school_id = ${school_id} and class_id = ${class_id}
    ), known as (select coalesce(array_agg(user_id), '{}') as ids from pupils)
    select e.id, e.at, e.identity, e.object_kind, u.id as pupil_id, u.name as pupil, b.id as by_id, b.name as by_name,
      case when jsonb_typeof(e.detail -> 'children') = 'array' then (select count(*)::integer
        from jsonb_array_elements_text(e.detail -> 'children') c where c = any (known.ids)) else 0 end as count
    from audit_entry e cross join known
      left join "user" u on u.id = e.subject_id
      left join "user" b on b.id = e.user_id and exists (
        select from membership m where m.user_id = b.id and m.school_id = ${school_id})
    where e.action = 'child-read' and e.outcome = 'ok' and e.object_kind is distinct from 'audit'
      and e.school_id in (select ${school_id}::text union select parent_id from school where id = ${school_id})
      and ((e.object_kind = 'class' and e.object_id = ${class_id} and e.school_id = ${school_id})
        or e.subject_id = any (known.ids) or e.detail -> 'children' ?| known.ids)
      and ${beyond}
    order by e.at desc, e.id desc limit ${READS_AT_ONCE + 1}`.execute(db);
  const shown = rows.slice(0, READS_AT_ONCE);
  const last = shown.at(-1);
  const more = rows.length > READS_AT_ONCE && last !== undefined;
  return {
    reads: shown.map(readOf),
    next: more ? { at: last.at, id: last.id } : null,
    pupils: shown.flatMap(({ pupil_id }) => pupil_id ?? []),
  };
}

function readOf({ id, at, identity, object_kind, pupil, count, by_id, by_name }: Row): ClassRead {
  const many = `${count} 名学生`;
  return {
    ...{ id, at: at.toISOString(), by_identity: identity },
    by: by_id === null || by_name === null ? null : { id: by_id, name: by_name },
    what:
      pupil !== null
        ? `学生“${pupil}”的资料`
        : object_kind === "class"
          ? "整个班的名单"
          : `名单里的 ${many}`,
  };
}
