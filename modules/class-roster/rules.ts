import type { RosterPupil, SchoolRequests } from "#contract";

/** Returns the pupils whose name or account contains the typed text; all of them for an empty one. */
export function foundPupils(pupils: readonly RosterPupil[], typed: string): RosterPupil[] {
  const wanted = typed.trim().toLowerCase();
  return pupils.filter(({ name, account }) => name.includes(wanted) || account.includes(wanted));
}

/** Returns the note on a pupil who has not yet replaced a temporary password. */
export function temporaryText(until: string | null): string {
  return until === null ? "" : "临时密码，还没换";
}

/** Identifies a person in words: classes, then the account. */
export function personText({
  class_names,
  account,
}: SchoolRequests["corrections"][number]["person"]): string {
  return [...class_names, `账号 ${account}`].join(" · ");
}
