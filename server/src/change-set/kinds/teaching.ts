import { sql } from "kysely";
import { BUNDLES, type Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { notGivable, spotOf } from "../../rights/rules.ts";
import type { PlannedRow } from "../rules.ts";
import { findClasses } from "./classes.ts";
import { type ChangeKindOf, refuse, wantRows } from "./kind.ts";

type ClassTeach = Extract<Change, { kind: "class-teach" }>;

/** Plans who teaches what in a class, and who heads it. */
export const classTeach: ChangeKindOf<ClassTeach> = {
  right: "class.write",
  async plan(planning, { school_id, class_id, teachers }) {
    const { db, actor, organisations, now } = planning;
    const [found] = await findClasses(planning, school_id, [class_id]);
    if (found === undefined) throw new Refusal("notFound");
    const { rows: present } = await sql<{
      user_id: string;
      subject_id: string;
      is_head: boolean;
      source: string | null;
      name: string;
    }>`
      select ct.user_id, ct.subject_id, ct.is_head, ct.source, u.name from class_teacher ct
      join "user" u on u.id = ct.user_id
      where ct.school_id = ${school_id} and ct.class_id = ${class_id}`.execute(db);
    const { rows: staff } = await sql<{ user_id: string; name: string }>`
      select distinct m.user_id, u.name from membership m join "user" u on u.id = m.user_id
      where m.school_id = ${school_id} and m.identity in ('teacher', 'manager') and m.is_abled
        and m.user_id = any (${teachers.map(({ user_id }) => user_id)}::text[])`.execute(db);
    const subjects = await db.selectFrom("subject").select(["id", "name"]).execute();
    const nameOf = new Map(staff.map(({ user_id, name }) => [user_id, name]));
    const words = {
      [class_id]: found.name,
      ...Object.fromEntries(subjects.map(({ id, name }) => [id, name])),
    };
    const keyOf = ({ user_id, subject_id }: { user_id: string; subject_id: string }) =>
      `${user_id}\n${subject_id}`;
    const wanted = new Map(teachers.map((one) => [keyOf(one), one]));
    const has = new Map(present.map((one) => [keyOf(one), one]));
    for (const { user_id, subject_id, is_head } of wanted.values()) {
      if (!nameOf.has(user_id)) throw new Refusal("notFound");
      if (subject_id !== "" && words[subject_id] === undefined) refuse("teachers", "没有这个学科");
      const wasHead = present.some((one) => one.user_id === user_id && one.is_head);
      if (!is_head || wasHead || user_id !== actor.user_id) continue;
      // to head a class is to have rights in it: nobody gives them to themselves
      const spot = spotOf({ kind: "class", school_id, part_id: class_id }, organisations);
      const { rights } = BUNDLES.head_teacher;
      const beyond = rights.filter(
        (right) => notGivable(actor.held, [right], { spot, until: null, now }).length > 0,
      );
      if (beyond.length > 0) throw new Refusal("notAllowed", { msg: "不能让自己成为班主任" });
    }
    const rows: PlannedRow[] = [];
    const of = (user_id: string, subject_id: string, name: string) =>
      ({
        table: "class_teacher",
        key: { school_id, class_id, user_id, subject_id },
        ...{ label: name, words, person_id: user_id },
      }) as const;
    for (const [key, { user_id, subject_id, is_head, source, name }] of has) {
      if (wanted.has(key)) continue;
      rows.push({ ...of(user_id, subject_id, name), before: { is_head, source }, after: null });
    }
    for (const [key, { user_id, subject_id, is_head }] of wanted) {
      const before = has.get(key);
      const row = of(user_id, subject_id, nameOf.get(user_id) ?? "");
      if (before === undefined)
        rows.push({ ...row, before: null, after: { is_head, source: null } });
      else if (before.is_head !== is_head) {
        rows.push({ ...row, before: { is_head: before.is_head }, after: { is_head } });
      }
    }
    wantRows(rows);
    const act = `修改“${found.name}”的任课`;
    const people = new Set(rows.map(({ person_id }) => person_id)).size;
    return { rows, act, school_id, sentence: `将${act}，涉及 ${people} 位教师` };
  },
};
