import { expect, test, vi } from "vitest";
import { readOnce } from "./read-once.ts";

test("what was read once stands, for those as well who asked while it was read", async () => {
  const read = vi.fn(async () => "secret");
  const once = readOnce(read);
  expect(await Promise.all([once(), once()])).toEqual(["secret", "secret"]);
  expect(await once()).toBe("secret");
  expect(read).toHaveBeenCalledTimes(1);
});

test("a reading that failed fails those who waited for it, and nobody later", async () => {
  const read = vi.fn(async () => "secret").mockRejectedValueOnce(new Error("away"));
  const once = readOnce(read);
  const first = await Promise.allSettled([once(), once()]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await once()).toBe("secret");
});
