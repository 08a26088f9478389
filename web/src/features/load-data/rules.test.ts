import { expect, test } from "vitest";
import { targetOf } from "./rules.ts";

const HOME = "/home/index";

test.each([
  ["", HOME],
  ["redirect=", HOME],
  ["redirect=%2Fmodule%2Fprofile", "/module/profile"],
  ["redirect=/search-result/index/%25E5%2588%2586?page=2", "/search-result/index/%E5%88%86?page=2"],
  [
    "redirect=%2Fsearch-result%2Findex%3Fgrade%3D3%26page%3D2",
    "/search-result/index?grade=3&page=2",
  ],
  ["redirect=https%3A%2F%2Fevil.example%2F", HOME],
  ["redirect=%2F%2Fevil.example", HOME],
  ["redirect=%2F%5Cevil.example", HOME],
  ["redirect=%2F%09%2Fevil.example", HOME],
  ["redirect=javascript%3Aalert(1)", HOME],
  ["redirect=home", HOME],
  ["redirect=%2Fload-data%3Fredirect%3D%2F", HOME],
  ["redirect=%2Floading", "/loading"],
  ["redirect=%2Flogin", HOME],
  ["other=%2Fmodule", HOME],
])("%s → %s", (query, target) => {
  expect(targetOf(query)).toBe(target);
});
