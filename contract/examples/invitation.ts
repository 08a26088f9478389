import type { ExamplesOf } from "./example.ts";

const INVITATION = {
  id: "5f0c9c1e-7a52-4a7c-8e1c-0d3f5b6a7c88",
  code: "KM7QX-3PVDR",
  kind: "class",
  identity: "student",
  class: { id: "class-3-2", name: "三年级（2）班" },
  child: null,
  max_uses: 60,
  used: 12,
  state: "active",
  created_by: "林岚",
  created_at: "2026-11-20T08:00:00.000Z",
  expires_at: "2026-12-20T08:00:00.000Z",
} as const;

const CONSENTS = [
  { type: "user", version: 1 },
  { type: "privacy", version: 1 },
];

export const INVITATION_EXAMPLES: ExamplesOf<
  | "readInvitations"
  | "createInvitation"
  | "revokeInvitation"
  | "previewInvitation"
  | "register"
  | "joinByInvitation"
  | "bindChild"
> = {
  readInvitations: {
    description:
      "学校管理员看到本校全部邀请码，班主任看到自己班级的。失效的邀请码不再显示 code，留作记录。最多 200 个。",
    input: {},
    answer: [INVITATION],
  },
  createInvitation: {
    description:
      "kind 为 class 时给 class_id，identity 为 student（默认）或 teacher；为 child 时给 child_id，加入者成为这名学生的家长；为 staff 时 identity 为 teacher（默认）或 manager，只有学校管理员可以建。不是自己班级、本校的，按不存在回答。",
    input: { kind: "class", class_id: "class-3-2", max_uses: 60, days: 30 },
    answer: { ...INVITATION, used: 0 },
  },
  revokeInvitation: {
    description: "立即作废，已经加入的人不受影响。再作废一次也算成功。",
    input: { id: INVITATION.id },
    answer: { ...INVITATION, code: null, state: "revoked" },
  },
  previewInvitation: {
    description:
      "回答学校、班级和身份，供注册页在填写之前确认；绑定码只给打码的姓名。错误、用完、过期、作废的邀请码回答都相同（40003），连续输错会被要求等待。",
    input: { invitation: "KM7QX-3PVDR" },
    answer: {
      kind: "class",
      identity: "student",
      school_name: "启明小学",
      class_name: "三年级（2）班",
      child_name: null,
      agreements: [
        { type: "user", version: 1, title: "学门用户服务协议" },
        { type: "privacy", version: 1, title: "学门隐私政策" },
        { type: "child", version: 1, title: "儿童个人信息保护规则" },
      ],
    },
  },
  register: {
    description:
      "学校、班级和身份由邀请码决定。账号已被使用时以 40900 拒绝，data.field 为 account，邀请码不会因此用掉；缺少要同意的协议时以 40004 拒绝。成功后与登录的回答相同。",
    input: {
      invitation: "KM7QX-3PVDR",
      account: "zhoumingyu",
      password: "rivers-and-hills",
      name: "周明宇",
      consents: [...CONSENTS, { type: "child", version: 1 }],
    },
    answer: {
      token: "0aV1bT2cL3dR4eM5fK6gH7iJ8jP9kQ0lS1mW2nX3oYz",
      auth_data: {
        user_id: "8a4f2c66-4f0e-4f63-9a10-0b6f1d7e2a31",
        account: "zhoumingyu",
        name: "周明宇",
        identity: "student",
        session_id: "5b6f5d0e-7b8a-4a35-9a0e-0f6f0d7f2f11",
        expires_at: "2026-12-20T08:00:00.000Z",
        permissions: [],
      },
    },
  },
  joinByInvitation: {
    description:
      "已登录的人用班级码或教职工码再得到一个身份。学生不能成为教职工，反之亦然（40005）；已经加入过时以 40900 拒绝，邀请码不会因此用掉。",
    input: { invitation: "KM7QX-3PVDR" },
    answer: {
      school: { id: "school-qiming", name: "启明小学" },
      identity: "teacher",
      class: { id: "class-3-2", name: "三年级（2）班" },
    },
  },
  bindChild: {
    description:
      "家长用学校给的绑定码绑定一个孩子，没有家长身份的成人随之得到它。已经绑定过时以 40900 拒绝；学生不能绑定孩子。",
    input: { invitation: "W4HTN-9CXKE", relation: "母亲" },
    answer: { child: { id: "u-zhaoyinuo", name: "赵一诺" } },
  },
};
