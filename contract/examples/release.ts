import type { ExamplesOf } from "./example.ts";

export const RELEASE_EXAMPLES: ExamplesOf<"readUpdateInfo"> = {
  readUpdateInfo: {
    description:
      "返回一种设备现行的版本，从未发布过时为 null。低于 min_version，或 force 为真而版本不同，必须更新；网页的版本带有构建号，与自己不同即可刷新。",
    input: { device: "pc" },
    answer: {
      device: "pc",
      version: "2.4.0",
      min_version: "2.1.0",
      force: false,
      notes: "教室端可以用扫描枪登录。",
      url: "https://gate.example.cn/download/pc-2.4.0.exe",
      published_at: "2026-11-20T08:00:00.000Z",
    },
  },
};
