import { cleanName, nameFault } from "#contract";
import { badField } from "./refusal.ts";

/**
 * Returns a name that a person has typed as it is kept; refuses one that nobody sees, or that turns what stands after it.
 * `what` is the word for the name of something other than a person.
 */
export function requireName(typed: string, what?: string): string {
  const name = cleanName(typed);
  const fault = nameFault(name, what);
  if (fault !== undefined) throw badField("name", fault);
  return name;
}
