import { acrossSchools } from "../database/scope.ts";
import { dayInChina } from "../platform/china-day.ts";
import { momentOf, nextLesson, readOwnLessons } from "../timetable/api.ts";
import { card, page, type Source } from "./cards.ts";
import { dayWords } from "./due.ts";

/** Makes the card of the lesson that goes on or comes next, by the school's timetable (HO-03). */
export const lessonCards: Source = async ({ app, caller, now, child }) => {
  const { user_id, identity, school } = caller;
  if (child !== undefined && child.school === null) return [];
  const standing =
    child === undefined
      ? { user_id, identity, school_id: school.id }
      : { user_id: child.id, identity: "student" as const, school_id: child.school?.id ?? "" };
  // a child may be at another school than the one the parent acts under
  const own = await acrossSchools("family", () => readOwnLessons(app.db, standing));
  if (own === undefined) return [];
  const today = dayInChina(now);
  const next = nextLesson(own.lessons, own.term, { today, now });
  if (next === undefined) return [];
  const { day, lesson } = next;
  const { subject, starts, ends, class_name, teacher, room } = lesson;
  const who = standing.identity === "teacher" ? class_name : teacher;
  return [
    card({
      key: "lesson",
      kind: "lesson",
      label: momentOf(day, starts) <= now ? "正在上课" : "下一节课",
      title: subject,
      note: [`${dayWords(day, today)} ${starts}–${ends}`, who, room]
        .filter((words) => words !== "")
        .join(" · "),
      opens: page("/timetable"),
    }),
  ];
};
