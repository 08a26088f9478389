import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { cheapHash } from "../../test/people.ts";
import { createHashQueue } from "./hash-queue.ts";
import { passwordWork } from "./password.ts";
import type { PersonToSignIn } from "./sign-in.ts";
import { replaceTemporaryPassword } from "./own-password.ts";

let at: TestApp;
let person: PersonToSignIn;

beforeAll(async () => {
  at = await buildTestApp();
  const password_hash = await cheapHash("temporary");
  person = { id: "1", account: "lin", password_hash, birth_date: null, must_change_password: true };
});
afterAll(() => at.close());

test("a password of one's own is compared and hashed in one turn of the line, each on a core", async () => {
  const queue = createHashQueue(1);
  const running: number[] = [];
  const work = passwordWork((begin) => {
    running.push(queue.running);
    return begin();
  });
  await replaceTemporaryPassword({ queue, ...work }, person, "a-password-of-my-own");
  expect(running).toEqual([1, 1]);
  expect(queue).toMatchObject({ running: 0, finished: 1 });
});

test("who would hash a password while the line is full is told to come back, as for a check", async () => {
  const deps = at.app.signIn;
  const { promise, resolve } = Promise.withResolvers<void>();
  const isFull = () => {
    try {
      deps.queue.refuseFull();
      return false;
    } catch {
      return true;
    }
  };
  const others: Promise<void>[] = [];
  while (!isFull()) others.push(deps.queue.run(() => promise));
  const full = { refusal: "notReady", retryAfter: expect.any(Number) };
  await expect(deps.passwords.hash("new")).rejects.toMatchObject(full);
  await expect(replaceTemporaryPassword(deps, person, "rivers-and-hills")).rejects.toMatchObject(
    full,
  );
  await expect(
    deps.passwords.prove({ account: "lin", address: "::1" }, "any"),
  ).rejects.toMatchObject(full);
  resolve();
  await Promise.allSettled(others);
  expect(await deps.passwords.hash("new")).toMatch(/^\$argon2id\$/);
});
