import { describe, expect, test } from "vitest";
import { MIN_SHOWN_COUNT, hiddenPlaces, type Place, placesIn, shownFigure } from "./suppression.ts";

const school = (id: string): Place => ({ id, below: [] });
const over = (id: string, ...below: Place[]): Place => ({ id, below });
const figures =
  (counts: Readonly<Record<string, number | readonly number[]>>) =>
  (id: string): readonly number[] =>
    [counts[id] ?? 0].flat();
const hidden = (root: Place, counts: Parameters<typeof figures>[0]) =>
  [...hiddenPlaces(root, figures(counts))].toSorted();

describe("figures about few pupils", () => {
  const district = over("d", school("a"), school("b"), school("c"));

  test("of one school are shown from ten on; none at all is no figure about somebody", () => {
    expect(hidden(school("a"), { a: 9 })).toEqual(["a"]);
    expect(hidden(school("a"), { a: 10 })).toEqual([]);
    expect(hidden(school("a"), { a: 0 })).toEqual([]);
  });

  test("are not found by taking the other schools from the district", () => {
    expect(hidden(district, { a: 5, b: 100, c: 40 })).toEqual(["a", "c"]);
    expect(hidden(district, { a: 5, b: 5, c: 100 })).toEqual(["a", "b"]);
    expect(hidden(district, { a: 3, b: 4, c: 100 })).toEqual(["a", "b", "c"]);
  });

  test("nor by both being nine", () => {
    expect(hidden(district, { a: 9, b: 9, c: 100 })).toEqual(["a", "b", "c"]);
  });

  test("hide the district itself where nothing else is left to hide", () => {
    expect(hidden(over("d", school("a")), { a: 5 })).toEqual(["a", "d"]);
    expect(hidden(district, { a: 12, b: 5, c: 0 })).toEqual(["a", "b"]);
    expect(hidden(over("d", school("a"), school("b")), { a: 5, b: 0 })).toEqual(["a", "d"]);
  });

  test("are not the rest of a whole either", () => {
    expect(hidden(school("a"), { a: [995, 5] })).toEqual(["a"]);
    expect(shownFigure(school("a"), school("a"), figures({ a: [990, 10] }))).toEqual([990, 10]);
    expect(shownFigure(school("a"), school("a"), figures({ a: [995, 5] }))).toBeNull();
  });

  test("nothing is hidden without need", () => {
    expect(hidden(district, { a: 10, b: 20, c: 0 })).toEqual([]);
  });
});

/** Returns a generator of the same numbers each time (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  return (upTo: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % upTo;
  };
}

/** Brings rows into echelon form, with what they sum to at the end. */
function echelon(rows: readonly number[][]): number[][] {
  const left = rows.map((row) => [...row]);
  const done: number[][] = [];
  for (let column = 0; column < (rows[0]?.length ?? 1) - 1; column++) {
    const at = left.findIndex((row) => Math.abs(row[column] ?? 0) > 1e-9);
    if (at < 0) continue;
    const [pivot = []] = left.splice(at, 1);
    const unit = pivot.map((cell) => cell / (pivot[column] ?? 1));
    const clear = (row: number[]) =>
      row.map((cell, index) => cell - (row[column] ?? 0) * (unit[index] ?? 0));
    for (const [index, row] of left.entries()) left[index] = clear(row);
    for (const [index, row] of done.entries()) done[index] = clear(row);
    done.push(unit);
  }
  return done;
}

describe("anyone who adds and takes away what is shown (2,000 random districts)", () => {
  const random = numbersFrom(20_261_123);

  test("finds no figure about fewer than ten pupils", () => {
    let somethingShown = 0;
    for (let turn = 0; turn < 2000; turn++) {
      const counts: Record<string, number[]> = {};
      const districts = Array.from({ length: 1 + random(4) }, (_one, at) => {
        const below = Array.from({ length: 1 + random(4) }, (_other, of) => {
          const id = `${at}-${of}`;
          const most = random(3) === 0 ? 9 : 60;
          counts[id] = [random(most)];
          return school(id);
        });
        return over(`d${at}`, ...below);
      });
      const root = over("all", ...districts);
      const figureOf = figures(counts);
      const all = placesIn(root);
      const schools = all.filter(({ below }) => below.length === 0);
      const columns = (place: Place) => {
        const own = new Set(placesIn(place).map(({ id }) => id));
        return schools.map(({ id }) => (own.has(id) ? 1 : 0));
      };
      const count = (place: Place) =>
        schools.reduce(
          (sum, { id }, index) => sum + (columns(place)[index] ?? 0) * (counts[id]?.[0] ?? 0),
          0,
        );
      const kept = hiddenPlaces(root, figureOf);
      const shown = all.filter(({ id }) => !kept.has(id));
      if (shown.some((place) => count(place) > 0)) somethingShown += 1;
      for (const place of shown) {
        expect(count(place) === 0 || count(place) >= MIN_SHOWN_COUNT).toBe(true);
      }
      const known = echelon(shown.map((place) => [...columns(place), count(place)]));
      const rank = known.length;
      for (const place of all.filter(({ id }) => kept.has(id))) {
        const few = count(place) > 0 && count(place) < MIN_SHOWN_COUNT;
        if (!few) continue;
        const again = echelon([...known, [...columns(place), count(place)]]);
        expect(again.length, JSON.stringify({ counts, place, kept: [...kept] })).toBe(rank + 1);
      }
      for (const [index, one] of shown.entries()) {
        for (const other of shown.slice(index + 1)) {
          const apart = Math.abs(count(one) - count(other));
          const nested = placesIn(one).includes(other) || placesIn(other).includes(one);
          if (nested) expect(apart === 0 || apart >= MIN_SHOWN_COUNT).toBe(true);
        }
      }
    }
    expect(somethingShown).toBeGreaterThan(1000);
  });
});
