import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";

/**
 * A solved challenge in ALTCHA's own format: base64 of `{challenge, solution}`. Demanded with 40004 and `data.check` =
 * `proof_of_work`, `data.challenge` (SE-09).
 */
export const SolvedWork = Type.String({
  minLength: 1,
  maxLength: 4000,
  description: "解出的安全检查（ALTCHA 载荷，base64）",
});

const Bytes = Type.String({ minLength: 1, maxLength: 8000, description: "base64url" });

/** A passkey's answer: `AuthenticationResponseJSON` of the Web Authentication standard. */
export const PasskeyAnswer = Type.Object({
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal("public-key"),
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
});
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** A new passkey's registration: `RegistrationResponseJSON` of the standard. */
export const NewPasskey = Type.Object({
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal("public-key"),
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Type.String({ minLength: 1, maxLength: 40_000 }),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
});

const OneTimeCode = Type.String({
  minLength: 1,
  maxLength: 20,
  description: "验证器显示的 6 位数字",
});
const Offer = Type.String({ minLength: 1, maxLength: 400 });

/** A proof by second factor, in one of its ways; demanded with 40004 and `data.check` = `totp` (SE-10). */
export const FactorProof = Type.Object({
  totp: Type.Optional(OneTimeCode),
  recovery: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: "恢复码，每个只能用一次" }),
  ),
  passkey: Type.Optional(PasskeyAnswer),
});
export type FactorProof = Static<typeof FactorProof>;

/**
 * A proof that it is still the caller: the password, or the second factor of a person who has one. Demanded with 40004
 * and `data.check` = `password` where the session has seen neither for a while; `data.ways` and `data.passkey` are then
 * those of the sign-in.
 */
export const OwnProof = Type.Object({
  password: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: "操作人自己的密码" }),
  ),
  check: Type.Optional(FactorProof),
});
export type OwnProof = Static<typeof OwnProof>;

/** The first code of a new authenticator, set up while signing in; demanded with 40004 and `data.check` = `factor_setup`. */
export const FactorSetup = Type.Object({ offer: Offer, code: OneTimeCode });
export type FactorSetup = Static<typeof FactorSetup>;

/** The ways to use a second factor. */
export const FACTOR_WAYS = ["totp", "passkey", "recovery"] as const;
export type FactorWay = (typeof FACTOR_WAYS)[number];

/** The secret for setting up an authenticator, shown once; `offer` is sent back with its first code. */
export const TotpOffer = Type.Object({
  offer: Offer,
  secret: Type.String({ description: "base32，供手工输入" }),
  uri: Type.String({ description: "otpauth://，供扫码" }),
});
export type TotpOffer = Static<typeof TotpOffer>;

/** The data of a 40004 that asks for the second factor. */
export interface FactorWanted {
  check: "totp";
  ways: FactorWay[];
  /** `PublicKeyCredentialRequestOptionsJSON`, when one of the ways is a passkey. */
  passkey?: object;
}

/** The data of a 40004 that demands setting up a second factor first (SE-10). */
export interface SetupWanted extends TotpOffer {
  check: "factor_setup";
}

const Password = Type.String({ minLength: 1, maxLength: 128, description: "本人的登录密码" });
const RecoveryCodes = Type.Array(Type.String(), {
  description: "新的恢复码，只在这里出现一次；旧的随之作废",
});

export const MAX_PASSKEYS = 10;

export const Factors = Type.Object({
  offered: Type.Boolean({ description: "可以设置两步验证：成年人" }),
  required: Type.Boolean({ description: "必须有一种：管理员身份，且运营者要求" }),
  totp: Nullable(Type.Object({ created_at: Time, used_at: Nullable(Time) })),
  passkeys: Type.Array(
    Type.Object({ id: Id, name: Type.String(), created_at: Time, used_at: Nullable(Time) }),
  ),
  recovery_left: Type.Integer({ description: "还没用过的恢复码" }),
});
export type Factors = Static<typeof Factors>;

const PATH = "/dt-platform/v1/sso/api/factors";

export const readFactors = declareCall({
  method: "GET",
  path: PATH,
  who: "self",
  summary: "本人的两步验证",
  feature: "second-factor",
  input: Nothing,
  answer: Factors,
});

/** Begins to set up an authenticator. Nothing is stored until its first code was sent back. */
export const beginTotp = declareCall({
  method: "POST",
  path: `${PATH}/totp/begin`,
  who: "self",
  summary: "开始设置验证器，取得二维码的内容",
  feature: "second-factor",
  input: Type.Object({ password: Password }, { additionalProperties: false }),
  answer: TotpOffer,
});

/** The answer to a new factor: with a person's first one come recovery codes, which later ones do not change. */
const Confirmed = Type.Object({ recovery_codes: Type.Optional(RecoveryCodes) });

export const confirmTotp = declareCall({
  method: "POST",
  path: `${PATH}/totp/confirm`,
  who: "self",
  summary: "用验证器的第一个动态码完成设置",
  feature: "second-factor",
  input: Type.Object({ offer: Offer, code: OneTimeCode }, { additionalProperties: false }),
  answer: Confirmed,
});

export const beginPasskey = declareCall({
  method: "POST",
  path: `${PATH}/passkey/begin`,
  who: "self",
  summary: "开始添加通行密钥，取得交给浏览器的参数",
  feature: "second-factor",
  input: Type.Object({ password: Password }, { additionalProperties: false }),
  answer: Type.Object({
    options: Type.Unknown({ description: "PublicKeyCredentialCreationOptionsJSON" }),
  }),
});

export const confirmPasskey = declareCall({
  method: "POST",
  path: `${PATH}/passkey/confirm`,
  who: "self",
  summary: "保存浏览器生成的通行密钥",
  feature: "second-factor",
  input: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 40 }), response: NewPasskey },
    { additionalProperties: false },
  ),
  answer: Confirmed,
});

/** Removes a factor; with the last one also the recovery codes. A person who must have one cannot remove the last. */
export const removeFactor = declareCall({
  method: "POST",
  path: `${PATH}/remove`,
  who: "self",
  summary: "删除本人的一种两步验证",
  feature: "second-factor",
  input: Type.Object(
    {
      kind: Type.Enum(["totp", "passkey"]),
      id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1400, description: "通行密钥的 id" }),
      ),
      password: Password,
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});

export const renewRecoveryCodes = declareCall({
  method: "POST",
  path: `${PATH}/recovery/renew`,
  who: "self",
  summary: "重新生成恢复码",
  feature: "second-factor",
  input: Type.Object({ password: Password }, { additionalProperties: false }),
  answer: Type.Object({ recovery_codes: RecoveryCodes }),
});
