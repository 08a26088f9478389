import type { ExamplesOf } from "./example.ts";

export const CLASS_ROSTER_EXAMPLES: ExamplesOf<"readClassRoster" | "resetPupilPassword"> = {
  readClassRoster: {
    description:
      "班主任看到自己所带的班，学校管理员看到本校所有班；不写 class_id 时取第一个班。不归自己管的班按不存在回答。",
    input: { class_id: "p-3-2" },
    answer: {
      classes: [{ id: "p-3-2", name: "三年级（2）班", grade_id: "3", stage_id: "primary" }],
      class_id: "p-3-2",
      pupils: [
        {
          id: "u-linxiaoman",
          name: "林小满",
          avatar: null,
          account: "linxiaoman",
          temporary_until: null,
          has_growth: true,
        },
      ],
    },
  },
  resetPupilPassword: {
    description:
      "为没有手机的学生设一个临时密码：限所带班级的班主任、所在学校的管理员和已绑定的家长，其他人按不存在回答。学生的全部登录随之结束；他用临时密码登录时，要先设一个自己的密码（40004，check 为 new_password）。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人：自己的密码 password，或两步验证的 check。",
    input: { user_id: "u-linxiaoman" },
    answer: {
      name: "林小满",
      account: "linxiaoman",
      password: "kmp7-3xqd",
      valid_until: "2026-11-27T08:00:00.000Z",
    },
  },
};
