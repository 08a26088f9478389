import { chinaDay, type Identity } from "#contract";

/** Decisions on second factors, without I/O (SE-10). */

export const HOLDING_MUCH: readonly Identity[] = ["admin", "inner_admin", "manager"];

/**
 * Returns whether a person must have a second factor by the operator's setting: who runs schools or the platform must,
 * by an identity or by rights of a duty (GR-07).
 */
export function mustHaveFactor(
  policy: "required" | "offered",
  identities: readonly Identity[],
  hasDuty: boolean,
): boolean {
  return (
    policy === "required" &&
    (hasDuty || identities.some((identity) => HOLDING_MUCH.includes(identity)))
  );
}

const ADULT_YEARS = 18;

/**
 * Returns whether a second factor is offered: to every adult, by the birth date, and without one to people who are more
 * than pupils.
 */
export function mayHaveFactor(
  birthDate: string | null,
  identities: readonly Identity[],
  now: Date,
): boolean {
  if (birthDate === null) {
    return identities.length === 0 || identities.some((identity) => identity !== "student");
  }
  const [year = "", ...rest] = birthDate.split("-");
  return chinaDay(now) >= [Number(year) + ADULT_YEARS, ...rest].join("-");
}

/** Returns six digits, however they were typed; undefined for a text that is no code. */
export function codeOf(typed: string): string | undefined {
  const digits = typed.normalize("NFKC").replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** Returns a typed recovery code in the form that is hashed. */
export function recoveryCodeOf(typed: string): string {
  const letters = typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return letters.match(/.{1,4}/g)?.join("-") ?? "";
}
