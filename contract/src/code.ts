import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { FactorProof, FactorSetup, SolvedWork } from "./second-factor.ts";
import { Nothing } from "./schema.ts";
import { Consent, LoginAnswer } from "./session.ts";
import { CODE_LENGTH } from "./typed-code.ts";
import { PASSWORD_MIN_LENGTH } from "./user.ts";

/** The lifetime of a verification code, in seconds. */
export const CODE_SECONDS = 300;
/** The number of wrong attempts after which a code is invalid. */
export const CODE_TRIES = 5;
/** Seconds before another code goes to the same receiver. */
export const CODE_AGAIN_SECONDS = 60;

/** `bind` proves a receiver that the signed-in person wants to have; the others go to one on file. */
export const CODE_USES = ["login", "reset", "bind"] as const;
export type CodeUse = (typeof CODE_USES)[number];

const Receiver = Type.String({ minLength: 3, maxLength: 100, description: "手机号或邮箱" });
const Code = Type.String({
  minLength: CODE_LENGTH,
  maxLength: CODE_LENGTH,
  pattern: "^\\d+$",
  description: "6 位数字",
});
const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: 128,
  description: "新密码",
});

/** Answers alike, and in the same time, whether or not anybody is reached there. `bind` wants a session. */
export const sendCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/code",
  who: "anyone",
  summary: "向手机或邮箱发送验证码",
  feature: "code",
  input: Type.Object({
    receiver: Receiver,
    use: Type.Enum(CODE_USES),
    check: Type.Optional(Type.Object({ proof_of_work: Type.Optional(SolvedWork) })),
  }),
  answer: Type.Object({ expires_in: Type.Integer({ description: "有效秒数" }) }),
});

/** One of those who are reached at the same receiver, told to who holds it. */
export const SharedAccount = Type.Object({ account: Type.String(), name: Type.String() });
export type SharedAccount = Static<typeof SharedAccount>;

/**
 * As `login`. Where several people are reached there (a family's phone), 40004 with `data.check` = `account` lists them in
 * `data.accounts`, and `account` of the next try says who it is; the code is good until somebody is in.
 */
export const loginByCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login-by-code",
  who: "anyone",
  summary: "用短信或邮件验证码登录",
  feature: "code",
  ownPagesOnly: true,
  input: Type.Object({
    receiver: Receiver,
    code: Code,
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    check: Type.Optional(
      Type.Object({
        consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })),
        new_password: Type.Optional(NewPassword),
        ...FactorProof.properties,
        setup: Type.Optional(FactorSetup),
      }),
    ),
  }),
  answer: LoginAnswer,
});

/** Every session and remembered device of the person ends (SE-11). */
export const resetPassword = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/reset-password",
  who: "anyone",
  summary: "用验证码重设密码",
  feature: "code",
  ownPagesOnly: true,
  input: Type.Object({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    receiver: Receiver,
    code: Code,
    new_password: NewPassword,
  }),
  answer: Nothing,
});
