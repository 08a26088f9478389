import type { ExamplesOf } from "./example.ts";

export const AGREEMENT_EXAMPLES: ExamplesOf<
  | "readAgreement"
  | "readPendingConsents"
  | "giveConsent"
  | "readAgreementVersions"
  | "readAgreementVersion"
  | "previewAgreement"
  | "publishAgreement"
  | "withdrawAgreement"
> = {
  readAgreement: {
    description:
      "给出 type 时返回该类协议现行的版本，给出 id 时返回那一份；两者须给其一。content 已净化，可直接显示。",
    input: { type: "privacy" },
    answer: {
      id: "2",
      type: "privacy",
      title: "隐私政策",
      version: 1,
      content: "<h2>一、我们收集什么</h2><p>……</p>",
      effective_at: "2026-09-01T00:00:00.000Z",
    },
  },
  readPendingConsents: {
    description:
      "列出现行版本中还没有同意的：本人的，以及本人未满 14 岁的孩子的《儿童个人信息保护规则》。",
    input: {},
    answer: {
      own: [],
      children: [
        {
          id: "u-xiaoman",
          name: "林小满",
          agreements: [{ type: "child", version: 1, title: "儿童个人信息保护规则" }],
        },
      ],
    },
  },
  giveConsent: {
    description:
      "记下同意的版本，重复同意没有影响。带 child_id 时为家长替孩子同意。版本已不是现行的以 40900 拒绝；未满 14 岁的学生自己同意以 40005 拒绝；不是自己的孩子以 40400 拒绝。",
    input: { agreements: [{ type: "child", version: 1 }], child_id: "u-xiaoman" },
    answer: {},
  },
  readAgreementVersions: {
    description: "协议对所有人有效，所以权限要在全平台。新的在前。",
    input: {},
    answer: {
      versions: [
        {
          ...{ id: "4", type: "user", version: 2, title: "启明小学用户协议" },
          ...{ effective_at: "2026-12-01T00:00:00.000Z", state: "waiting", agreed: 0 },
        },
      ],
    },
  },
  readAgreementVersion: {
    description: "连同还没有生效的。",
    input: { id: "4" },
    answer: {
      ...{ id: "4", type: "user", version: 2, title: "启明小学用户协议" },
      ...{ content: "<p>第一条 ……</p>", effective_at: "2026-12-01T00:00:00.000Z" },
    },
  },
  previewAgreement: {
    description:
      "与读的人看到的一样，只保留标题、段落、列表、表格、强调和链接。refusal 不为 null 时不能发布。",
    input: {
      ...{ type: "user", title: "启明小学用户协议", content: "第一条 ……", format: "text" },
      effective_day: "2026-12-01",
    },
    answer: {
      agreement: {
        ...{ id: "0", type: "user", version: 2, title: "启明小学用户协议" },
        ...{ content: "<p>第一条 ……</p>", effective_at: "2026-11-30T16:00:00.000Z" },
      },
      dropped: [],
      asks: 5120,
      refusal: null,
    },
  },
  publishAgreement: {
    description:
      "生效后每个人登录时会被再次询问。已经发布的版本不能改动。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: {
      ...{ type: "user", title: "启明小学用户协议", content: "第一条 ……", format: "text" },
      effective_day: "2026-12-01",
    },
    answer: { id: "4", version: 2 },
  },
  withdrawAgreement: {
    description: "只有还没有生效的可以撤回；编号和版本号不会再用。",
    input: { type: "user", version: 2 },
    answer: { id: "4" },
  },
};
