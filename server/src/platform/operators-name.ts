import { cleanName, nameFault } from "#contract";
import { OperatorRefused } from "./operator-refused.ts";

/** Returns a name from a command as it is kept; throws `OperatorRefused` for what no name may be. */
export function operatorsName(typed: string, what?: string): string {
  const name = cleanName(typed);
  const fault = nameFault(name, what);
  if (fault !== undefined) throw new OperatorRefused(`${fault}。`);
  return name;
}
