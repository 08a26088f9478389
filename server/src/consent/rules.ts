import { isChild, type AgeFacts, type AgreementType } from "#contract";

interface Version {
  type: AgreementType;
  version: number;
}

/** Agreements that a person agrees to for oneself; a child under 14 to none (SE-08). */
export const OWN: readonly AgreementType[] = ["user", "privacy"];
/** Agreements that a guardian agrees to in a child's place (SE-08). */
const FOR_A_CHILD: readonly AgreementType[] = ["child"];

/** Those in force that this person is still to agree to; a child under 14 to none. */
export function ownPending<V extends Version>(
  inForce: readonly V[],
  person: AgeFacts & { agreed: readonly string[] },
  now: Date,
): V[] {
  return isChild(person, now) ? [] : pendingOf(inForce, OWN, person.agreed);
}

/** Those that a guardian is still to agree to; for one of 14 or more none. */
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

/** The first of those given that is not in force, or not of this person to agree to. */
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
