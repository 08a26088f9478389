import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifySchemaValidationError } from "fastify";
import { login } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { inputErrors } from "./input-errors.ts";

const TOLD_AT_MOST = 20;

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
  expect(inputErrors(faults)).toHaveLength(Math.min(places, TOLD_AT_MOST));
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
  expect(errors).toHaveLength(TOLD_AT_MOST);
  expect(errors).toContainEqual({ path: "check.consents.0", message: expect.any(String) });
});
