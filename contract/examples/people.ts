import type { ExamplesOf } from "./example.ts";

const LINXIAOMAN = {
  id: "u-linxiaoman",
  name: "林小满",
  account: "linxiaoman",
  avatar: null,
  is_abled: true,
  memberships: [
    {
      school_id: "qiming-primary",
      school_name: "晨曦区启明小学",
      identity: "student" as const,
      is_abled: true,
      until: null,
    },
  ],
  classes: [{ school_id: "qiming-primary", id: "p-3-2", name: "三年级（2）班" }],
  mobile_masked: null,
  student_number: "G110105201609010021",
  last_sign_in: "2026-11-20T00:12:00.000Z",
  locked: null,
};

export const PEOPLE_EXAMPLES: ExamplesOf<"readPeople" | "countPeople"> = {
  readPeople: {
    description:
      "在管辖范围内找人：姓名（可只写一部分）、全拼（可只写开头）、首字母、账号的开头、学号或其末 3 位以上、手机号或其末 4 位以上，都写在 q；可按学校、年级、班级、身份和状态筛选。范围之外的人、学校和班级一概不出现。翻页时把 next 写在 after，其间没有变化的人恰好出现一次。列出的学生会记入审计。",
    input: { q: "linxm", identity: "student", sort: "name", limit: 50 },
    answer: { people: [LINXIAOMAN], next: null },
  },
  countPeople: {
    description: "条件与查找人员相同，只数人数；最多数到 10000，更多时 more 为 true。",
    input: { school_id: "qiming-primary", state: "never-signed-in" },
    answer: { count: 37, more: false },
  },
};
