import type { PeopleGroup } from "#contract";
import type { ExamplesOf } from "./example.ts";

const RULE = {
  identities: ["teacher"],
  grade_ids: ["3"],
  class_ids: [],
  subject_ids: ["chinese"],
  part: "everybody",
} satisfies PeopleGroup["rule"];

const GROUP: PeopleGroup = {
  id: "g-chinese-3",
  school_id: "s-qiming",
  place_name: "启明实验学校",
  name: "三年级语文组",
  description: "集体备课用",
  rule: RULE,
  sentence: "三年级的语文教师",
  people: 6,
  apps: ["备课中心"],
  may_edit: true,
  updated_at: "2026-11-23T08:00:00.000Z",
};

export const GROUP_EXAMPLES: ExamplesOf<
  "readGroups" | "readGroup" | "saveGroup" | "removeGroup" | "previewGroup"
> = {
  readGroups: {
    description: "整所学校或整个区域归我管的，才看得见那里的群组。群组不带任何权限。",
    input: { school_id: "s-qiming" },
    answer: { groups: [GROUP], subjects: [{ id: "chinese", name: "语文" }] },
  },
  readGroup: {
    description: "里面的人用 readPeople 的 group_id 来读。",
    input: { group_id: "g-chinese-3" },
    answer: GROUP,
  },
  saveGroup: {
    description:
      "不写 rule 的是手工挑选的群组；里面的人用 group-members 这一种变更来改，可以撤销。",
    input: {
      school_id: "s-qiming",
      name: "三年级语文组",
      description: "集体备课用",
      rule: RULE,
    },
    answer: GROUP,
  },
  removeGroup: {
    description: "还有应用用它来限定谁能看见时，拒绝并答 40900。",
    input: { group_id: "g-chinese-3" },
    answer: {},
  },
  previewGroup: {
    description: "人数由同一条查询来数，与名单、应用的可见范围一致。",
    input: { school_id: "s-qiming", rule: RULE },
    answer: {
      sentence: "三年级的语文教师",
      people: 6,
      identities: [{ identity: "teacher", people: 6 }],
    },
  },
};
