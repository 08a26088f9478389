import type { Identity } from "#contract";

const PRIMARY_PUPIL = ["homework", "timetable", "reading", "poetry", "mistakes", "sports"];
const JUNIOR_PUPIL = ["homework", "timetable", "mistakes", "python", "english-speaking", "library"];
const PARENT = ["homework", "leave", "score-report", "class-circle", "canteen", "payment"];
const TEACHER = ["lesson-plan", "assign-homework", "timetable", "score-entry", "attendance"];
const MANAGER = ["school-board", "approval", "staff-files", "scheduling", "visitors"];

/** The named people's quick apps at the first visit: account → identity → app ids. */
export const DEMO_QUICK_APPS: Readonly<
  Record<string, Partial<Record<Identity, readonly string[]>>>
> = {
  linlan: { manager: MANAGER, teacher: [...TEACHER, "term-comments"], parent: PARENT },
  linxiaoman: { student: [...PRIMARY_PUPIL, "class-garden"] },
  zhaoyifan: { student: JUNIOR_PUPIL },
  zhaoyinuo: { student: ["homework", "timetable", "pinyin-garden", "reading", "poetry"] },
  chenjing: { parent: PARENT },
  sunhao: { teacher: [...TEACHER, "online-marking"] },
  wangfang: { admin: ["admin", "data-board", "supervision", "accounts"] },
  hezhi: { inner_admin: ["monitoring", "audit-log", "app-management", "accounts"] },
  jiucheng: { teacher: TEACHER },
  liangdi: { teacher: TEACHER, parent: PARENT },
};
