import { expect, test } from "vitest";
import { forgetAnswers } from "./answers-epoch.ts";
import { answerUnder, followQuery, invalidate, loadOnce, setQuery } from "./query.ts";

let loads = 0;
const load = () => Promise.resolve(++loads);

async function read(key: string, from: () => Promise<unknown> = load): Promise<unknown> {
  await loadOnce(key, from);
  return answerUnder(key);
}

test("an answer is loaded once, until it is made stale by its prefix", async () => {
  const first = await read("apps:teacher");
  expect(await read("apps:teacher")).toBe(first);
  invalidate("user:");
  expect(await read("apps:teacher")).toBe(first);
  invalidate("apps:");
  expect(await read("apps:teacher")).toBe(Number(first) + 1);
});

test("what someone reads is loaded again at once", async () => {
  const seen: unknown[] = [];
  await read("read");
  const stop = followQuery("read", (data) => seen.push(data));
  const before = loads;
  invalidate("read");
  expect(loads).toBe(before + 1);
  await expect.poll(() => seen.at(-1)).toBe(before + 1);
  stop();
});

test("identities do not share answers", async () => {
  setQuery("apps:student", "of the student");
  expect(await read("apps:parent")).not.toBe("of the student");
});

test("what was written counts, also over a load that comes later", async () => {
  let answer: (value: string) => void = () => {};
  const slow = read("late", () => new Promise<string>((resolve) => (answer = resolve)));
  setQuery("late", "written");
  answer("loaded");
  expect(await slow).toBe("written");
});

test("a failure is kept, and loaded again once it is stale", async () => {
  const states: unknown[] = [];
  const stop = followQuery(
    "flaky",
    () => {},
    ({ error }) => states.push(error),
  );
  const down = new Error("down");
  await read("flaky", () => Promise.reject(down));
  expect(states.at(-1)).toBe(down);
  stop();
  invalidate("flaky");
  expect(await read("flaky", () => Promise.resolve("up"))).toBe("up");
});

test("a new session finds nothing of the old one, not even what was on its way", async () => {
  setQuery("mine", "of the first");
  let answer: (value: string) => void = () => {};
  const late = read("on its way", () => new Promise<string>((done) => (answer = done)));
  forgetAnswers();
  expect(await read("mine", () => Promise.resolve("of the second"))).toBe("of the second");
  answer("of the first");
  await late;
  expect(await read("on its way", () => Promise.resolve("of the second"))).toBe("of the second");
});
