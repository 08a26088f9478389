import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { NAME_MAX_LENGTH } from "./name.ts";
import { Id, IdentitySchema, NewPassword, Nothing, Nullable, Time } from "./schema.ts";
import { Consent, LoginAnswer } from "./session.ts";

/** The kinds of invitation (SE-12): to a class for pupils and teachers, to a child for its parents, to a school for its staff. */
export const INVITATION_KINDS = ["class", "child", "staff"] as const;
export type InvitationKind = (typeof INVITATION_KINDS)[number];

/** The identities that each kind can give; the first one is the default. */
export const INVITED_IDENTITIES = {
  class: ["student", "teacher"],
  child: ["parent"],
  staff: ["teacher", "manager"],
} as const;

/** The default and greatest number of uses and days of a code, by kind. */
export const INVITATION_LIMITS = {
  class: { uses: 60, maxUses: 500, days: 30, maxDays: 180 },
  child: { uses: 2, maxUses: 6, days: 7, maxDays: 30 },
  staff: { uses: 1, maxUses: 200, days: 7, maxDays: 30 },
} as const;

export const INVITATION_STATES = ["active", "used", "expired", "revoked"] as const;

/** The path after `#` in the address of an invitation's QR code; the identity and the code follow it. */
export const REGISTER_PATH = "/register/";

export const RELATIONS = ["父亲", "母亲", "祖辈", "其他监护人"] as const;

/**
 * A pattern of accounts: letters, digits, `.`, `_` and `-`, beginning with a letter; accounts that are numbers come from
 * rosters only.
 */
export const ACCOUNT_PATTERN = "^[a-z][a-z0-9._-]{3,31}$";

const Named = Type.Object({ id: Id, name: Type.String() });
const Kind = Type.Enum(INVITATION_KINDS);
const Typed = Type.String({ minLength: 1, maxLength: 40, description: "邀请码，空格和短横不计" });
const Relation = Type.Enum(RELATIONS, { description: "与孩子的关系，只用于绑定孩子" });
const closed = { additionalProperties: false } as const;

export const Invitation = Type.Object({
  id: Id,
  code: Nullable(Type.String({ description: "仍然有效时才有" })),
  kind: Kind,
  identity: IdentitySchema,
  class: Nullable(Named),
  child: Nullable(Named),
  max_uses: Type.Integer(),
  used: Type.Integer(),
  state: Type.Enum(INVITATION_STATES),
  created_by: Nullable(Type.String({ description: "创建人姓名；由运维命令创建时为空" })),
  created_at: Time,
  expires_at: Time,
});
export type Invitation = Static<typeof Invitation>;

/** Lists invitations, newest first: a manager's whole school, a head-teacher's own classes. */
export const readInvitations = declareCall({
  method: "GET",
  path: "/dt-platform/v1/invitation/api/list",
  who: { identities: ["teacher", "manager"] },
  summary: "我能管理的邀请码，最新的在前",
  feature: "invitation",
  input: Nothing,
  answer: Type.Array(Invitation),
});

/** Creates an invitation to a class that the caller heads, or to a class, child or staff of a manager's own school. */
export const createInvitation = declareCall({
  method: "POST",
  path: "/dt-platform/v1/invitation/api/create",
  who: { identities: ["teacher", "manager"] },
  summary: "新建一个邀请码",
  feature: "invitation",
  once: true,
  input: Type.Object(
    {
      kind: Kind,
      identity: Type.Optional(IdentitySchema),
      class_id: Type.Optional(Id),
      child_id: Type.Optional(Id),
      max_uses: Type.Optional(Type.Integer({ minimum: 1 })),
      days: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    closed,
  ),
  answer: Invitation,
});

export const revokeInvitation = declareCall({
  method: "POST",
  path: "/dt-platform/v1/invitation/api/revoke",
  who: { identities: ["teacher", "manager"] },
  summary: "作废一个邀请码",
  feature: "invitation",
  input: Type.Object({ id: Id }, closed),
  answer: Invitation,
});

/** Reads what a code is for. A wrong, used, expired or revoked code is refused alike. */
export const previewInvitation = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/invitation",
  who: "anyone",
  summary: "查看一个邀请码的用途，不使用它",
  feature: "invitation",
  input: Type.Object({ invitation: Typed }, closed),
  answer: Type.Object({
    kind: Kind,
    identity: IdentitySchema,
    school_name: Type.String(),
    class_name: Nullable(Type.String()),
    child_name: Nullable(Type.String({ description: "打码，如 林＊满" })),
    agreements: Type.Array(
      Type.Object({ type: Type.String(), version: Type.Integer(), title: Type.String() }),
      { description: "注册时要同意的协议" },
    ),
  }),
});

/** Registers a person; the invitation decides school, class and identity. 409 with `data.field` when the account is taken. */
export const register = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/register",
  who: "anyone",
  summary: "用邀请码注册账号，随即登录",
  feature: "invitation",
  sameSiteOnly: true,
  input: Type.Object(
    {
      invitation: Typed,
      account: Type.String({ minLength: 1, maxLength: 64 }),
      password: NewPassword,
      name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
      mobile: Type.Optional(
        Type.String({ pattern: "^(1[3-9]\\d{9})?$", description: "11 位手机号" }),
      ),
      relation: Type.Optional(Relation),
      consents: Type.Optional(Type.Array(Consent, { maxItems: 10 })),
    },
    closed,
  ),
  answer: LoginAnswer,
});

/** The membership that a signed-in person has gained. */
export const Joined = Type.Object({
  school: Named,
  identity: IdentitySchema,
  class: Nullable(Named),
});

/**
 * Uses an invitation for the signed-in person. A pupil cannot become staff, nor staff a pupil. 409 when nothing would be
 * gained.
 */
export const joinByInvitation = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/user/join",
  who: "self",
  summary: "用班级或教职工邀请码加入学校",
  feature: "invitation",
  input: Type.Object({ invitation: Typed }, closed),
  answer: Joined,
});

export const bindChild = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/user/bind-child",
  who: "self",
  summary: "用绑定码把一个孩子绑定到本人（ID-10）",
  feature: "invitation",
  input: Type.Object({ invitation: Typed, relation: Type.Optional(Relation) }, closed),
  answer: Type.Object({ child: Named }),
});
