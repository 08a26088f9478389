import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { CALLS, type Call } from "#contract";
import { described, EXAMPLES, FEATURE_NAMES } from "#contract/examples";
import { FIELD_WORDS, FIELD_WORDS_OF } from "./field-words.ts";

const CHINESE = /[\u{4E00}-\u{9FFF}]/u;
const calls = Object.entries<Call>(CALLS);

test.each(calls)("%s is described in Chinese, under a named feature", (name, call) => {
  expect(call.summary).toMatch(CHINESE);
  expect(FEATURE_NAMES[call.feature], `the feature ${call.feature}`).toMatch(CHINESE);
  expect(exampleOf(name).description).toMatch(CHINESE);
});

test.each(calls)("%s has an example that its own schemas let pass", (name, call) => {
  const { input, answer } = exampleOf(name);
  expect(Value.Errors(call.input, input)).toEqual([]);
  expect(Value.Errors(call.answer, answer)).toEqual([]);
});

test.each(calls)("the example of %s shows no field that is not declared", (name, call) => {
  const { input, answer } = exampleOf(name);
  expect(Value.Clean(call.input, structuredClone(input))).toEqual(input);
  expect(Value.Clean(call.answer, structuredClone(answer))).toEqual(answer);
});

test.each(calls)("every field of %s is described", (name, { input, answer }) => {
  for (const schema of [input, answer]) {
    const fields = fieldsOf(described(name, schema));
    expect(fields.filter(([, text]) => text === "")).toEqual([]);
  }
});

test("a field's own description stays, and the contract is not written to", () => {
  const schema = { properties: { id: { description: "自己的" }, name: {} } };
  expect(described("login", schema)).toEqual({
    properties: { id: { description: "自己的" }, name: { description: "名称" } },
  });
  expect(schema.properties.name).toEqual({});
});

test("a field is described once, however deep it lies", () => {
  let looks = 0;
  const leaf = {
    get type() {
      looks += 1;
      return "string";
    },
  };
  const inside = (schema: object) => ({ type: "object", properties: { school: schema } });
  const schema = inside(inside(inside(leaf)));
  expect(described("login", schema)).toMatchObject(inside({ properties: { school: {} } }));
  expect(looks).toBe(1);
});

test("a field may be called as a word of the schema language is", () => {
  const schema = { properties: { properties: { properties: { name: {} } }, items: { items: {} } } };
  expect(described("none", schema)).toEqual({
    properties: {
      properties: { properties: { name: { description: "名称" } } },
      items: { items: {}, description: expect.stringMatching(CHINESE) },
    },
  });
});

test("there is no word for a field that no call has, or that says it itself", () => {
  const words = [FIELD_WORDS, FIELD_WORDS_OF].flatMap((one) => Object.values(one));
  for (const word of words) expect(word).toMatch(CHINESE);
  const bare = calls.flatMap(([name, { input, answer }]) =>
    [input, answer]
      .flatMap(fieldsOf)
      .flatMap(([field, text]) => (text === "" ? [[name, field]] : [])),
  );
  const names = new Set(bare.map(([, field]) => field));
  const addresses = new Set(bare.map((one) => one.join(".")));
  expect(Object.keys(FIELD_WORDS).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(FIELD_WORDS_OF).filter((one) => !addresses.has(one))).toEqual([]);
});

/** Returns every field of a schema with its description, at any depth; a nullable field takes that of its type. */
function fieldsOf(schema: unknown): [string, string][] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, Field> };
  const own = Object.entries(properties).map(
    ([name, { description, anyOf = [] }]): [string, string] => [
      name,
      description ?? anyOf.find((one) => one.description !== undefined)?.description ?? "",
    ],
  );
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

interface Field {
  description?: string;
  anyOf?: Field[];
}

test("there is no example of a call that does not exist", () => {
  expect(Object.keys(EXAMPLES).filter((name) => !Object.hasOwn(CALLS, name))).toEqual([]);
});

function exampleOf(name: string) {
  const example = Object.entries(EXAMPLES).find(([of]) => of === name)?.[1];
  if (example === undefined) throw new Error(`add an example of ${name} to contract/examples/`);
  return example;
}
