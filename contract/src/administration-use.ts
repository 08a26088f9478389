import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** The use of administration: its fresh proof, and the review of rights each term (GR-06, GR-08). */

/** Calls below it are administration, for which a session must be in use or prove anew (GR-08). */
export const ADMINISTRATION_PATH = "/dt-platform/v1/administration/";

/** Proves who the caller is, before administration is used again (GR-08). */
export const proveForAdministration = declareCall({
  method: "POST",
  path: "/dt-platform/v1/prove-for-administration",
  who: "self",
  summary: "管理页面一段时间没有使用后，再次确认是本人",
  feature: "administration",
  input: OwnProof,
  answer: Nothing,
});

/** The days without use after which the review names an account with rights (GR-06). */
export const REVIEW_UNUSED_DAYS = 90;

/** Reads whether this term's review of the rights at a place is done, and which holders have not used theirs for long (GR-06). */
export const readReview = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/review",
  who: { right: "grant.give" },
  summary: "本学期的权限确认",
  feature: "administration",
  input: Type.Object({ school_id: Id }),
  answer: Type.Object({
    term: Type.String({ description: "学期，如“2026—2027 学年上学期”" }),
    confirmed: Nullable(
      Type.Object(
        {
          at: Type.String({ format: "date-time", description: "何时确认" }),
          by: Nullable(Type.String({ description: "谁确认的" })),
        },
        { description: "本学期已确认时的情况" },
      ),
    ),
    holders: Type.Integer({ description: "有管理权限的人数" }),
    unused: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        account: Type.String(),
        last_seen_at: Nullable(Time),
      }),
      { description: `${REVIEW_UNUSED_DAYS} 天没有使用的账号` },
    ),
  }),
});

/** Confirms that the holders of rights at a place still need them (GR-06). */
export const confirmReview = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/review/confirm",
  who: { right: "grant.give" },
  summary: "确认本学期的权限",
  feature: "administration",
  input: Type.Object({ school_id: Id, ...OwnProof.properties }, { additionalProperties: false }),
  answer: Nothing,
});
