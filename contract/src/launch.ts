import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { LAUNCH_KINDS } from "./catalogue.ts";
import { Id, IdentitySchema, Nullable, otherwise } from "./schema.ts";
import { SchoolClass } from "./school.ts";
import { OwnProof } from "./second-factor.ts";

/** The seconds for which a launch is valid (LA-02). */
export const LAUNCH_LIFETIME_SECONDS = 60;

/** The seconds for which a proof of who one is counts as fresh. */
export const PROOF_FRESH_SECONDS = 300;

/** A launch: the address to open, the method and the form fields. Single use, bound to person, identity, school and app (LA-02). */
export const Launch = Type.Object({
  kind: Type.Enum(LAUNCH_KINDS, otherwise("ticket")),
  method: Type.Enum(["GET", "POST"], otherwise("GET")),
  url: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  opens_in: Type.Enum(["tab", "frame", "module"], otherwise("tab")),
  expires_in: Type.Integer(),
});
export type Launch = Static<typeof Launch>;

/**
 * Launches an app. One that demands a fresh proof (`step_up`) is refused with 40004 and `data.check` = `password`,
 * unless the call carries the password or this session has seen it in the last `PROOF_FRESH_SECONDS`. A person with a
 * second factor may use that instead: `data.ways` and `data.passkey` are those of the sign-in.
 */
export const launchApp = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/app/auth",
  who: "member",
  summary: "取得打开一个应用的地址与一次性凭证",
  feature: "launch",
  input: Type.Object({
    app_id: Id,
    item: Type.Optional(
      Type.String({
        maxLength: 80,
        description: "应用发来的哪一条，如 todo:page-3：打开它的地址；已不在的，打开应用自己的首页",
      }),
    ),
    ...OwnProof.properties,
  }),
  answer: Launch,
  anyServer: true,
});

/** Revokes unused launches of one app, or of all; `ended` lists the apps that had been opened in this session (LA-03). */
export const leaveApps = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/app/bye",
  who: "self",
  summary: "结束本人在一个或全部应用中的登录",
  feature: "launch",
  input: Type.Object({ app_id: Type.Optional(Id) }),
  answer: Type.Object({ ended: Type.Array(Id) }),
});

/** The claims given to an app: only those that its entry allows (LA-04). `sub` is stable for this app and differs between apps. */
export const Claims = Type.Object({
  sub: Type.String(),
  name: Type.Optional(Type.String()),
  identity: Type.Optional(IdentitySchema),
  school: Type.Optional(Nullable(Type.Object({ id: Id, name: Type.String() }))),
  classes: Type.Optional(Type.Array(SchoolClass)),
});
export type Claims = Static<typeof Claims>;

/** The claims that an app's entry can allow beyond `sub`. */
export const CLAIM_NAMES = ["name", "identity", "school", "classes"] as const;

export const redeemTicket = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/app/redeem",
  who: "app",
  summary: "应用服务器用一次性票据换取用户信息（HTTP Basic：应用 id 与密钥）",
  feature: "launch",
  input: Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 200 }) }),
  answer: Claims,
});
