import { type Right, rightsAtPlace } from "#contract";
import { decide, type Held, type PlacePath } from "./rules.ts";

/**
 * Returns the rights that a person may not give at a place until a moment (GR-03): those not held there, or not so long.
 * Empty when all may be given and `grant.give` is held there as long.
 */
export function notGivable(
  held: readonly Held[],
  rights: readonly Right[],
  { placePath, until, now }: { placePath: PlacePath; until: Date | null; now: Date },
): Right[] {
  const lasts = held.filter((one) => one.until === null || (until !== null && one.until >= until));
  const may = (right: Right) => decide(lasts, right, placePath, now).may;
  return may("grant.give") ? rights.filter((right) => !may(right)) : [...rights];
}

/** Returns the same where the duties are apart (GR-07): who gives there gives also what is of another duty. */
export function notGivableApart(
  held: readonly Held[],
  rights: readonly Right[],
  { placePath, until, now }: { placePath: PlacePath; until: Date | null; now: Date },
): Right[] {
  const gives = held.filter((one) => {
    const lasts = one.until === null || (until !== null && one.until >= until);
    return lasts && decide([one], "grant.give", placePath, now).may;
  });
  return rights.filter(
    (right) => !gives.some(({ place }) => rightsAtPlace(place.kind).includes(right)),
  );
}
