import type { ExamplesOf } from "./example.ts";

export const TIMETABLE_EXAMPLES: ExamplesOf<"readLessons" | "readTimetable" | "planTimetable"> = {
  readLessons: {
    description:
      "学生看到所在班级的课，教师看到自己上的课，家长看到孩子的课。不是自己的孩子以 40400 拒绝。",
    input: { day: "2026-11-23" },
    answer: {
      day: "2026-11-23",
      child: null,
      week: 13,
      lessons: [
        {
          period: 1,
          subject: "语文",
          class_name: "三年级（2）班",
          teacher: "林岚",
          room: "302",
          starts_at: "2026-11-23T00:00:00.000Z",
          ends_at: "2026-11-23T00:40:00.000Z",
        },
      ],
    },
  },
  readTimetable: {
    description: "学校还没有课程表时答案为空。不归自己管的学校以 40400 拒绝。",
    input: { school_id: "s-qiming" },
    answer: { first_day: "2026-08-31", last_day: "2027-01-31", lessons: 1116, classes: 36 },
  },
  planTimetable: {
    description:
      "读 .xlsx、.csv（每节课一行）或 .ics（iCalendar，每周或每两周的日程）。有一处不对就不计划变更，先给出前 50 处；没有问题时给出变更的编号，查看、应用和撤销与其他变更相同。不归自己管的学校以 40400 拒绝。",
    input: {
      school_id: "s-qiming",
      name: "课程表.csv",
      file: "54+t57qnLOaYn+acnyzoioLmrKE=",
      first_day: "2026-09-01",
      last_day: "2027-01-22",
    },
    answer: {
      lessons: 1500,
      faults: [{ sheet: "三年级", row: 12, column: "A", message: "本校没有叫“三年级（9）班”的班" }],
      fault_count: 1,
      change_id: null,
    },
  },
};
