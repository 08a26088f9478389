import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";

/** Timetables that schools import, and the lessons of a day (HO-03). */

/** The most bytes of a file. */
export const TIMETABLE_FILE_BYTES = 4 * 1024 * 1024;
/** Faults of a file that are listed. */
export const TIMETABLE_FAULTS_LISTED = 50;

export const LESSON_WEEKS = ["all", "odd", "even"] as const;
export type LessonWeeks = (typeof LESSON_WEEKS)[number];

const Day = Type.String({ format: "date" });
const ClockTime = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });

/** A lesson as a timetable holds it. */
export const TimetableLesson = Type.Object(
  {
    class_id: { ...Id, description: "班级的编号" },
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: "1 是星期一" }),
    period: Type.Integer({
      minimum: 0,
      maximum: 20,
      description: "第几节；0 是没有节次的，如早读",
    }),
    weeks: Type.Enum([...LESSON_WEEKS], { description: "每周、单周、双周" }),
    starts: { ...ClockTime, description: "上课时间，如 08:00" },
    ends: { ...ClockTime, description: "下课时间" },
    subject: Type.String({ minLength: 1, maxLength: 40, description: "科目" }),
    teacher: Type.String({ maxLength: 50, description: "文件里写的教师姓名" }),
    room: Type.String({ maxLength: 40, description: "教室" }),
  },
  { additionalProperties: false },
);
export type TimetableLesson = Static<typeof TimetableLesson>;

const DayLesson = Type.Object({
  period: Type.Integer({ description: "第几节；0 是没有节次的，如早读" }),
  subject: Type.String({ description: "科目" }),
  class_name: Type.String({ description: "班级" }),
  teacher: Type.String({ description: "教师姓名，可以为空" }),
  room: Type.String({ description: "教室，可以为空" }),
  starts_at: { ...Time, description: "上课的时刻" },
  ends_at: { ...Time, description: "下课的时刻" },
});
export type DayLesson = Static<typeof DayLesson>;

/** Reads the lessons of a day in China under the active identity; a parent's are a child's, as in `readToday`. */
export const readLessons = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/lessons",
  who: { identities: ["student", "teacher", "parent"] },
  summary: "当前身份某一天的课",
  feature: "timetable",
  input: Type.Object({
    day: Type.Optional({ ...Day, description: "哪一天，缺省为今天" }),
    child_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "家长的哪个孩子" }),
    ),
  }),
  answer: Type.Object({
    day: { ...Day, description: "哪一天" },
    child: Nullable(
      Type.Object({ id: Id, name: Type.String() }, { description: "家长看到的是哪个孩子的课" }),
    ),
    week: Nullable(Type.Integer({ description: "第几周；不在学期里，或学校没有课程表时为空" })),
    lessons: Type.Array(DayLesson, { description: "这一天的课，先上的在前" }),
  }),
});

const TimetableFault = Type.Object({
  sheet: Nullable(Type.String({ description: "哪张工作表；日历文件里是哪个事件" })),
  row: Nullable(Type.Integer({ description: "第几行" })),
  column: Nullable(Type.String({ description: "哪一列，如 B" })),
  message: Type.String({ description: "要改什么" }),
});
export type TimetableFault = Static<typeof TimetableFault>;

/** Reads the timetable that a school has. */
export const readTimetable = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/timetable",
  who: { right: "class.write" },
  summary: "学校现在的课程表：学期和课的数目",
  feature: "timetable",
  input: Type.Object({ school_id: Id }, { additionalProperties: false }),
  answer: Nullable(
    Type.Object({
      first_day: { ...Day, description: "学期第一天" },
      last_day: { ...Day, description: "学期最后一天" },
      lessons: Type.Integer({ description: "多少节课" }),
      classes: Type.Integer({ description: "多少个班有课" }),
    }),
  ),
});

/**
 * Reads a timetable, .xlsx, .csv or .ics, and plans the change that puts it in place of the school's (CS-01). Faults, or no lesson:
 * no change. The change is looked at, applied and taken back as every other.
 */
export const planTimetable = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/timetable/plan",
  who: { right: "class.write" },
  summary: "读课程表文件，计划一次变更，还不生效",
  feature: "timetable",
  input: Type.Object(
    {
      school_id: Id,
      name: Type.String({ minLength: 1, maxLength: 200, description: "文件名" }),
      file: Type.String({ minLength: 1, description: "文件的内容，base64" }),
      first_day: { ...Day, description: "学期第一天；单双周从它所在的周算起" },
      last_day: { ...Day, description: "学期最后一天" },
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    lessons: Type.Integer({ description: "读到多少节课" }),
    faults: Type.Array(TimetableFault, { description: "要改的地方，最多列出前 50 处" }),
    fault_count: Type.Integer({ description: "共有多少处要改" }),
    change_id: Nullable(Type.String({ description: "计划好的变更；有问题时为空" })),
  }),
});
