import type { ExamplesOf } from "./example.ts";

export const AGREEMENT_EXAMPLES: ExamplesOf<
  "readAgreement" | "readPendingConsents" | "giveConsent"
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
};
