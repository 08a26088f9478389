import { expect, test } from "vitest";
import { IN_ONE_TURN, inTurns } from "./crowd.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("of a crowd a few go on in each turn, in order, and who comes meanwhile is the last", async () => {
  const goOn = inTurns();
  const gone: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) goOn(() => gone.push(nth));
  expect(gone).toEqual([0, 1, 2, 3]);
  goOn(() => gone.push(10));
  const each: number[] = [];
  while (gone.length < 11) {
    const before = gone.length;
    await nextTurn();
    each.push(gone.length - before);
  }
  expect(Math.max(...each)).toBe(IN_ONE_TURN);
  expect(gone).toEqual(Array.from({ length: 11 }, (_, nth) => nth));
});

test("who comes alone goes on at once, each time", async () => {
  const goOn = inTurns();
  for (let nth = 0; nth < 3; nth += 1) {
    let hasGone = false;
    goOn(() => (hasGone = true));
    expect(hasGone).toBe(true);
    await nextTurn();
  }
});

test("whoever comes when the crowd has gone on goes on at once", async () => {
  const goOn = inTurns();
  const gone: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) goOn(() => gone.push(nth));
  await nextTurn();
  await nextTurn();
  goOn(() => gone.push(6));
  expect(gone).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
