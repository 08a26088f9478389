import { expect, test } from "vitest";
import { matchPath } from "../../app/match.ts";
import { FURTHER_ROUTES } from "../../app/further-routes.ts";
import { placeHref, placeOf, samePlace } from "./place.ts";

const pattern = FURTHER_ROUTES.find(({ name }) => name === "Module")?.path ?? "";
const none = { path: [], params: [] };

test.each([
  ["/module/profile", "profile", none],
  ["/module/profile/security", "profile", { path: ["security"], params: [] }],
  [
    "/module/homework/a/b/c/1/2/3/4/5",
    "homework",
    { path: ["a", "b", "c"], params: ["1", "2", "3", "4", "5"] },
  ],
  ["/module/homework/a/b/c/1", "homework", { path: ["a", "b", "c"], params: ["1"] }],
  ["/module/homework/%E4%B8%89%2F2", "homework", { path: ["三/2"], params: [] }],
])("%s is a place in %s (RT-08)", (path, name, place) => {
  const parameters = matchPath(pattern, path);
  expect(parameters?.["moduleName"]).toBe(name);
  expect(placeOf(parameters ?? {})).toEqual(place);
});

test.each(["/module", "/module/homework/a/b/c/1/2/3/4/5/6"])("%s is no module's", (path) => {
  expect(matchPath(pattern, path)).toBeNull();
});

test("a place's address leads back to it", () => {
  const href = placeHref("homework", ["三/2", "b"]);
  expect(href).toBe("#/module/homework/%E4%B8%89%2F2/b");
  expect(placeOf(matchPath(pattern, href.slice(1)) ?? {})).toEqual({
    path: ["三/2", "b"],
    params: [],
  });
});

test("places are the same by what they say", () => {
  expect(samePlace(none, { path: [], params: [] })).toBe(true);
  expect(samePlace(none, { path: ["a"], params: [] })).toBe(false);
  expect(samePlace({ path: [], params: ["a"] }, { path: ["a"], params: [] })).toBe(false);
});
