import { acrossSchools, inSchools, type PlatformWork } from "../database/scope.ts";
import type { Caller } from "../http/caller.ts";

/**
 * Runs work that sees what the caller's own schools have: those of a person, those of every person for an app, which
 * proves whom it asks about, and none for who is not known. `across` says why it must see more.
 */
export function inScopeOf<T>(
  caller: Caller | null,
  across: PlatformWork | undefined,
  work: () => T,
): T {
  if (across !== undefined) return acrossSchools(across, work);
  if (caller === null) return inSchools([], work);
  if ("app_id" in caller) return acrossSchools("app-call", work);
  return inSchools(
    caller.person.memberships.map(({ id }) => id),
    work,
  );
}
