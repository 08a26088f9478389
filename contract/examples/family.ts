import type { ExamplesOf } from "./example.ts";

export const FAMILY_EXAMPLES: ExamplesOf<"readChildren" | "saveChildEyes" | "readChildApps"> = {
  readChildren: {
    description:
      "本人名下未满 18 岁的孩子：在哪个学校和班级、护眼提醒怎样设定、是否还需要家长同意。",
    input: {},
    answer: [
      {
        id: "u-xiaoman",
        name: "林小满",
        avatar: null,
        school: { id: "s-primary", name: "启明小学" },
        classes: [{ id: "c-32", name: "三年级（2）班", grade_id: "3", stage_id: "primary" }],
        eye_protection: { mode: true, interval: 20, fixed: true },
        needs_consent: false,
      },
    ],
  },
  saveChildEyes: {
    description:
      "只改给出的几项。fixed 为 true 时孩子自己不能再改，孩子的 user/setting 以 40005 拒绝。不是自己的孩子以 40400 拒绝。",
    input: { child_id: "u-xiaoman", mode: true, interval: 20, fixed: true },
    answer: { mode: true, interval: 20, fixed: true },
  },
  readChildApps: {
    description:
      "与孩子自己在浏览器里读到的应用相同；孩子没有启用的学校时为空。不是自己的孩子以 40400 拒绝。",
    input: { child_id: "u-xiaoman" },
    answer: {
      apps: [
        {
          id: "maths-games",
          category_id: "study",
          name: "口算乐园",
          description: "每天五分钟",
          icon: "icons/maths.svg",
          icon_mono: "icons/maths-mono.svg",
          launch: "link",
          url: "https://maths.example/",
          opens_in: "tab",
          display_status: "display",
          roles: ["student"],
          clients: [],
          sort: 1,
          badge: "",
          pinyin: "kou suan le yuan",
        },
      ],
      category: [{ id: "study", name: "学习", sort: 1 }],
    },
  },
};
