import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { PERMISSIONS } from "./permission.ts";
import { Id, IdentitySchema, NewPassword, Nothing, Nullable, Time } from "./schema.ts";
import { FactorProof, FactorSetup, SolvedWork } from "./second-factor.ts";

/**
 * Values of the `client` header. `web` becomes `browser` on calls below /sso and /qr_code (RQ-03); both are one kind of
 * session.
 */
export const CLIENTS = ["web", "browser", "pc", "mobile"] as const;
export type Client = (typeof CLIENTS)[number];

/** The data that the browser stores as JSON under `auth_data` (SE-01). `identity` is null for a person without a membership. */
export const AuthData = Type.Object({
  user_id: Id,
  account: Type.String(),
  name: Type.String(),
  identity: Nullable(IdentitySchema),
  session_id: Id,
  expires_at: Time,
  /** Absent: everything is allowed (GD-03). */
  permissions: Type.Optional(Type.Array(Type.Enum(PERMISSIONS))),
});
export type AuthData = Static<typeof AuthData>;

export const LoginAnswer = Type.Object({
  token: Type.String({ description: "不透明令牌" }),
  auth_data: AuthData,
  credential: Type.Optional(
    Type.String({ description: "记住账号时发给本设备的凭据，用一次换一次" }),
  ),
  recovery_codes: Type.Optional(
    Type.Array(Type.String(), { description: "登录时设置了两步验证：恢复码，只在这里出现一次" }),
  ),
});
export type LoginAnswer = Static<typeof LoginAnswer>;

export const Consent = Type.Object({
  type: Type.String({ maxLength: 20 }),
  version: Type.Integer(),
});

/**
 * Signs in. With 40004, `data.check` says what is demanded first, and the same input is sent again with it in `check`:
 * `consent` with `data.agreements` (SE-08), `proof_of_work` with `data.challenge` (SE-09), `totp` with `data.ways` or
 * `factor_setup` with the data for an authenticator (SE-10), `new_password` in place of one that somebody else has set
 * (SE-11).
 */
export const login = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/login",
  who: "anyone",
  summary: "用账号和密码，或本设备记住的凭据登录",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    credential: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    need_remember: Type.Optional(Type.Boolean()),
    check: Type.Optional(
      Type.Object({
        consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })),
        proof_of_work: Type.Optional(SolvedWork),
        new_password: Type.Optional(NewPassword),
        ...FactorProof.properties,
        setup: Type.Optional(FactorSetup),
      }),
    ),
  }),
  answer: LoginAnswer,
  anyServer: true,
});

/** Ends the session the call came with; without one it succeeds all the same (SE-06). */
export const logout = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/logout",
  who: "anyone",
  summary: "退出登录",
  feature: "session",
  sameSiteOnly: true,
  input: Nothing,
  answer: Nothing,
});

/**
 * Revokes a remembered account's credential on this device (SE-02). The answer is the same whether or not the credential
 * was valid; a current session of the device continues.
 */
export const forgetDevice = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/forget-device",
  who: "anyone",
  summary: "不再记住本设备上的一个账号：作废它的凭据",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object(
    {
      account: Type.String({ minLength: 1, maxLength: 64 }),
      credential: Type.String({ minLength: 1, maxLength: 200, description: "登录时发给本设备的" }),
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});

/** One signed-in device of a person. */
export const SignedInDevice = Type.Object({
  id: Id,
  client: Type.Enum(["web", "pc", "mobile"]),
  device: Type.String({ description: "浏览器或客户端自报的名称（User-Agent）" }),
  ip: Type.String(),
  created_at: Time,
  last_seen_at: Time,
  current: Type.Boolean({ description: "发起本次调用的登录" }),
});
export type SignedInDevice = Static<typeof SignedInDevice>;

export const readSessions = declareCall({
  method: "GET",
  path: "/dt-platform/v1/sso/api/sessions",
  who: "self",
  summary: "本人已登录的设备，最近使用的在前",
  feature: "session",
  input: Nothing,
  answer: Type.Array(SignedInDevice),
});

/**
 * Ends one session of the person, the current one too if it is named; one that is not the person's, or is over, does not
 * exist. Another device is no longer remembered, either.
 */
export const endDeviceSession = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/sessions/end",
  who: "self",
  summary: "退出本人的一个已登录设备",
  feature: "session",
  sameSiteOnly: true,
  input: Type.Object({ id: Id }, { additionalProperties: false }),
  answer: Nothing,
});
