import type { ExamplesOf } from "./example.ts";

export const SESSION_EXAMPLES: ExamplesOf<
  "login" | "logout" | "forgetDevice" | "readSessions" | "endDeviceSession"
> = {
  login: {
    description:
      "password 与 credential 给其一。同一终端上较早的登录随之结束。还需同意协议时以 40004 拒绝，data.agreements 列出要同意的版本，随后在 check.consents 中带上它们再试。need_remember 为 true 时另发一个 credential，用一次换一次。",
    input: { account: "chenjing", password: "xuemen-2026", need_remember: true },
    answer: {
      token: "0aV1bT2cL3dR4eM5fK6gH7iJ8jP9kQ0lS1mW2nX3oYz",
      auth_data: {
        user_id: "u-chenjing",
        account: "chenjing",
        name: "陈静",
        identity: "teacher",
        session_id: "5b6f5d0e-7b8a-4a35-9a0e-0f6f0d7f2f11",
        expires_at: "2026-12-20T08:00:00.000Z",
        permissions: [],
      },
      credential: "6d1f0c.8hQ2vX4nB6mL8kJ0hG2fD4sA6pO8iU0yT2rE4wQ6zX8",
    },
  },
  logout: {
    description: "结束发起本次调用的登录，并通知已打开的应用。没有登录，或已经退出时也算成功。",
    input: {},
    answer: {},
  },
  forgetDevice: {
    description:
      "从登录页移除一个记住的账号时调用，凭据随即作废；本设备上还在进行的登录不受影响。凭据有误、已作废时也算成功；出示换过的旧凭据视为被复制，由它而来的登录全部结束。",
    input: {
      account: "chenjing",
      credential: "6d1f0c.8hQ2vX4nB6mL8kJ0hG2fD4sA6pO8iU0yT2rE4wQ6zX8",
    },
    answer: {},
  },
  readSessions: {
    description:
      "列出本人仍有效的登录，供“已登录的设备”一页显示；current 标出发起本次调用的那一个。",
    input: {},
    answer: [
      {
        id: "5b6f5d0e-7b8a-4a35-9a0e-0f6f0d7f2f11",
        client: "web",
        device: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0.0.0",
        ip: "10.20.30.40",
        created_at: "2026-11-20T00:01:02.000Z",
        last_seen_at: "2026-11-20T08:00:00.000Z",
        current: true,
      },
    ],
  },
  endDeviceSession: {
    description:
      "结束本人的一个登录，一秒内对所有节点生效；是另一台设备时，它记住的账号也随之作废。不是本人的、已结束的登录，都按不存在回答。",
    input: { id: "5b6f5d0e-7b8a-4a35-9a0e-0f6f0d7f2f11" },
    answer: {},
  },
};
