import type { ExamplesOf } from "./example.ts";

export const AUDIT_EXAMPLES: ExamplesOf<"readAudit" | "exportAudit" | "readClassReads"> = {
  readAudit: {
    description:
      "在我管理的学校里做的事，和这些学校的人登录等不在某所学校里做的事，新的在前。别处的一概不出现；范围之外的人没有姓名。",
    input: { action: "child-read", from: "2026-11-01", to: "2026-11-20" },
    answer: {
      entries: [
        {
          id: "0mi7c2k9s00000a1b2c3d4e5f6a7b8c9d0",
          at: "2026-11-20T08:00:00.000Z",
          action: "child-read",
          words: "查看学生资料",
          outcome: "ok",
          by: { id: "u-linlan", name: "林岚", account: "linlan" },
          by_identity: "manager",
          by_app: null,
          about: null,
          about_count: 40,
          school_name: "启明实验学校",
          object: "班级“三年级（2）班”",
          address: "10.3.2.18",
        },
      ],
      next: null,
    },
  },
  exportAudit: {
    description:
      "最多 5000 条，更多时只有最近的。每行带原文、原文的 SHA-256 和链值：核对原文用任何工具，核对链值用 npm run admin -- audit verify --link 链值。以 =、+、-、@ 或制表符开头的单元格前加了一撇。导出本身记入审计。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: { action: "child-read", from: "2026-11-01" },
    answer: {
      name: "审计记录-2026-11-20.csv",
      text: "\uFEFF时间,操作人\r\n2026-11-20 16:00:00,林岚\r\n",
      count: 1,
      more: false,
    },
  },
  readClassReads: {
    description: "教职工看过这个班或其中学生的记录。不在本校的人没有姓名，只有身份。",
    input: { school_id: "s-qiming", class_id: "p-3-2" },
    answer: {
      reads: [
        {
          id: "0mi7c2k9s00000a1b2c3d4e5f6a7b8c9d0",
          at: "2026-11-20T08:00:00.000Z",
          by: { id: "u-linlan", name: "林岚" },
          by_identity: "manager",
          what: "整个班的名单",
        },
      ],
      next: null,
    },
  },
};
