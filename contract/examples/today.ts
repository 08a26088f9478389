import type { ExamplesOf } from "./example.ts";

export const TODAY_EXAMPLES: ExamplesOf<"readToday"> = {
  readToday: {
    description:
      "按当前身份给出，最多 6 张；没有要说的就没有卡片。某一项读不出来时只少那一张。家长的是一个孩子的，不写 child_id 时取当前学校的第一个；不是自己的孩子以 40400 拒绝。",
    input: { child_id: "u-xiaoman" },
    answer: {
      is_whole: true,
      cards: [
        {
          key: "notice",
          kind: "notice",
          label: "未读通知",
          title: "周五秋游",
          note: "林岚，还有 2 条",
          lines: [],
          opens: { to: "/messages/7b1e2c", app_id: null, item: null },
          links: [],
        },
        {
          key: "approval",
          kind: "approval",
          label: "等您审批",
          title: "2 件",
          note: "",
          lines: [{ text: "变更等待审批", note: "2 件" }],
          opens: { to: "/module/admin/changes", app_id: null, item: null },
          links: [],
        },
      ],
    },
  },
};
