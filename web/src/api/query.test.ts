import { expect, test } from "vitest";
import { forgetAnswers } from "./answers-epoch.ts";
import { invalidate, readQuery, setQuery } from "./query.ts";

let loads = 0;
const load = () => Promise.resolve(++loads);

test("an answer is loaded once, until it is made stale by its prefix", async () => {
  const first = await readQuery("apps:teacher", load);
  expect(await readQuery("apps:teacher", load)).toBe(first);
  invalidate("user:");
  expect(await readQuery("apps:teacher", load)).toBe(first);
  invalidate("apps:");
  expect(await readQuery("apps:teacher", load)).toBe(first + 1);
});

test("identities do not share answers", async () => {
  setQuery("apps:student", "of the student");
  expect(await readQuery("apps:parent", load)).not.toBe("of the student");
});

test("what was written counts, also over a load that comes later", async () => {
  let answer: (value: string) => void = () => {};
  const slow = readQuery("late", () => new Promise<string>((resolve) => (answer = resolve)));
  setQuery("late", "written");
  answer("loaded");
  expect(await slow).toBe("written");
});

test("a failure is thrown, and the next reader tries again", async () => {
  const broken = () => Promise.reject(new Error("down"));
  await expect(readQuery("flaky", broken)).rejects.toThrow("down");
  invalidate("flaky");
  expect(await readQuery("flaky", () => Promise.resolve("up"))).toBe("up");
});

test("a new session finds nothing of the old one, not even what was on its way", async () => {
  setQuery("mine", "of the first");
  let answer: (value: string) => void = () => {};
  const late = readQuery("on its way", () => new Promise<string>((done) => (answer = done)));
  forgetAnswers();
  expect(await readQuery("mine", () => Promise.resolve("of the second"))).toBe("of the second");
  answer("of the first");
  await late;
  expect(await readQuery("on its way", () => Promise.resolve("of the second"))).toBe(
    "of the second",
  );
});
