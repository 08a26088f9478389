import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifySchemaValidationError } from "fastify";
import { login } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { inputErrors } from "./input-errors.ts";

const MAX_FAULTS = 20;

let at: TestApp;

beforeAll(async () => {
  at = await buildTestApp();
});
afterAll(() => at.close());

/**
 * Returns how often properties of faults were read, for this many places that each have a fault and a repetition of it.
 */
function readsFor(places: number): number {
  let reads = 0;
  const counted = (fault: FastifySchemaValidationError) =>
    new Proxy(fault, {
      get(target, name, receiver): unknown {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  const faults = Array.from({ length: places }, (_, index) => {
    const place = { instancePath: `/list/${index}`, schemaPath: "#" };
    return [
      counted({ ...place, keyword: "const", params: { allowedValue: "a" } }),
      counted({ ...place, keyword: "type", params: { type: "string" } }),
    ];
  }).flat();
  expect(inputErrors(faults)).toHaveLength(Math.min(places, MAX_FAULTS));
  return reads;
}

test("twice as many faults are twice the work", () => {
  const [some, twice, four] = [readsFor(500), readsFor(1000), readsFor(2000)];
  expect(four - twice).toBe(2 * (twice - some));
});

test("a body of thousands of wrong places is told of the first", async () => {
  const consents = Array.from({ length: 10_000 }, () => 0);
  const answer = await at.app.inject({
    method: "POST",
    url: login.path,
    payload: { account: "lin", password: "x", check: { consents } },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
  const { errors } = answer.json().data;
  expect(errors).toHaveLength(MAX_FAULTS);
  expect(errors).toContainEqual({ path: "check.consents.0", message: expect.any(String) });
});

test.each([
  ["required", { missingProperty: "name" }, "请填写"],
  ["minLength", { limit: 1 }, "请填写"],
  ["minLength", { limit: 8 }, "至少写 8 个字"],
  ["maxLength", { limit: 30 }, "最多写 30 个字"],
  ["minItems", { limit: 1 }, "请至少选一项"],
  ["minItems", { limit: 2 }, "至少要有 2 项"],
  ["maxItems", { limit: 9 }, "最多只能有 9 项"],
  ["pattern", { pattern: "^https?://[^\\s]+$" }, "以 https:// 或 http:// 开头"],
  ["pattern", { pattern: "^\\d+$" }, "写法不对，请检查"],
  ["format", { format: "date" }, "写法不对，请检查"],
])("the fault %s %j is told in words for who fills in a form", (keyword, params, words) => {
  const place = { instancePath: "", schemaPath: "#" };
  expect(inputErrors([{ ...place, keyword, params }])[0]?.message).toContain(words);
});
