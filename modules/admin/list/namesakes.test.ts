import { expect, test } from "vitest";
import { namesakes } from "./namesakes.ts";

const person = (name: string, number: string, account: string) => ({ name, number, account });
const APART = {
  shownOf: ({ name }: ReturnType<typeof person>) => name,
  factsOf: ({ number, account }: ReturnType<typeof person>) => [number, account],
};

test("who has a name alone is told by it", () => {
  const rows = [person("王子涵", "1", "a"), person("李明", "1", "b")];
  expect([...namesakes(rows, APART)]).toEqual([]);
});

test("people of one name are told apart by the first fact that differs for all of them", () => {
  const [one, other, third] = [
    person("王子涵", "20260101", "wangzihan"),
    person("王子涵", "20260102", "wangzihan2"),
    person("李明", "20260101", "liming"),
  ] as const;
  const told = namesakes([one, third, other], APART);
  expect([told.get(one), told.get(other), told.get(third)]).toEqual([
    "20260101",
    "20260102",
    undefined,
  ]);
});

test("a fact that one of them lacks, or that two share, tells nothing", () => {
  const lacking = [person("王子涵", "20260101", "a"), person("王子涵", "", "b")];
  expect([...namesakes(lacking, APART).values()]).toEqual(["a", "b"]);
  const shared = [
    person("王子涵", "1", "a"),
    person("王子涵", "1", "b"),
    person("王子涵", "2", "c"),
  ];
  expect([...namesakes(shared, APART).values()]).toEqual(["a", "b", "c"]);
});
