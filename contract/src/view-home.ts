import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, IdentitySchema } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** A person's home as that person sees it, for who helps them: to be looked at, and nothing else (AD-18). */

/** The longest reason, in characters; the person reads it. */
export const VIEW_REASON_MAX = 100;
/** Quick apps in the dock of a home. */
export const DOCKED_APPS = 10;

/** An app as a picture: no address, no badge, nothing that opens it. */
const PicturedApp = Type.Object({
  id: Id,
  name: Type.String(),
  icon: Type.String({ description: "彩色图标地址，没有时为空" }),
});
export type PicturedApp = Static<typeof PicturedApp>;

export const PicturedHome = Type.Object(
  {
    school_id: Id,
    school_name: Type.String(),
    identity: IdentitySchema,
    quick: Type.Array(PicturedApp, { description: "快捷应用，有序" }),
    recent: Type.Array(PicturedApp, { description: "最近使用，最新在前" }),
    shelves: Type.Array(
      Type.Object({ id: Id, name: Type.String(), apps: Type.Array(PicturedApp) }),
      { description: "有应用的分类，有序" },
    ),
  },
  { description: "一个身份的首页" },
);
export type PicturedHome = Static<typeof PicturedHome>;

/**
 * Shows a person's homes, one for each enabled identity, by the rules that the homes themselves follow. The person is told
 * with the reason, of a child under 14 the guardians as well, and the audit knows. With 40004 and `data.check` =
 * `password` a fresh proof is wanted. Who belongs to other schools as well, or may do more than the caller, is as absent as
 * nobody.
 */
export const viewHome = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/person/view-home",
  who: { right: "people.view_as" },
  summary: "看一个人的首页是什么样，只能看",
  feature: "person-access",
  input: Type.Object(
    {
      user_id: Id,
      reason: Type.String({
        minLength: 1,
        maxLength: VIEW_REASON_MAX,
        description: "原因，本人会看到",
      }),
      ...OwnProof.properties,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    name: Type.String(),
    viewed_at: Type.String({ format: "date-time", description: "看的时刻" }),
    homes: Type.Array(PicturedHome, { description: "此人的各个身份" }),
  }),
});
