import { BUNDLES, DUTIES, type Duty, dutiesOfRights, type Right } from "#contract";
import type { Config } from "../platform/config.ts";
import type { Held } from "./rules.ts";

/** Whether duties are separated, and the present moment: together they decide which rights are in force (GR-07). */
export interface Separation {
  /** True keeps the duties of system, security and audit with different people. */
  readonly isSeparate: boolean;
  readonly now: Date;
}

/** Returns the switch of a running platform, and now. */
export function separationOf(app: {
  readonly config: Pick<Config, "separateAdmins">;
  now(): Date;
}): Separation {
  return { isSeparate: app.config.separateAdmins, now: app.now() };
}

/** A person's rights: those in force, and those that are not because the person has those of two duties. */
export interface Holdings {
  held: Held[];
  suspended: Held[];
}

/**
 * Returns the duties that rights count for, each once. A head-teacher's rights in the own class count for none: they
 * come with teaching and cannot be declined.
 */
export function dutiesOf({ rights, source, until }: Held, now: Date): Duty[] {
  if (source === "head-teacher" || (until !== null && until <= now)) return [];
  return dutiesOfRights(rights);
}

/** Returns the duties of everything that a person has, each once. */
export function dutiesOfAll(claimed: readonly Held[], now: Date): Duty[] {
  const found = new Set(claimed.flatMap((one) => dutiesOf(one, now)));
  return DUTIES.filter((duty) => found.has(duty));
}

/** Suspends the rights that count for a duty, where a person has those of two duties and separation is on (GR-07). */
export function suspendMixedDuties(claimed: Held[], { isSeparate, now }: Separation): Holdings {
  if (!isSeparate || dutiesOfAll(claimed, now).length < 2) return { held: claimed, suspended: [] };
  const counts = (one: Held) => dutiesOf(one, now).length > 0;
  return { held: claimed.filter((one) => !counts(one)), suspended: claimed.filter(counts) };
}

/** Returns the duties that a person would have with further rights; fewer than two: they can be given. */
export function dutiesWith(
  { held, suspended }: Holdings,
  rights: readonly Right[],
  now: Date,
): Duty[] {
  const found = [...dutiesOfAll([...held, ...suspended], now), ...dutiesOfRights(rights)];
  return DUTIES.filter((duty) => found.includes(duty));
}

/** Returns duties in words: 系统管理员和审计管理员. */
export function dutiesInWords(duties: readonly Duty[]): string {
  return duties.map((duty) => BUNDLES[duty].name).join("和");
}
