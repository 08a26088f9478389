import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { CALLS, type Call } from "#contract";
import { EXAMPLES, FEATURE_NAMES } from "#contract/examples";

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

test("there is no example of a call that does not exist", () => {
  expect(Object.keys(EXAMPLES).filter((name) => !Object.hasOwn(CALLS, name))).toEqual([]);
});

function exampleOf(name: string) {
  const example = Object.entries(EXAMPLES).find(([of]) => of === name)?.[1];
  if (example === undefined) throw new Error(`add an example of ${name} to contract/examples/`);
  return example;
}
