import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, Nullable, otherwise, Time } from "./schema.ts";

/** Notices to a person of what others did to the account (AD-12, AD-18). */

/** Days for which a notice is kept. */
export const NOTICE_DAYS = 180;
/** Unseen notices that home shows at once. */
export const HOME_NOTICES = 3;
/** Notices that one call marks or lists. */
export const NOTICES_AT_ONCE = 100;

export const NOTICE_KINDS = [
  "password-reset",
  "factors-reset",
  "sessions-ended",
  "code-read",
  "account-locked",
  "account-unlocked",
  "identity-added",
  "identity-ended",
  "right-given",
  "right-taken",
  "home-viewed",
  "guardian-bound",
  "guardian-changed",
  "guardian-ended",
  "nightly-failed",
  "nightly-held",
  "change-stopped",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const PersonNotice = Type.Object({
  id: Id,
  kind: Type.Enum(NOTICE_KINDS, { description: "哪一类事" }),
  at: Time,
  text: Type.String({ description: "一句话：谁做了什么" }),
  seen_at: Nullable(Type.String({ format: "date-time", description: "看过的时刻" })),
});
export type PersonNotice = Static<typeof PersonNotice>;

/** The newest notices that the person has not marked as seen, for home. */
export const UnseenNotices = Type.Array(PersonNotice, {
  maxItems: HOME_NOTICES,
  description: "别人对本人账号做的、本人还没有看过的事，新的在前",
  ...otherwise([]),
});

export const readNotices = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/notices",
  who: "self",
  summary: "别人对我的账号做过的事",
  feature: "person-notice",
  input: Nothing,
  answer: Type.Object({
    notices: Type.Array(PersonNotice, { description: "新的在前，最多 100 条" }),
    days: Type.Integer({ description: "保存的天数" }),
  }),
});

/** Marks own notices as seen, on every device; what is not the caller's is passed over. */
export const markNoticesSeen = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/notices/seen",
  who: "self",
  summary: "标为已看过，在所有设备上都算",
  feature: "person-notice",
  input: Type.Object(
    {
      ids: Type.Array(Id, {
        minItems: 1,
        maxItems: NOTICES_AT_ONCE,
        description: "通知的编号",
      }),
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});
