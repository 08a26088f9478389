import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { Nothing } from "./schema.ts";
import { PasskeyAnswer } from "./second-factor.ts";
import { Consent, LoginAnswer } from "./session.ts";
import { PASSWORD_MIN_LENGTH } from "./user.ts";

/** Names nobody: the device shows its person which of the passkeys in it belong here. */
export const beginPasskeyLogin = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login-by-passkey/begin",
  who: "anyone",
  summary: "开始用通行密钥登录，取得交给浏览器的参数",
  feature: "session",
  input: Nothing,
  answer: Type.Object({
    options: Type.Unknown({ description: "PublicKeyCredentialRequestOptionsJSON" }),
  }),
});

/**
 * As `login`, without account and password: what the device answers names the person, and it has asked for the fingerprint,
 * the face or the PIN, so that the second step is passed as well (SE-10).
 */
export const loginByPasskey = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login-by-passkey",
  who: "anyone",
  summary: "用通行密钥登录",
  feature: "session",
  ownPagesOnly: true,
  input: Type.Object({
    passkey: PasskeyAnswer,
    check: Type.Optional(
      Type.Object({
        consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })),
        new_password: Type.Optional(
          Type.String({ minLength: PASSWORD_MIN_LENGTH, maxLength: 128, description: "新密码" }),
        ),
      }),
    ),
  }),
  answer: LoginAnswer,
});
