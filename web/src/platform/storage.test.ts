import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localStore } from "./storage.ts";

const kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  kept.clear();
  isFull = false;
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException("no room", "QuotaExceededError");
        kept.set(key, value);
      },
      removeItem: (key: string) => kept.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("where there is no room any more, a newer value counts before the older one that stays", () => {
  localStore.write("token", "old");
  isFull = true;
  localStore.write("token", "a longer new one");
  expect(localStore.read("token")).toBe("a longer new one");
  isFull = false;
  localStore.write("token", "newest");
  expect([localStore.read("token"), kept.get("token")]).toEqual(["newest", "newest"]);
  localStore.remove("token");
  expect(localStore.read("token")).toBeNull();
});
