import type { ExamplesOf } from "./example.ts";

export const LAUNCH_EXAMPLES: ExamplesOf<"launchApp" | "leaveApps" | "redeemTicket"> = {
  launchApp: {
    description:
      "返回的凭证只能用一次，60 秒内有效，只属于本人、此身份、此学校与此应用。要求再次确认身份的应用以 40004（data.check 为 password）拒绝，带上 password，或两步验证的 check 再试。",
    input: { app_id: "lesson-plans" },
    answer: {
      kind: "ticket",
      method: "GET",
      url: "https://plans.example.cn/enter?ticket=kP3mV7xQ9sT1wZ5bD8fH2jL4nR6u",
      opens_in: "tab",
      expires_in: 60,
    },
  },
  leaveApps: {
    description: "app_id 缺省时结束全部应用中的登录；ended 列出本次登录中打开过的应用。",
    input: { app_id: "lesson-plans" },
    answer: { ended: ["lesson-plans"] },
  },
  redeemTicket: {
    description:
      "票据只能兑换一次，且只能由它所属的应用兑换；错误、用过、过期的票据一律以 40003 拒绝。sub 对同一应用不变，各应用互不相同；其余字段以应用登记时的许可为限。",
    input: { ticket: "kP3mV7xQ9sT1wZ5bD8fH2jL4nR6u" },
    answer: {
      sub: "Zt4yQm0Vb8sXc2Lk6Jh",
      name: "陈静",
      identity: "teacher",
      school: { id: "s-qiming", name: "启明小学" },
      classes: [{ id: "c-3-2", name: "三年级2班", grade_id: "3", stage_id: "primary" }],
    },
  },
};
