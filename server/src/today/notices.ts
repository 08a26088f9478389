import { findItems, itemOf } from "../notice/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { card, page, type Source } from "./cards.ts";

/** Messages that are looked through for one that is not read yet. */
const LOOKED_AT = 20;

/** Makes a card of the messages that the person has not read, or that wait for an answer; of a parent's, those of the child. */
export const noticeCards: Source = async ({ app, caller, now, child }) => {
  const { user_id, identity } = caller;
  // a notice may be a district's, or of the school that a child is at
  const rows = await acrossSchools("inbox", () =>
    findItems(app.db, { user_id, identity }, { limit: LOOKED_AT }, now),
  );
  const open = rows
    .map((row) => itemOf(row, now))
    .filter((item) => !item.is_taken_back && (!item.is_read || item.is_waiting))
    .filter((item) => child === undefined || item.child === null || item.child.id === child.id);
  const first = open.find(({ is_waiting }) => is_waiting) ?? open[0];
  if (first === undefined) return [];
  const from = first.by_name ?? first.from_name;
  // as many as the card's label speaks of; to a pupil all are the teacher's
  const alike = open.filter(
    ({ is_waiting }) => identity === "student" || is_waiting === first.is_waiting,
  );
  const others = alike.length - 1;
  return [
    card({
      key: "notice",
      kind: "notice",
      label: identity === "student" ? "老师的通知" : first.is_waiting ? "等您确认" : "未读通知",
      title: first.title,
      note: others > 0 ? `${from}，还有 ${others} 条` : from,
      opens: page(`/messages/${encodeURIComponent(first.id)}`),
    }),
  ];
};
