import type { RosterPupil } from "#contract";

/** The pupils whose name or account holds what was typed; all of them while nothing is. */
export function foundPupils(pupils: readonly RosterPupil[], typed: string): RosterPupil[] {
  const wanted = typed.trim().toLowerCase();
  return pupils.filter(({ name, account }) => name.includes(wanted) || account.includes(wanted));
}

/** What is said of a pupil who has not yet replaced a temporary password. */
export function temporaryText(until: string | null): string {
  return until === null ? "" : "临时密码，还没换";
}
