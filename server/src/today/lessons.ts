import { chinaDay, chinaMoment, roomText } from "#contract";
import { acrossSchools } from "../database/scope.ts";
import { lessonsOn, nextLesson, readOwnLessons, membershipOf } from "../timetable/api.ts";
import { card, noteOf, page, spanOf, type Source } from "./cards.ts";
import { dayWords } from "../platform/due-words.ts";

/** Makes the card of the lesson that goes on or comes next, by the school's timetable (HO-03). */
export const lessonCards: Source = async ({ app, caller, now, child }) => {
  const membership = membershipOf(caller, child);
  if (membership === undefined) return [];
  // a child may be at another school than the one the parent acts under
  const own = await acrossSchools("family", () => readOwnLessons(app.db, membership));
  if (own === undefined) return [];
  const today = chinaDay(now);
  const next = nextLesson(own.lessons, own.term, { today, now });
  if (next === undefined) return [];
  const { day, lesson } = next;
  const { subject, starts, ends, class_name, teacher, room } = lesson;
  const isTeacher = membership.identity === "teacher";
  const who = isTeacher ? class_name : teacher;
  const [after] = lessonsOn(own.lessons, day, own.term).filter((one) => one.starts >= ends);
  const then = [after?.subject, isTeacher ? after?.class_name : ""].filter(Boolean).join(" ");
  return [
    card({
      key: "lesson",
      kind: "lesson",
      label: chinaMoment(day, starts) <= now ? "正在上课" : "下一节课",
      title: subject,
      note: noteOf(`${dayWords(day, today)} ${spanOf(starts, ends)}`, who, roomText(room)),
      lines: after === undefined ? [] : [{ text: then, note: after.starts }],
      opens: page("/timetable"),
    }),
  ];
};
