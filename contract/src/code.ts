import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { FactorProof, FactorSetup, SolvedWork } from "./second-factor.ts";
import { NewPassword, Nothing } from "./schema.ts";
import { Consent, LoginAnswer } from "./session.ts";
import { CODE_LENGTH } from "./typed-code.ts";

/** The lifetime of a verification code, in seconds. */
export const CODE_SECONDS = 300;
/** The number of wrong attempts after which a code is invalid. */
export const CODE_TRIES = 5;
/** Seconds before another code goes to the same receiver. */
export const CODE_AGAIN_SECONDS = 60;

/** The uses of a code. `bind` verifies a new receiver of the signed-in person; the others go to a stored one. */
export const CODE_USES = ["login", "reset", "bind"] as const;
export type CodeUse = (typeof CODE_USES)[number];

const Receiver = Type.String({ minLength: 3, maxLength: 100, description: "手机号或邮箱" });
const Code = Type.String({
  minLength: CODE_LENGTH,
  maxLength: CODE_LENGTH,
  pattern: "^\\d+$",
  description: "6 位数字",
});
/** Sends a code. Answers alike, and in the same time, whether or not the receiver is anybody's. `bind` needs a session. */
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

/** One of several accounts with the same receiver, named to a person who has proved to hold it. */
export const SharedAccount = Type.Object({ account: Type.String(), name: Type.String() });
export type SharedAccount = Static<typeof SharedAccount>;

/**
 * Signs in like `login`. Where several people share the receiver (a family's phone), 40004 with `data.check` = `account`
 * lists them in `data.accounts`, and the next try names one in `account`; the code stays valid until a sign-in succeeds.
 */
export const loginByCode = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login-by-code",
  who: "anyone",
  summary: "用短信或邮件验证码登录",
  feature: "code",
  sameSiteOnly: true,
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

/** Sets a new password by a code. Ends every session and remembered device of the person (SE-11). */
export const resetPassword = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/reset-password",
  who: "anyone",
  summary: "用验证码重设密码",
  feature: "code",
  sameSiteOnly: true,
  input: Type.Object({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    receiver: Receiver,
    code: Code,
    new_password: NewPassword,
  }),
  answer: Nothing,
});
