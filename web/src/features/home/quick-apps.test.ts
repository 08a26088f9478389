import { describe, expect, test } from "vitest";
import { MAX_QUICK_APPS } from "#contract";
import { addQuickApp, moveQuickApp, removeQuickApp, savableQuickApps } from "./quick-apps.ts";

const FULL = Array.from({ length: MAX_QUICK_APPS }, (_, index) => `app-${index}`);

describe("the list of quick apps (AP-04)", () => {
  test("adds at the end, or at a place", () => {
    expect(addQuickApp(["a", "b"], "c")).toEqual(["a", "b", "c"]);
    expect(addQuickApp(["a", "b"], "c", 1)).toEqual(["a", "c", "b"]);
  });

  test("holds each app once, and sixty at most", () => {
    expect(addQuickApp(["a"], "a")).toEqual(["a"]);
    expect(FULL).toHaveLength(60);
    expect(addQuickApp(FULL, "one-more")).toEqual(FULL);
  });

  test("removes", () => {
    expect(removeQuickApp(["a", "b"], "a")).toEqual(["b"]);
    expect(removeQuickApp(["a"], "x")).toEqual(["a"]);
  });

  test.each([
    ["a", 2, ["b", "c", "a"]],
    ["c", 0, ["c", "a", "b"]],
    ["b", 1, ["a", "b", "c"]],
    ["a", 99, ["b", "c", "a"]],
    ["a", -1, ["a", "b", "c"]],
    ["x", 0, ["a", "b", "c"]],
  ])("moves %s to %i", (id, to, after) => {
    expect(moveQuickApp(["a", "b", "c"], id, to)).toEqual(after);
  });

  test("saves only what the person can see", () => {
    expect(savableQuickApps(["b", "gone", "a", "b"], new Set(["a", "b", "c"]))).toEqual(["b", "a"]);
  });
});
