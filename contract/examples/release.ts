import type { ExamplesOf } from "./example.ts";

const RELEASE = {
  device: "pc",
  version: "2.4.0",
  min_version: "2.1.0",
  force: false,
  notes: "教室端可以用扫描枪登录。",
  url: "https://gate.example.cn/download/pc-2.4.0.exe",
  published_at: "2026-11-20T08:00:00.000Z",
} as const;

export const RELEASE_EXAMPLES: ExamplesOf<
  "readUpdateInfo" | "readReleases" | "publishRelease" | "withdrawRelease"
> = {
  readUpdateInfo: {
    description:
      "返回一种设备现行的版本，从未发布过时为 null。低于 min_version，或 force 为真而版本不同，必须更新；网页的版本带有构建号，与自己不同即可刷新。",
    input: { device: "pc" },
    answer: {
      ...RELEASE,
    },
  },
  readReleases: {
    description: "每种设备新的在前，连同已经撤回的。",
    input: {},
    answer: { releases: [{ ...RELEASE, counts: true, is_withdrawn: false }] },
  },
  publishRelease: {
    description:
      "web 只能补写已经登记的构建，不带 url；其他设备要有下载地址。不给 min_version 时沿用现行版本的。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: {
      ...{ device: "pc", version: "2.4.0", min_version: "2.1.0", force: false },
      ...{
        notes: "教室端可以用扫描枪登录。",
        url: "https://gate.example.cn/download/pc-2.4.0.exe",
      },
    },
    answer: {},
  },
  withdrawRelease: {
    description: "撤回后前一个版本重新成为现行版本。",
    input: { device: "pc", version: "2.4.0" },
    answer: { version: "2.3.1" },
  },
};
