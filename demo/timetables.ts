import { sql } from "kysely";
import { chinaDay } from "#contract";
import type { Queryable } from "../server/src/database/database.ts";

/** Timetables of the demo's schools: every class has six lessons a day, and no teacher two at once where that can be. */

const TIMES = [
  ["08:00", "08:40"],
  ["08:50", "09:30"],
  ["10:00", "10:40"],
  ["10:50", "11:30"],
  ["14:00", "14:40"],
  ["14:50", "15:30"],
] as const;
const WEEKDAYS = 5;

/** Lessons of a week by subject, the most needed first; the rest of the week is filled with the last ones. */
const PRIMARY: readonly (readonly [string, number])[] = [
  ["语文", 7],
  ["数学", 5],
  ["英语", 3],
  ["体育", 4],
  ["科学", 2],
  ["道德与法治", 2],
  ["音乐", 2],
  ["美术", 2],
  ["劳动", 1],
  ["班会", 1],
];
const JUNIOR: readonly (readonly [string, number])[] = [
  ["语文", 5],
  ["数学", 5],
  ["英语", 5],
  ["物理", 2],
  ["历史", 2],
  ["地理", 2],
  ["生物", 2],
  ["道德与法治", 2],
  ["体育", 2],
  ["音乐", 1],
  ["美术", 1],
];
/** Taught in turns, in odd and in even weeks. */
const IN_TURNS = [
  ["信息科技", "odd"],
  ["心理健康", "even"],
] as const;

interface DemoClass {
  school_id: string;
  id: string;
  stage_id: string;
  /** Teachers by the name of their subject. */
  teachers: Record<string, { id: string; name: string }>;
}

/** Returns the term of a day: autumn from September to January, spring from February to July. */
export function termOf(today: string): { first_day: string; last_day: string } {
  const [year = 0, month = 1] = today.split("-").map(Number);
  if (month >= 2 && month <= 7) return { first_day: `${year}-02-16`, last_day: `${year}-07-15` };
  const first = month === 1 ? year - 1 : year;
  return { first_day: `${first}-08-31`, last_day: `${first + 1}-01-31` };
}

/** Writes the timetables of a source's schools for the present term, in place of those that were there. */
export async function writeTimetables(trx: Queryable, source: string, now: Date): Promise<void> {
  const { rows: classes } = await sql<DemoClass>`
    select k.school_id, k.id, k.stage_id, coalesce((
      select jsonb_object_agg(s.name, jsonb_build_object('id', u.id, 'name', u.name))
      from class_teacher ct join subject s on s.id = ct.subject_id join "user" u on u.id = ct.user_id
      where ct.school_id = k.school_id and ct.class_id = k.id), '{}') as teachers
    from class k join school o on o.id = k.school_id and o.is_abled and o.source = ${source}
    where k.is_abled order by k.school_id, k.sort, k.id`.execute(trx);
  const { first_day, last_day } = termOf(chinaDay(now));
  const taken = new Set<string>();
  const lessons = classes.flatMap((one, nth) => lessonsOf(one, nth, taken));
  const schools = [...new Set(classes.map(({ school_id }) => school_id))];
  await sql`delete from timetable_lesson where school_id = any (${schools}::text[])`.execute(trx);
  await sql`insert into timetable_lesson select * from jsonb_populate_recordset(null::timetable_lesson,
    ${JSON.stringify(lessons)}::text::jsonb)`.execute(trx);
  await sql`insert into timetable (school_id, first_day, last_day)
    select s, ${first_day}::date, ${last_day}::date from unnest(${schools}::text[]) s
    on conflict (school_id) do update set first_day = excluded.first_day, last_day = excluded.last_day`.execute(
    trx,
  );
}

/** Lays out the week of a class; `taken` holds the times of every teacher. */
function lessonsOf(
  { school_id, id, stage_id, teachers }: DemoClass,
  nth: number,
  taken: Set<string>,
) {
  const free = Array.from({ length: WEEKDAYS * TIMES.length }, (_, at) => {
    const slot = (at + nth * 7) % (WEEKDAYS * TIMES.length);
    return { weekday: (slot % WEEKDAYS) + 1, period: Math.floor(slot / WEEKDAYS) + 1 };
  });
  const room = `${nth + 101} 教室`;
  const lay = (subject: string, weeks: "all" | "odd" | "even", at: (typeof free)[number]) => {
    const teacher = teachers[subject];
    if (teacher !== undefined) taken.add(`${teacher.id} ${at.weekday} ${at.period}`);
    const [starts, ends] = TIMES[at.period - 1] ?? TIMES[0];
    return {
      ...{ school_id, class_id: id, slot: `${at.weekday}-${at.period}-${weeks}` },
      ...{ ...at, weeks, starts, ends, subject, room },
      ...{ teacher_id: teacher?.id ?? null, teacher: teacher?.name ?? "" },
    };
  };
  const week = (stage_id === "primary" ? PRIMARY : JUNIOR).flatMap(([subject, count]) =>
    Array.from({ length: count }, () => subject),
  );
  const found = week.flatMap((subject) => {
    const teacher = teachers[subject]?.id ?? "";
    const isFree = ({ weekday, period }: (typeof free)[number]) =>
      !taken.has(`${teacher} ${weekday} ${period}`);
    const chosen = free.find((at) => isFree(at)) ?? free[0];
    if (chosen === undefined) return [];
    free.splice(free.indexOf(chosen), 1);
    return [lay(subject, "all", chosen)];
  });
  const [last] = free;
  return last === undefined
    ? found
    : [...found, ...IN_TURNS.map(([subject, weeks]) => lay(subject, weeks, last))];
}
