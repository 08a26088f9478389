import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSearchLimit, WAITING_EACH } from "./routes.ts";

/** Makes searches that run until they are told to end. */
function searches(atOnce: number, clock?: () => number) {
  const limit = createSearchLimit(atOnce, clock);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (person: string, name: string, isGone?: () => boolean) =>
    limit.run(
      person,
      (takeTurn) =>
        takeTurn(() => {
          running.push(name);
          return new Promise<string>((resolve) =>
            ends.set(name, () => {
              running.splice(running.indexOf(name), 1);
              resolve(name);
            }),
          );
        }),
      isGone,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { limit, running, begin, end, settled };
}

const TOO_MANY = { refusal: "tooMany", status: 429, retryAfter: 1 };

test("one person's searches run one after the other, and further ones are refused", async () => {
  const { running, begin, end } = searches(4);
  const begun = ["a0", "a1", "a2", "a3"].map((name) => begin("a", name));
  await expect(begin("a", "a4")).rejects.toMatchObject(TOO_MANY);
  for (const name of ["a0", "a1", "a2", "a3"]) {
    await expect.poll(() => running).toEqual([name]);
    await end(name);
  }
  expect(begun).toHaveLength(1 + WAITING_EACH);
  expect(await Promise.all(begun)).toEqual(["a0", "a1", "a2", "a3"]);
  const again = begin("a", "a5");
  await expect.poll(() => running).toEqual(["a5"]);
  await end("a5");
  expect(await again).toBe("a5");
});

test("somebody else's search does not wait for the line of one person", async () => {
  const { running, begin, end, settled } = searches(1);
  const all = [begin("a", "a0"), begin("a", "a1"), begin("a", "a2"), begin("b", "b0")];
  await settled();
  expect(running).toEqual(["a0"]);
  await end("a0");
  expect(running).toEqual(["b0"]);
  for (const name of ["b0", "a1", "a2"]) {
    await expect.poll(() => running).toContain(name);
    await end(name);
  }
  expect(await Promise.all(all)).toEqual(["a0", "a1", "a2", "b0"]);
});

test("no more run at once on a node than it says, of any person", async () => {
  const { running, begin, end, settled } = searches(2);
  const all = ["a", "b", "c", "d"].map((person) => begin(person, person));
  await settled();
  expect(running).toEqual(["a", "b"]);
  for (const name of ["a", "b", "c", "d"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

test("a search rests twice as long as it took, and too many are not refused at once", async () => {
  const { running, begin, end, settled } = searches(1);
  const begun = performance.now();
  const all = ["a0", "a1", "a2", "a3"].map((name) => begin("a", name));
  const refused = begin("a", "a4").catch(() => performance.now() - begun);
  await setTimeout(50);
  const took = performance.now() - begun;
  await end("a0");
  const ended = performance.now();
  // another person's takes the turn meanwhile
  const other = begin("b", "b0");
  await settled();
  expect(running).toEqual(["b0"]);
  await end("b0");
  await expect.poll(() => running, { interval: 1 }).toEqual(["a1"]);
  expect(performance.now() - ended).toBeGreaterThan(1.9 * took);
  for (const name of ["a1", "a2", "a3"]) {
    await expect.poll(() => running).toEqual([name]);
    await end(name);
  }
  await Promise.all([...all, other]);
  expect(await refused).toBeGreaterThan(240);
});

test("who has waited five seconds for a turn is told to come back, and who has not is served", async () => {
  let now = 0;
  const { running, begin, end } = searches(1, () => now);
  const first = begin("a", "a0");
  const long = begin("b", "b0").catch((error: unknown) => error);
  now = 100;
  const short = begin("c", "c0");
  now = 5001;
  await end("a0");
  expect(await long).toMatchObject({ refusal: "notReady", status: 503, retryAfter: 1 });
  await expect.poll(() => running).toEqual(["c0"]);
  await end("c0");
  expect(await Promise.all([first, short])).toEqual(["a0", "c0"]);
});

test("a search that failed, or that nobody waits for, lets the next one begin", async () => {
  const { running, begin, end, settled } = searches(1);
  let isGone = false;
  const first = begin("a", "a0");
  const left = begin("a", "a1", () => isGone);
  const third = begin("a", "a2");
  const refused = left.catch((error: unknown) => error);
  await settled();
  isGone = true;
  await end("a0");
  expect(await refused).toMatchObject(TOO_MANY);
  await expect.poll(() => running).toEqual(["a2"]);
  await end("a2");
  expect([await first, await third]).toEqual(["a0", "a2"]);
});

test("a search that takes no turn does not wait for the node", async () => {
  const { limit, begin, end, settled } = searches(1);
  const other = begin("a", "a0");
  await settled();
  expect(await limit.run("b", async () => "known")).toBe("known");
  await end("a0");
  expect(await other).toBe("a0");
});
