import type { ExamplesOf } from "./example.ts";

export const PERSONAL_DATA_EXAMPLES: ExamplesOf<
  "readKeptData" | "exportData" | "requestErasure" | "cancelErasure"
> = {
  readKeptData: {
    description:
      "按类别列出平台保存了哪些数据、为什么、保存多久。家长用 child_id 查看自己未满 18 岁的孩子；别人的孩子等同不存在。",
    input: { child_id: "u-xiaoman" },
    answer: {
      person: { id: "u-xiaoman", name: "林小满", account: "linxiaoman" },
      kinds: [
        {
          class: "usage",
          name: "使用记录",
          why: "显示“最近使用”，方便继续学习",
          parts: [{ name: "打开过的应用", count: 6, kept: "365 天" }],
        },
      ],
      may_export: true,
      may_erase: true,
      why_not: null,
      is_sourced: true,
      erasure: null,
    },
  },
  exportData: {
    description:
      "准备一个 zip：每类数据一个 JSON，上传过的文件在 files/ 中。距离上次证明是本人较久时，先以 40004（check 为 password）要操作人自己的密码，或两步验证的 check。下载地址只对本次登录有效，只能用一次。",
    input: { child_id: "u-xiaoman", password: "xuemen-2026" },
    answer: { url: "/user-data/5J1k…", expires_in: 300 },
  },
  requestErasure: {
    description:
      "本人须已成年；孩子由家长申请。account 须与要删除的账号一致。15 天后执行，此前可以撤回。在读学生的申请会告诉学校和其他家长；学校提出异议后，离校之前不会执行。学校唯一的管理员以 40900 拒绝。",
    input: { account: "chenjing", password: "xuemen-2026" },
    answer: { due_at: "2026-12-05T08:00:00.000Z" },
  },
  cancelErasure: {
    description: "在执行之前撤回；孩子的任何一位家长都可以撤回。没有申请过的以 40400 拒绝。",
    input: { child_id: "u-xiaoman" },
    answer: {},
  },
};
