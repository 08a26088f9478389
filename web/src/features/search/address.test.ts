import { describe, expect, test } from "vitest";
import {
  changed,
  countFilters,
  itemPath,
  keywordOfItem,
  readSearch,
  searchPath,
} from "./address.ts";

const PLAIN = readSearch(undefined, "");

test.each([
  ["", PLAIN],
  [
    "type=video&grade=3&page=4&size=50&sort=newest",
    { ...PLAIN, type: "video", grade: "3", page: 4, size: 50, sort: "newest" },
  ],
  ["page=0&size=7&sort=best", PLAIN],
  ["page=1.5&size=-10", PLAIN],
  ["page=99999&evil=1", PLAIN],
  [`subject=${"x".repeat(100)}`, { ...PLAIN, subject: "x".repeat(64) }],
])("the query %s is read", (query, search) => {
  expect(readSearch(undefined, query)).toEqual(search);
});

test.each([
  [PLAIN, "/search-result/index"],
  [
    { ...PLAIN, keyword: "分数 / 100%?#" },
    "/search-result/index/%E5%88%86%E6%95%B0%20%2F%20100%25%3F%23",
  ],
  [
    { ...PLAIN, keyword: "a", stage: "primary", page: 2 },
    "/search-result/index/a?stage=primary&page=2",
  ],
])("%j stands at %s", (search, path) => {
  expect(searchPath(search)).toBe(path);
  const [where = "", query = ""] = path.split("?");
  const keyword = decodeURIComponent(where.replace(/^\/search-result\/index\/?/, ""));
  expect(readSearch(keyword, query)).toEqual(search);
});

describe("another choice", () => {
  test("begins at the first page", () => {
    expect(changed({ ...PLAIN, page: 3 }, { type: "video" })).toEqual({ ...PLAIN, type: "video" });
  });
  test("of a stage gives up the grade of another", () => {
    const search = { ...PLAIN, stage: "primary", grade: "3" };
    expect(changed(search, { stage: "junior" }).grade).toBe("");
    expect(changed(search, { subject: "art" }).grade).toBe("3");
  });
  test("of filters are counted", () => {
    expect(countFilters({ ...PLAIN, sort: "newest", keyword: "a" })).toBe(0);
    expect(countFilters({ ...PLAIN, grade: "3", type: "video" })).toBe(2);
  });
});

test.each([
  ["分数", "m/1", "/search-result/description/%E5%88%86%E6%95%B0/m%2F1"],
  ["  ", "m-1", "/search-result/description/-/m-1"],
])("an item found by %j stands at its own address", (keyword, id, path) => {
  expect(itemPath(keyword, id)).toBe(path);
  const word = decodeURIComponent(path.split("/")[3] ?? "");
  expect(keywordOfItem(word)).toBe(keyword.trim());
});
