import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { UnreadableInputError, readFlat } from "./form.ts";

const schema = Type.Object({
  name: Type.String(),
  ids: Type.Array(Type.String()),
  counts: Type.Array(Type.Integer()),
  page: Type.Integer(),
  flag: Type.Boolean(),
  eye: Type.Object({ mode: Type.Boolean() }),
  events: Type.Array(Type.Object({ event: Type.String() })),
});
const read = readFlat(schema, false);

describe("flat input", () => {
  test.each([
    [{ ids: ["1", "2"] }, { ids: ["1", "2"] }],
    [{ ids: "1" }, { ids: ["1"] }],
    [{ "ids[]": "1" }, { ids: ["1"] }],
    [{ "ids[]": ["1", "2"] }, { ids: ["1", "2"] }],
    [{ ids: "" }, { ids: [] }],
    [{ "ids[]": "" }, { ids: [] }],
    [{ ids: '["1","2"]' }, { ids: ["1", "2"] }],
    [{ ids: "[]" }, { ids: [] }],
    [{ ids: "[1" }, { ids: ["[1"] }],
    [{ ids: '{"a":1}' }, { ids: ['{"a":1}'] }],
    [{ counts: "[1,2]" }, { counts: [1, 2] }],
    [{ events: "" }, { events: [] }],
    [{ counts: ["1", "x"] }, { counts: [1, "x"] }],
    [{ page: "12" }, { page: 12 }],
    [{ page: "-3.5" }, { page: -3.5 }],
    [{ page: "0x10" }, { page: "0x10" }],
    [{ page: "" }, { page: "" }],
    [{ flag: "true" }, { flag: true }],
    [{ flag: "0" }, { flag: false }],
    [{ flag: "yes" }, { flag: "yes" }],
    [{ name: "12" }, { name: "12" }],
    [{ name: "true" }, { name: "true" }],
    [{ name: ["a", "b"] }, { name: ["a", "b"] }],
    [{ name: '{"a":1}' }, { name: '{"a":1}' }],
    [{ eye: '{"mode":true}' }, { eye: { mode: true } }],
    [{ eye: "{mode:true}" }, { eye: "{mode:true}" }],
    [{ eye: '{"a\\udc00":"\\ud83d\\ude00\\ud800"}' }, { eye: { "a\ufffd": "😀\ufffd" } }],
    [{ eye: "true" }, { eye: "true" }],
    [{ events: '[{"event":"a"},{"event":"b"}]' }, { events: [{ event: "a" }, { event: "b" }] }],
    [{ events: '{"event":"a"}' }, { events: [{ event: "a" }] }],
    [{ events: ['{"event":"a"}', "b"] }, { events: [{ event: "a" }, "b"] }],
  ])("%j is read as %j", (given, wanted) => {
    expect(read(given)).toEqual(wanted);
  });

  test("keeps or drops what is not declared", () => {
    expect(read({ other: "1" })).toEqual({ other: "1" });
    expect(readFlat(schema, true)({ t: "1", page: "2" })).toEqual({ page: 2 });
  });

  test.each(["__proto__", "constructor", "prototype", "constructor[]"])(
    "%s is no name for a field",
    (name) => {
      const given = Object.fromEntries([[name, "1"]]);
      expect(() => read(given)).toThrow(UnreadableInputError);
    },
  );

  test.each([
    ['{"__proto__":{"mode":true}}'],
    ['{"mode":{"constructor":{"prototype":{}}}}'],
    ["[".repeat(20_000) + "]".repeat(20_000)],
    ['{"a":'.repeat(18) + "1" + "}".repeat(18)],
  ])("an object's JSON that is polluted or bottomless is refused: %.30s", (eye) => {
    expect(() => read({ eye })).toThrow(UnreadableInputError);
  });

  test("more fields than any call has are refused", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, "1"]));
    expect(Object.keys(read(many(500)))).toHaveLength(500);
    expect(() => read(many(501))).toThrow(UnreadableInputError);
  });
});
