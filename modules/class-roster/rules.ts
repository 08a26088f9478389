import type { RosterPupil, SchoolRequests } from "#contract";

/** The refusal of a call that is not for the active identity. */
export const NOT_FOR_THIS_IDENTITY = 40005;

/** The pupils whose name or account holds what was typed; all of them while nothing is. */
export function foundPupils(pupils: readonly RosterPupil[], typed: string): RosterPupil[] {
  const wanted = typed.trim().toLowerCase();
  return pupils.filter(({ name, account }) => name.includes(wanted) || account.includes(wanted));
}

/** Returns the note on a pupil who has not yet replaced a temporary password. */
export function temporaryText(until: string | null): string {
  return until === null ? "" : "临时密码，还没换";
}

/** Says which person is meant: classes, then the account. */
export function personText({
  class_names,
  account,
}: SchoolRequests["corrections"][number]["person"]): string {
  return [...class_names, `账号 ${account}`].join(" · ");
}

/** A day as one says it: 12月5日. */
export function dayText(iso: string): string {
  const day = new Date(iso);
  return `${day.getMonth() + 1}月${day.getDate()}日`;
}
