import { sql } from "kysely";
import type { Change, TimetableLesson } from "#contract";
import type { PlannedRow, RowValues } from "../rules.ts";
import { findClasses } from "./classes.ts";
import { type ChangeKindOf, type Planning, refuse, requireRows } from "./kind.ts";
import { requireSchool } from "./members.ts";

const WEEKDAYS = ["", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"];
const WEEK_WORDS = { all: "", odd: "（单周）", even: "（双周）" } as const;

interface Kept extends RowValues {
  weekday: number;
  period: number;
  weeks: TimetableLesson["weeks"];
  starts: string;
  ends: string;
  subject: string;
  teacher_id: string | null;
  teacher: string;
  room: string;
}

/** Puts a timetable in place of a school's: lessons that are not in it end (HO-03). */
export const timetableImport: ChangeKindOf<Extract<Change, { kind: "timetable-import" }>> = {
  right: "class.write",
  async plan(planning, { school_id, first_day, last_day, lessons }) {
    await requireSchool(planning, school_id);
    if (first_day >= last_day) refuse("last_day", "学期最后一天应晚于第一天");
    const ids = [...new Set(lessons.map(({ class_id }) => class_id))];
    const classes = await findClasses(planning, school_id, ids);
    const nameOf = new Map(classes.map(({ id, name }) => [id, name]));
    const teachers = await readTeachers(planning, school_id);
    const present = await readPresent(planning, school_id);
    const wanted = new Map(
      lessons.map((lesson) => {
        const { class_id, ...rest } = lesson;
        const slot = slotOf(lesson);
        const kept: Kept = { ...rest, teacher_id: teachers.get(lesson.teacher) ?? null };
        return [keyOf(class_id, slot), kept] as const;
      }),
    );
    const rows: PlannedRow[] = [];
    const add = (at: string, before: Kept | null, after: Kept | null) => {
      const [class_id = "", slot = ""] = at.split("\n");
      const { weekday, period, weeks, starts } = (after ?? before) as Kept;
      const time = period === 0 ? ` ${starts}` : `第 ${period} 节`;
      const when = `${WEEKDAYS[weekday]}${time}${WEEK_WORDS[weeks]}`;
      rows.push({
        table: "timetable_lesson",
        key: { school_id, class_id, slot },
        ...{ before, after, person_id: null },
        label: `${nameOf.get(class_id) ?? present.names.get(class_id) ?? ""} ${when}`,
      });
    };
    for (const [at, before] of present.lessons) if (!wanted.has(at)) add(at, before, null);
    for (const [at, after] of wanted) {
      const before = present.lessons.get(at) ?? null;
      if (before === null || !isSame(before, after)) add(at, before, after);
    }
    const term = { first_day, last_day };
    if (present.term?.first_day !== first_day || present.term.last_day !== last_day) {
      rows.unshift({
        table: "timetable",
        key: { school_id },
        ...{ before: present.term ?? null, after: term, label: "学期", person_id: null },
      });
    }
    requireRows(rows);
    const unknown = [...new Set(lessons.map(({ teacher }) => teacher))]
      .filter((name) => name !== "" && !teachers.has(name))
      .map((name) => `${name}：本校没有这位教师，或不止一位；本人在自己的课程表里看不到这些课`);
    const others = new Set([...present.lessons.keys()].map((at) => at.split("\n")[0]));
    const without = [...others].filter((id) => id !== undefined && !nameOf.has(id)).length;
    // a file of one class is easily taken for a change of this class alone
    const left = without === 0 ? "" : `；不在文件里的 ${without} 个班原来的课会移除`;
    const act = `换成 ${lessons.length} 节课的课程表`;
    return {
      ...{ rows, act, school_id, unmatched: unknown },
      sentence: `将${act}，${ids.length} 个班，${first_day} 至 ${last_day}${left}`,
    };
  },
};

function isSame(one: Kept, other: Kept): boolean {
  return (Object.keys(other) as (keyof Kept)[]).every((field) => one[field] === other[field]);
}

/** Returns the place of a lesson in a class's week; one without a period has that of its time. */
function slotOf({ weekday, period, weeks, starts }: TimetableLesson): string {
  return `${weekday}-${period === 0 ? starts : period}-${weeks}`;
}

function keyOf(class_id: string, slot: string): string {
  return `${class_id}\n${slot}`;
}

/** Returns the staff of a school by name; a name that several have is nobody's. */
async function readTeachers({ db }: Planning, school_id: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select u.name, min(u.id) as id from membership m join "user" u on u.id = m.user_id
    where m.school_id = ${school_id} and m.identity = 'teacher' and m.is_abled
    group by u.name having count(distinct u.id) = 1`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function readPresent({ db }: Planning, school_id: string) {
  const { rows } = await sql<Kept & { class_id: string; slot: string; class_name: string | null }>`
    select l.class_id, l.slot, l.weekday, l.period, l.weeks, l.starts, l.ends, l.subject, l.teacher_id, l.teacher, l.room,
      k.name as class_name
    from timetable_lesson l left join class k on k.school_id = l.school_id and k.id = l.class_id
    where l.school_id = ${school_id}`.execute(db);
  const { rows: terms } = await sql<{ first_day: string; last_day: string }>`
    select first_day::text, last_day::text from timetable where school_id = ${school_id}`.execute(
    db,
  );
  return {
    term: terms[0],
    names: new Map(rows.map(({ class_id, class_name }) => [class_id, class_name])),
    lessons: new Map(
      rows.map(({ class_id, slot, class_name: _name, ...kept }) => [`${class_id}\n${slot}`, kept]),
    ),
  };
}
