import { describe, expect, test } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

/** Makes pieces of work that end when told to; each notes in `started` that it began. */
function jobs(count: number, started: number[]) {
  return Array.from({ length: count }, (_, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const work = () => {
      started.push(index);
      return promise;
    };
    return { work, end: () => resolve(index), fail: () => reject(new Error(`${index}`)) };
  });
}

describe("concurrencyLimit", () => {
  test("starts as many as there are slots at once, and not one more", () => {
    const started: number[] = [];
    const run = concurrencyLimit(3);
    for (const { work } of jobs(5, started)) void run(work);
    expect(started).toEqual([0, 1, 2]);
  });

  test("starts the next in the order of asking, whichever ends first", async () => {
    const started: number[] = [];
    const run = concurrencyLimit(2);
    const all = jobs(5, started);
    const runs = all.map(({ work }) => run(work));
    all[1]?.end();
    await runs[1];
    expect(started).toEqual([0, 1, 2]);
    all[0]?.end();
    await runs[0];
    expect(started).toEqual([0, 1, 2, 3]);
    for (const { end } of all) end();
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
  });

  test("gives the slot of work that failed, or threw at once, to the next", async () => {
    const started: number[] = [];
    const run = concurrencyLimit(1);
    const [first, last] = jobs(2, started);
    const failing = run(first?.work ?? Promise.reject);
    const throwing = run((): Promise<number> => {
      throw new Error("at once");
    });
    const next = run(last?.work ?? Promise.reject);
    first?.fail();
    await expect(failing).rejects.toThrow("0");
    await expect(throwing).rejects.toThrow("at once");
    last?.end();
    expect(await next).toBe(1);
    expect(started).toEqual([0, 1]);
  });

  test("has its slots back afterwards: never fewer, never more than at first", async () => {
    const run = concurrencyLimit(2);
    for (let turn = 0; turn < 10; turn += 1) {
      await Promise.all(Array.from({ length: 7 }, () => run(async () => turn)));
    }
    const started: number[] = [];
    const again = jobs(3, started);
    const runs = again.map(({ work }) => run(work));
    expect(started).toEqual([0, 1]);
    for (const { end } of again) end();
    expect(await Promise.all(runs)).toEqual([0, 1, 2]);
  });

  test("of a thousand at once never more run than there are slots", async () => {
    const run = concurrencyLimit(4);
    let running = 0;
    let most = 0;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        run(async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          return index;
        }),
      ),
    );
    expect([most, running]).toEqual([4, 0]);
    expect(answers).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});
