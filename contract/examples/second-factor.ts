import type { ExamplesOf } from "./example.ts";

const CODES = [
  "k7mq-2xhd-9wfe-r4tn",
  "p3vz-8bcy-5ujg-n6sa",
  "d9wx-4kfm-7hqe-t2rb",
  "v5na-6zcs-3yup-g8jd",
];
const OFFER = "5e0c1d7a.9mXb0Qz3rY6tK1wJ8vU4pL2sD7fG5hA";
const CHALLENGE = "NWUwYzFkN2EuOW1YYjBRejNyWTZ0SzF3SjhWVTQ";
const PASSKEY_ID = "rM1hV3xTq0y8sKpZ2bNcWg";

export const SECOND_FACTOR_EXAMPLES: ExamplesOf<
  | "readFactors"
  | "beginTotp"
  | "confirmTotp"
  | "beginPasskey"
  | "confirmPasskey"
  | "removeFactor"
  | "renewRecoveryCodes"
> = {
  readFactors: {
    description:
      "供“账号与安全”一页显示。offered 为 false（未成年人）时不提供；required 为 true 时不能删除最后一种。",
    input: {},
    answer: {
      offered: true,
      required: false,
      totp: { created_at: "2026-11-18T02:00:00.000Z", used_at: "2026-11-20T00:01:02.000Z" },
      passkeys: [
        {
          id: PASSKEY_ID,
          name: "办公室电脑",
          created_at: "2026-11-19T06:30:00.000Z",
          used_at: null,
        },
      ],
      recovery_left: 9,
    },
  },
  beginTotp: {
    description:
      "给出一个新的密钥，只在这里出现，15 分钟内带着 offer 和验证器显示的第一个动态码确认才算设置。已有验证器时以 40900 拒绝，须先删除。",
    input: { password: "xuemen-2026" },
    answer: {
      offer: OFFER,
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/%E5%AD%A6%E9%97%A8:chenjing?issuer=%E5%AD%A6%E9%97%A8&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
    },
  },
  confirmTotp: {
    description:
      "动态码不正确或设置已超时以 40003 拒绝。这是本人的第一种两步验证时，同时给出恢复码，并结束本人其他的登录。",
    input: { offer: OFFER, code: "492039" },
    answer: { recovery_codes: CODES },
  },
  beginPasskey: {
    description: "把 options 原样交给浏览器的 navigator.credentials.create。每人最多 10 个。",
    input: { password: "xuemen-2026" },
    answer: { options: { challenge: CHALLENGE, rp: { name: "学门", id: "school.example" } } },
  },
  confirmPasskey: {
    description:
      "保存浏览器生成的通行密钥。不是应答本次请求的，或已经添加过的，都被拒绝。第一种两步验证的后果同上。",
    input: {
      name: "办公室电脑",
      response: {
        id: PASSKEY_ID,
        rawId: PASSKEY_ID,
        type: "public-key",
        response: {
          clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
          attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg",
          transports: ["internal"],
        },
        clientExtensionResults: {},
      },
    },
    answer: {},
  },
  removeFactor: {
    description:
      "删除验证器，或 id 所指的通行密钥，并结束本人其他的登录。删去最后一种时恢复码一并作废；必须有一种的人不能删去最后一种（40900）。",
    input: { kind: "passkey", id: PASSKEY_ID, password: "xuemen-2026" },
    answer: {},
  },
  renewRecoveryCodes: {
    description: "给出十个新的恢复码，旧的全部作废。每个只能用一次，用来代替丢失的验证器。",
    input: { password: "xuemen-2026" },
    answer: { recovery_codes: CODES },
  },
};
