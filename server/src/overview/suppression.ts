/** Keeps figures about few pupils from being shown, or found by the difference of two that are (AD-22). Pure. */

/** The fewest pupils whose figure is shown. */
export const MIN_SHOWN_COUNT = 10;

/** A place that can be asked for: a school, or one that holds several. */
export interface Place {
  id: string;
  below: readonly Place[];
}

/**
 * Returns the parts of a school's figure, such as those who have signed in and those who have not: shown together or
 * not at all.
 */
export type FigureOf = (schoolId: string) => readonly number[];

/**
 * Returns the places whose figure is hidden: each with fewer than ten; and others of at least ten, the smallest first,
 * as long as one of the former could be computed as a shown figure less all shown ones below it.
 */
export function hiddenPlaces(root: Place, figureOf: FigureOf): Set<string> {
  const all = placesIn(root);
  const values = new Map(all.map((place) => [place.id, valueOf(place, figureOf)]));
  const value = ({ id }: Place) => values.get(id) ?? [];
  const hidden = new Set(all.filter((place) => value(place).some(isFew)).map(({ id }) => id));
  for (;;) {
    const unsafe = all.find(
      (place) => !hidden.has(place.id) && isUnsafe(remainder(place, hidden), value),
    );
    if (unsafe === undefined) return hidden;
    const [smallest] = placesIn(unsafe)
      .filter((place) => place.below.length === 0 && place !== unsafe && !hidden.has(place.id))
      .filter((place) => size(value(place)) > 0)
      .toSorted((one, other) => size(value(one)) - size(value(other)));
    hidden.add((smallest ?? unsafe).id);
  }
}

function isFew(count: number): boolean {
  return count > 0 && count < MIN_SHOWN_COUNT;
}

function size(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

/** Returns a place and all below it, each after those below it. */
export function placesIn(place: Place): Place[] {
  return [...place.below.flatMap(placesIn), place];
}

function valueOf(place: Place, figureOf: FigureOf): readonly number[] {
  if (place.below.length === 0) return figureOf(place.id);
  return place.below
    .map((one) => valueOf(one, figureOf))
    .reduce((sum, parts) => parts.map((part, index) => part + (sum[index] ?? 0)), []);
}

/** Returns the schools that remain of a figure when all shown figures below it are subtracted. */
function remainder(place: Place, hidden: ReadonlySet<string>): Place[] {
  return place.below.flatMap((one) => {
    if (!hidden.has(one.id)) return [];
    return one.below.length === 0 ? [one] : remainder(one, hidden);
  });
}

/**
 * Returns whether a remainder reveals too much: one school, fewer than ten pupils, or a sum that leaves only one
 * possible number for each school.
 */
function isUnsafe(rest: readonly Place[], value: (place: Place) => readonly number[]): boolean {
  if (rest.length === 0) return false;
  if (rest.length === 1) return true;
  const parts = rest
    .map(value)
    .reduce((sum, one) => one.map((part, index) => part + (sum[index] ?? 0)), []);
  return parts.some(
    (sum) => isFew(sum) || sum === rest.length || sum === rest.length * (MIN_SHOWN_COUNT - 1),
  );
}

/** Returns a figure if it may be shown. */
export function shownFigure(
  root: Place,
  asked: Place,
  figureOf: FigureOf,
): readonly number[] | null {
  return hiddenPlaces(root, figureOf).has(asked.id) ? null : valueOf(asked, figureOf);
}
