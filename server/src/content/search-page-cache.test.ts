import { describe, expect, test } from "vitest";
import { type CachedSearchPage, SearchPageCache } from "./search-page-cache.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second));
const EVERYONE = { id: "", version: 7 };
const NORTH = { id: "north", version: 2 };

function kept(given: Partial<CachedSearchPage> = {}): SearchPageCache {
  const pages = new SearchPageCache();
  const page = { groups: [], keys: [{ school_id: "", id: "one" }], versions: [EVERYONE, NORTH] };
  pages.set("分数", { ...page, moment: at(10), next_at: null, ...given });
  return pages;
}

describe("a page that was found", () => {
  test("is found again as long as no owner has changed anything", () => {
    const found = kept().get("分数", { owners: [EVERYONE, NORTH], moment: at(50) });
    expect(found?.keys).toEqual([{ school_id: "", id: "one" }]);
  });

  test.each([
    ["an owner has changed something", [EVERYONE, { ...NORTH, version: 3 }]],
    ["an owner is looked at that was not", [EVERYONE, NORTH, { id: "south", version: 1 }]],
    ["an owner is not looked at any more", [EVERYONE]],
    ["the owner is another", [EVERYONE, { ...NORTH, id: "south" }]],
  ])("is not once %s", (_when, owners) => {
    expect(kept().get("分数", { owners, moment: at(50) })).toBeUndefined();
  });

  test.each([
    [9, false],
    [10, true],
    [19, true],
    [20, false],
  ])("whose next item is published at second 20 holds at second %i: %s", (second, holds) => {
    const pages = kept({ next_at: at(20) });
    const found = pages.get("分数", { owners: [EVERYONE, NORTH], moment: at(second) });
    expect(found !== undefined).toBe(holds);
  });

  test("is another's for another search", () => {
    const asked = { owners: [EVERYONE, NORTH], moment: at(50) };
    expect(kept().get("分数 1", asked)).toBeUndefined();
  });
});
