import { cleanName, nameFault } from "#contract";

/** Thrown for an operator's request that cannot be met; the message is one Chinese sentence that says why. */
export class OperatorRefused extends Error {
  override name = "OperatorRefused";
}

/** Returns a name from a command as it is kept; throws `OperatorRefused` for what no name may be. */
export function operatorsName(typed: string, what?: string): string {
  const name = cleanName(typed);
  const fault = nameFault(name, what);
  if (fault !== undefined) throw new OperatorRefused(`${fault}。`);
  return name;
}
