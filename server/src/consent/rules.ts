import { isChild, type AgeFacts, type AgreementType } from "#contract";

interface Version {
  type: AgreementType;
  version: number;
}

/** Agreements that a person agrees to for oneself; a child under 14 to none (SE-08). */
export const OWN: readonly AgreementType[] = ["user", "privacy"];
/** Agreements that a guardian agrees to in a child's place (SE-08). */
const FOR_A_CHILD: readonly AgreementType[] = ["child"];

/** Returns the agreements in force that a person has still to agree to; none for a child under 14. */
export function ownPending<V extends Version>(
  inForce: readonly V[],
  person: AgeFacts & { agreed: readonly string[] },
  now: Date,
): V[] {
  return isChild(person, now) ? [] : pendingOf(inForce, OWN, person.agreed);
}

/** Returns the agreements that a guardian has still to agree to; none for a child of 14 or more. */
export function pendingForChild<V extends Version>(
  inForce: readonly V[],
  child: AgeFacts & { agreed: readonly string[] },
  now: Date,
): V[] {
  return isChild(child, now) ? pendingOf(inForce, FOR_A_CHILD, child.agreed) : [];
}

function pendingOf<V extends Version>(
  inForce: readonly V[],
  types: readonly AgreementType[],
  agreed: readonly string[],
): V[] {
  return inForce.filter(
    ({ type, version }) => types.includes(type) && !agreed.includes(`${type}@${version}`),
  );
}

/** Returns the first given consent that is not in force, or not this person's to give. */
export function foreignConsent(
  given: readonly { type: string; version: number }[],
  inForce: readonly Version[],
  forChild: boolean,
): "unknown" | "outdated" | undefined {
  const types: readonly string[] = forChild ? [...OWN, ...FOR_A_CHILD] : OWN;
  if (given.some(({ type }) => !types.includes(type))) return "unknown";
  const isInForce = (one: { type: string; version: number }) =>
    inForce.some(({ type, version }) => type === one.type && version === one.version);
  return given.every(isInForce) ? undefined : "outdated";
}
