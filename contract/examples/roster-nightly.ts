import type { NightlyView } from "#contract";
import type { ExamplesOf } from "./example.ts";

const PROVIDER = {
  address: "https://sis.example.edu.cn/ims/oneroster/rostering/v1p2",
  token_address: "https://sis.example.edu.cn/oauth/token",
  client_id: "xuemen",
  scope: "",
  demographics: false,
  org_id: "",
} as const;
const SCHEDULE = { is_on: true, hour: 2, weekdays: [1, 2, 3, 4, 5], days_without: ["2026-10-01"] };

const VIEW: NightlyView = {
  school: { id: "s-qiming", name: "启明小学", kind: "school" },
  connection: {
    ...{ ...PROVIDER, ...SCHEDULE, version: 1, source: "sis.example.edu.cn/s-qiming" },
    ...{ saved_by: "周敏", saved_at: "2026-09-01T01:00:00.000Z" },
  },
  next_at: "2026-09-02T18:00:00.000Z",
  paused_until: null,
  runs: [
    {
      ...{ id: "1f0c2b7e", started_at: "2026-09-01T18:00:00.000Z" },
      ...{ finished_at: "2026-09-01T18:00:41.000Z", by_hand: false, outcome: "change" },
      sentence: "读到 528 人、12 个班级；加入 2 位学生，编入班级 2 人",
      change: { id: "6c1d20aa", state: "applied" },
    },
  ],
};

export const ROSTER_NIGHTLY_EXAMPLES: ExamplesOf<
  "readNightly" | "saveNightly" | "tryNightly" | "runNightly"
> = {
  readNightly: {
    description: "密钥从不读出。教育局的连接一次同步它的全部学校。",
    input: { school_id: "s-qiming" },
    answer: VIEW,
  },
  saveNightly: {
    description:
      "密钥加密保存，从不读出；地址或客户端编号改了，密钥须重新填写。以保存的人的权限同步，每次带来的变更都可以撤销；超出保护界限的不应用，等人决定。",
    input: { school_id: "s-qiming", version: 0, ...PROVIDER, secret: "…", ...SCHEDULE },
    answer: VIEW,
  },
  tryNightly: {
    description: "真的去取访问令牌，读学校的清单，其余只数有多少条；不保存，也不改动数据。",
    input: { school_id: "s-qiming", ...PROVIDER, secret: "…" },
    answer: {
      is_ok: true,
      sentences: [
        "取到了访问令牌",
        "看到了学校：启明小学",
        "看到了学期 3，课程 6，班级 12，人员 528，选课 540",
        "没有改动任何数据",
      ],
    },
  },
  runNightly: {
    description: "与到时间自动开始的一样；已经在同步时不会再开始一次。",
    input: { school_id: "s-qiming" },
    answer: VIEW,
  },
};
