import { sql } from "kysely";
import { BUNDLES, type Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { notGivable } from "../../rights/not-givable.ts";
import { decide, placePathOf } from "../../rights/rules.ts";
import type { PlannedRow } from "../rules.ts";
import { findClasses } from "./classes.ts";
import { type ChangeKindOf, type Planning, refuse, requireRows } from "./kind.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

/** One lesson of a teacher in a class; a head-teacher who teaches it nothing has an empty subject. */
interface Teaching {
  user_id: string;
  subject_id: string;
  is_head: boolean;
}

interface Present extends Teaching {
  class_id: string;
  source: string | null;
  name: string;
}

/** The state that a plan is compared with: present teachers, staff who may teach, and names for people. */
interface Staffing {
  present: readonly Present[];
  nameOf: ReadonlyMap<string, string>;
  words: Readonly<Record<string, string>>;
}

/** Plans the teachers of a class by subject, and its head-teacher. */
export const classTeach: ChangeKindOf<Of<"class-teach">> = {
  right: "class.write",
  async plan(planning, { school_id, class_id, teachers }) {
    const [found] = await findClasses(planning, school_id, [class_id]);
    if (found === undefined) throw new Refusal("notFound");
    const staffing = await readStaffing(planning, school_id, [found], teachers);
    requireHeadsGivable(planning, { school_id, class_id }, staffing.present, teachers);
    const rows = teachingRows({ school_id, class_id }, staffing, teachers);
    requireRows(rows);
    const act = `修改“${found.name}”的任课`;
    return { rows, act, school_id, sentence: `将${act}，涉及 ${peopleOf(rows)} 位教师` };
  },
};

/** Plans who teaches what in many classes at once: cells of a grid of classes and subjects; what is not named stays. */
export const teachingGrid: ChangeKindOf<Of<"teaching-grid">> = {
  right: "class.write",
  async plan(planning, { school_id, cells }) {
    const ids = [...new Set(cells.map(({ class_id }) => class_id))];
    const classes = await findClasses(planning, school_id, ids);
    const named = cells.flatMap(({ subject_id, user_ids }) =>
      user_ids.map((user_id) => ({ user_id, subject_id })),
    );
    const staffing = await readStaffing(planning, school_id, classes, named);
    const rows = classes.flatMap(({ id: class_id }) => {
      const own = staffing.present.filter((one) => one.class_id === class_id);
      const wanted = wantedOf(
        own,
        new Map(
          cells
            .filter((cell) => cell.class_id === class_id)
            .map(({ subject_id, user_ids }) => [subject_id, user_ids]),
        ),
      );
      requireHeadsGivable(planning, { school_id, class_id }, own, wanted);
      return teachingRows({ school_id, class_id }, { ...staffing, present: own }, wanted);
    });
    requireRows(rows);
    const changed = new Set(rows.map(({ key }) => key["class_id"]));
    const [only] = classes.filter(({ id }) => changed.has(id));
    const act = `修改${changed.size === 1 ? `“${only?.name ?? ""}”` : ` ${changed.size} 个班级`}的任课`;
    const count = (is: (row: PlannedRow) => boolean) => rows.filter(is).length;
    const parts = [
      [count(({ before }) => before === null), "安排"],
      [count(({ after }) => after === null), "取消"],
      [count(({ before, after }) => before !== null && after !== null), "改班主任"],
    ] as const;
    const what = parts.flatMap(([number, word]) => (number === 0 ? [] : `${word} ${number} 项`));
    return {
      ...{ rows, act, school_id },
      sentence: `将${act}：${what.join("，")}，涉及 ${peopleOf(rows)} 位教师`,
    };
  },
};

/**
 * Returns all lessons of a class after some of its cells are set. The empty subject stands for who heads it: who does keeps
 * that when a lesson goes to somebody else.
 */
function wantedOf(
  present: readonly Present[],
  cells: ReadonlyMap<string, readonly string[]>,
): Teaching[] {
  const headed = cells.get("") ?? present.filter((one) => one.is_head).map((one) => one.user_id);
  const heads = new Set(headed);
  const wanted = new Map<string, Teaching>();
  const add = (user_id: string, subject_id: string) =>
    wanted.set(`${user_id}\n${subject_id}`, { user_id, subject_id, is_head: false });
  for (const { user_id, subject_id, is_head } of present) {
    const goes = subject_id === "" ? is_head && !heads.has(user_id) : cells.has(subject_id);
    if (!goes) add(user_id, subject_id);
  }
  for (const [subject_id, user_ids] of cells) {
    if (subject_id !== "") for (const user_id of user_ids) add(user_id, subject_id);
  }
  for (const head of heads) {
    const own = [...wanted.values()].filter(({ user_id }) => user_id === head);
    const was = present.find((one) => one.user_id === head && one.is_head)?.subject_id;
    const row = own.find(({ subject_id }) => subject_id === was) ?? own[0];
    if (row !== undefined) row.is_head = true;
    else wanted.set(`${head}\n`, { user_id: head, subject_id: "", is_head: true });
  }
  return [...wanted.values()];
}

async function readStaffing(
  { db }: Planning,
  school_id: string,
  classes: readonly { id: string; name: string }[],
  named: readonly Pick<Teaching, "user_id" | "subject_id">[],
): Promise<Staffing> {
  const { rows: present } = await sql<Present>`
    select ct.class_id, ct.user_id, ct.subject_id, ct.is_head, ct.source, u.name from class_teacher ct
    join "user" u on u.id = ct.user_id
    where ct.school_id = ${school_id} and ct.class_id = any (${classes.map(({ id }) => id)}::text[])
    order by ct.class_id, ct.subject_id, u.name, u.id`.execute(db);
  const { rows: staff } = await sql<{ user_id: string; name: string }>`
    select distinct m.user_id, u.name from membership m join "user" u on u.id = m.user_id
    where m.school_id = ${school_id} and m.identity in ('teacher', 'manager') and m.is_abled
      and m.user_id = any (${named.map(({ user_id }) => user_id)}::text[])`.execute(db);
  const subjects = await db.selectFrom("subject").select(["id", "name"]).execute();
  const words = Object.fromEntries([...classes, ...subjects].map(({ id, name }) => [id, name]));
  const taught = new Set(subjects.map(({ id }) => id));
  const nameOf = new Map(staff.map(({ user_id, name }) => [user_id, name]));
  for (const { user_id, subject_id } of named) {
    if (!nameOf.has(user_id)) throw new Refusal("notFound");
    if (subject_id !== "" && !taught.has(subject_id)) refuse("subject_id", "没有这个学科");
  }
  return { present, nameOf, words };
}

/** Refuses to make oneself head-teacher, which is to have rights in the class, by who could not give them to another. */
export function requireHeadsGivable(
  { actor, organisations, isSeparate, now }: Planning,
  { school_id, class_id }: { school_id: string; class_id: string },
  present: readonly Teaching[],
  wanted: readonly Teaching[],
): void {
  const heads = (list: readonly Teaching[]) =>
    list.some(({ user_id, is_head }) => is_head && user_id === actor.user_id);
  if (!heads(wanted) || heads(present)) return;
  const placePath = placePathOf({ kind: "class", school_id, part_id: class_id }, organisations);
  const { rights } = BUNDLES.head_teacher;
  // where the duties are apart, who runs the school gives no rights; a class of theirs adds none
  const isBeyond = isSeparate
    ? !rights.every((right) => decide(actor.held, right, placePath, now).may)
    : notGivable(actor.held, rights, { placePath, until: null, now }).length > 0;
  if (isBeyond) throw new Refusal("notAllowed", { msg: "不能让自己成为班主任" });
}

/** Rows that lead from who teaches in a class now to who is to. */
function teachingRows(
  { school_id, class_id }: { school_id: string; class_id: string },
  { present, nameOf, words }: Staffing,
  teachers: readonly Teaching[],
): PlannedRow[] {
  const keyOf = ({ user_id, subject_id }: Teaching) => `${user_id}\n${subject_id}`;
  const wanted = new Map(teachers.map((one) => [keyOf(one), one]));
  const has = new Map(present.map((one) => [keyOf(one), one]));
  const of = ({ user_id, subject_id }: Teaching, label: string) =>
    ({
      table: "class_teacher",
      key: { school_id, class_id, user_id, subject_id },
      ...{ label, words, person_id: user_id },
    }) as const;
  const rows: PlannedRow[] = [];
  for (const [key, one] of has) {
    const { is_head, source } = one;
    if (!wanted.has(key)) {
      rows.push({ ...of(one, one.name), before: { is_head, source }, after: null });
    }
  }
  for (const [key, one] of wanted) {
    const before = has.get(key);
    const { is_head } = one;
    const row = of(one, before?.name ?? nameOf.get(one.user_id) ?? "");
    if (before === undefined) rows.push({ ...row, before: null, after: { is_head, source: null } });
    else if (before.is_head !== is_head) {
      rows.push({ ...row, before: { is_head: before.is_head }, after: { is_head } });
    }
  }
  return rows;
}

function peopleOf(rows: readonly PlannedRow[]): number {
  return new Set(rows.map(({ person_id }) => person_id)).size;
}
