import { sql } from "kysely";
import type { Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import type { PlannedRow, RowValues } from "../rules.ts";
import { type ChangeKindOf, type Planning, refuse } from "./kind.ts";
import { findEnabledClass, requireSchool } from "./members.ts";

interface Found {
  user_id: string;
  name: string;
  from_id: string;
  from_name: string;
}

/**
 * Takes in a pupil whom another school has released: the account stays, and the former school's data stays there
 * (AD-15).
 */
export const pupilTake: ChangeKindOf<Extract<Change, { kind: "pupil-take" }>> = {
  right: "people.write",
  async plan(planning, { transfer_id, school_id, class_id }) {
    const { db, now } = planning;
    const school = await requireSchool(planning, school_id);
    const { rows: found } = await sql<Found>`
      select t.user_id, u.name, f.id as from_id, f.name as from_name
      from pupil_transfer t join "user" u on u.id = t.user_id join school f on f.id = t.from_school_id
      where t.id = ${transfer_id} and t.to_school_id = ${school_id} and t.expires_at > ${now}
        and exists (select from membership m where m.user_id = t.user_id and m.school_id = f.id
          and m.identity = 'student' and m.is_abled)`.execute(db);
    const [pupil] = found;
    if (pupil === undefined) throw new Refusal("notFound");
    const rows = [
      ...(await leaving(planning, pupil)),
      ...(await coming(planning, pupil, { id: school_id, name: school.name })),
    ];
    if (class_id !== undefined) rows.push(await seat(planning, pupil, school_id, class_id));
    const act = `接收从“${pupil.from_name}”转来的“${pupil.name}”`;
    return {
      ...{ rows, act, school_id },
      sentence: `将${act}：账号和登录方式不变，在“${pupil.from_name}”的班级和身份结束`,
    };
  },
};

/**
 * Returns the rows that end at the former school: the pupil's identity and classes, and the identities of parents who
 * have no other child there.
 */
async function leaving({ db }: Planning, { user_id, name, from_id, from_name }: Found) {
  const { rows } = await sql<{
    table_key: "membership" | "class_student";
    key: Record<string, string>;
    before: RowValues;
    label: string;
    person_id: string;
    words: Record<string, string>;
  }>`
    select 'class_student' as table_key,
      jsonb_build_object('school_id', c.school_id, 'class_id', c.class_id, 'user_id', c.user_id) as key,
      jsonb_build_object('source', c.source) as before, ${name}::text as label, c.user_id as person_id,
      jsonb_build_object(k.id, k.name) as words
    from class_student c join class k on k.school_id = c.school_id and k.id = c.class_id
    where c.user_id = ${user_id} and c.school_id = ${from_id}
    union all
    select 'membership', jsonb_build_object('school_id', m.school_id, 'user_id', m.user_id, 'identity', m.identity),
      to_jsonb(m) - 'school_id' - 'user_id' - 'identity', u.name, u.id,
      jsonb_build_object(m.school_id, ${from_name}::text)
    from membership m join "user" u on u.id = m.user_id
    where m.school_id = ${from_id} and (
      (m.user_id = ${user_id} and m.identity = 'student')
      or (m.identity = 'parent' and exists (
          select from guardian g where g.user_id = m.user_id and g.child_id = ${user_id})
        and not exists (select from guardian g join membership c on c.user_id = g.child_id
          and c.school_id = ${from_id} and c.identity = 'student'
          where g.user_id = m.user_id and g.child_id <> ${user_id})))`.execute(db);
  return rows.map(({ table_key: table, ...row }): PlannedRow => ({ ...row, table, after: null }));
}

/** Returns the rows that begin at the new school: the pupil's identity, and the guardians' as parents. */
async function coming(
  { db, now }: Planning,
  { user_id }: Found,
  { id, name }: { id: string; name: string },
) {
  const { rows } = await sql<{
    user_id: string;
    name: string;
    identity: string;
    next: number;
    held: boolean;
    is_abled: boolean | null;
  }>`
    select u.id as user_id, u.name, w.identity, m.user_id is not null as held, m.is_abled,
      (select coalesce(max(o.sort) + 1, 0) from membership o where o.user_id = u.id) as next
    from (select ${user_id}::text as user_id, 'student' as identity
      union all select g.user_id, 'parent' from guardian g where g.child_id = ${user_id}) as w
    join "user" u on u.id = w.user_id
    left join membership m on m.user_id = w.user_id and m.school_id = ${id} and m.identity = w.identity
    order by w.identity desc, u.name, u.id`.execute(db);
  return rows.flatMap((row): PlannedRow[] => {
    const of = {
      ...{ key: { school_id: id, user_id: row.user_id, identity: row.identity }, label: row.name },
      ...{ words: { [id]: name }, person_id: row.user_id },
    };
    if (!row.held) {
      const after = {
        ...{ is_abled: true, sort: row.next, until: null },
        created_at: now.toISOString(),
      };
      return [{ table: "membership", ...of, before: null, after }];
    }
    if (row.is_abled === true) return [];
    return [{ table: "membership", ...of, before: { is_abled: false }, after: { is_abled: true } }];
  });
}

async function seat(
  { db }: Planning,
  { user_id, name }: Found,
  school_id: string,
  class_id: string,
): Promise<PlannedRow> {
  const found = await findEnabledClass(db, school_id, class_id);
  if (found === undefined) refuse("class_id", "没有这个班级");
  return {
    ...{ table: "class_student", key: { school_id, class_id, user_id }, before: null },
    ...{ after: { source: null }, label: name, words: { [class_id]: found.name } },
    person_id: user_id,
  };
}
