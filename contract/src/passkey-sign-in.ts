import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { NewPassword, Nothing } from "./schema.ts";
import { PasskeyAnswer } from "./second-factor.ts";
import { Consent, LoginAnswer } from "./session.ts";

/** Begins a sign-in by passkey. Names nobody: the device offers its person the passkeys that it has for this site. */
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
 * Signs in like `login`, without account and password: the passkey names the person, and its device has checked
 * fingerprint, face or PIN, so that the second factor is passed as well (SE-10).
 */
export const loginByPasskey = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login-by-passkey",
  who: "anyone",
  summary: "用通行密钥登录",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object({
    passkey: PasskeyAnswer,
    check: Type.Optional(
      Type.Object({
        consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })),
        new_password: Type.Optional(NewPassword),
      }),
    ),
  }),
  answer: LoginAnswer,
});
