import { SESSION_EXAMPLES } from "./session.ts";
import type { ExamplesOf } from "./example.ts";

export const CODE_EXAMPLES: ExamplesOf<"sendCode" | "loginByCode" | "resetPassword"> = {
  sendCode: {
    description:
      "验证码为 6 位数字，5 分钟内有效，只能用一次，输错 5 次即作废；再要一个，前一个就作废。号码或邮箱是否有人使用，回答与用时都一样。同一号码、同一来源要得太频繁时以 42900 拒绝；来源可疑时以 40004 要求 proof_of_work。use 为 bind 时须已登录，验证码发到要绑定的新号码。",
    input: { receiver: "13812340000", use: "login" },
    answer: { expires_in: 300 },
  },
  loginByCode: {
    description:
      "回答与账号密码登录相同，之后还需的步骤（consent、new_password 等）也相同。几个人共用一个号码时以 40004 拒绝，data.check 为 account，data.accounts 列出可选的账号；带上其中的 account 用同一个验证码再试。验证码错误、过期、用过，或没有这个人，都以 40003 回答。",
    input: { receiver: "13812340000", code: "204731" },
    answer: SESSION_EXAMPLES.login.answer,
  },
  resetPassword: {
    description:
      "先以 use 为 reset 要一个验证码，发到账号已留的手机或邮箱。成功后，本人的全部登录结束，记住的设备作废，随后用新密码登录。账号与号码不符、验证码不对，都以同一句 40003 回答。",
    input: {
      account: "chenjing",
      receiver: "13812340000",
      code: "204731",
      new_password: "a-new-password",
    },
    answer: {},
  },
};
