import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { Nullable, Time } from "./schema.ts";

/** A person's own address of the timetable, for a calendar of another program (HO-03). */

/** The beginning of each such address; a secret and `.ics` follow, and it answers no envelope but a calendar (RFC 5545). */
export const CALENDAR_PATH = "/dt-platform/v1/calendar/";

const PATH = "/dt-platform/v1/user/calendar";
const WHO = { identities: ["student", "teacher", "parent"] } as const;

const OfChild = Type.Object(
  {
    child_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "家长的哪个孩子" }),
    ),
  },
  { additionalProperties: false },
);

/** Tells whether the active identity has an address for its timetable, or for a child's; never the address. */
export const readCalendar = declareCall({
  method: "GET",
  path: PATH,
  who: WHO,
  summary: "有没有课程表的日历地址",
  feature: "calendar",
  input: OfChild,
  answer: Type.Object({
    made_at: Nullable({ ...Time, description: "什么时候生成的；没有时为空" }),
  }),
});

/** Makes an address; one that was there before answers no more. The address is shown this once: only its hash is kept. */
export const makeCalendar = declareCall({
  method: "POST",
  path: `${PATH}/make`,
  who: WHO,
  summary: "生成课程表的日历地址，原来的作废",
  feature: "calendar",
  input: OfChild,
  answer: Type.Object({
    path: Type.String({ description: "地址里域名之后的部分，只给出这一次" }),
    made_at: { ...Time, description: "什么时候生成的" },
  }),
});

/** Revokes the address, if there is one. */
export const revokeCalendar = declareCall({
  method: "POST",
  path: `${PATH}/revoke`,
  who: WHO,
  summary: "停用课程表的日历地址",
  feature: "calendar",
  input: OfChild,
  answer: Type.Object({ made_at: Type.Null({ description: "已经没有了" }) }),
});
