import type { ExamplesOf } from "./example.ts";

export const AGREEMENT_EXAMPLES: ExamplesOf<"readAgreement"> = {
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
};
