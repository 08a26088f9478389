import type { ExamplesOf } from "./example.ts";

export const PERSON_NOTICE_EXAMPLES: ExamplesOf<"readNotices" | "markNoticesSeen"> = {
  readNotices: {
    description:
      "列出 180 天内别人对本人账号做过的事：设临时密码、取消两步验证、锁定、变更身份和权限等。",
    input: {},
    answer: {
      notices: [
        {
          id: "pn-71",
          kind: "factors-reset",
          at: "2026-11-23T08:12:00.000Z",
          text: "启明小学的林岚取消了您的两步验证，所有登录已经结束。",
          seen_at: null,
        },
      ],
      days: 180,
    },
  },
  markNoticesSeen: {
    description: "首页上点“知道了”时调用；不是本人的编号不起作用。",
    input: { ids: ["pn-71"] },
    answer: {},
  },
};
