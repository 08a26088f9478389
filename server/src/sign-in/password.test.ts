import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword } from "../platform/password-hash.ts";
import { passwordWork } from "./password.ts";

test("where there is no password, one of the same cost is compared with (SE-09)", async () => {
  const asked: string[] = [];
  const { checkPassword: check } = passwordWork(
    (work) => work(),
    (stored, given) => {
      asked.push(stored);
      return verify(stored, given);
    },
  );
  const stored = await hashPassword("right");
  expect(await check(stored, "right")).toBe(true);
  expect(await check(stored, "wrong")).toBe(false);
  expect(await check(null, "right")).toBe(false);
  const cost = (text: string) => text.split("$").slice(1, 4).join("$");
  expect(asked.map(cost)).toEqual(Array(3).fill(cost(stored)));
  expect(asked.map(({ length }) => length)).toEqual(Array(3).fill(stored.length));
});

test("nothing is checked or hashed but on a core that was free for it", async () => {
  const noCore = () => Promise.reject(new Error("no core"));
  const { checkPassword, hashPassword: hash } = passwordWork(noCore);
  await expect(checkPassword(null, "any")).rejects.toThrow("no core");
  await expect(hash("any")).rejects.toThrow("no core");
});
