import { expect, onTestFinished, test, vi } from "vitest";
import { jsonItems } from "./json-items.ts";

const linesOf = (text: string) => jsonItems(text).items.map(({ line }) => line);

test.each<[string, string, number[]]>([
  ["on one line", '[{"id":"a"},{"id":"b"}]', [1, 1]],
  ["each on its own", '[\n{"id":"a"},\n{"id":"b"},\n\n{"id":"c"}\n]', [2, 3, 5]],
  ["on many lines each", '\n[\n{\n"id":\n"a"\n}\n,\n{\n"id":"b"\n}]', [3, 8]],
  ["that begin in the middle of a line", '[{\n"id":"a"\n}, {"id":"b"}, {\n"id":"c"}]', [1, 3, 3]],
  ["with the line ends of Windows", '[\r\n{"id":"a"},\r\n{\r\n"id":"b"},\r\n\r\n{}]', [2, 3, 6]],
  ["with a written line end in a text", '[\n{"id":"a\\nb,\\n"},\n{"id":"c"}]', [2, 3]],
])("the line of items %s is where each begins", (_how, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test("a fault has the line of its item", () => {
  const { faults } = jsonItems('[\r\n{"id":"a"}, 7,\r\n\r\n  {"id" "b"},\n{"no":1},\n]');
  expect(faults.map(({ line }) => line)).toEqual([2, 4, 5, 6]);
});

test("the lines are counted once, on from the last item, however many there are", () => {
  const searched = vi.spyOn(String.prototype, "indexOf");
  onTestFinished(() => searched.mockRestore());
  const text = `[\n${Array.from({ length: 50 }, () => '{\n"id":"a"\n}').join(",\n")}\n]`;
  const lines = linesOf(text);
  const from = searched.mock.calls.flatMap(([sign, at = 0], call) =>
    sign === "\n" && String(searched.mock.contexts[call]) === text ? [at] : [],
  );
  expect(lines).toEqual(Array.from({ length: 50 }, (_, nth) => 2 + 3 * nth));
  // every end of a line that stands before the last item, and the one after it
  expect(from).toHaveLength(149);
  expect(from).toEqual([...new Set(from)].toSorted((one, other) => one - other));
});
