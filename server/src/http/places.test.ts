import { afterAll, beforeAll, expect, test } from "vitest";
import { type Call, CALLS } from "#contract";
import { EXAMPLES } from "#contract/examples";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";

let at: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  at = await buildTestApp();
  const school = await makeSchool(at.db, { kind: "district" });
  const memberships = [{ school, identity: "inner_admin" as const }];
  await makePerson(at.db, { account: "root", memberships });
  ({ headers } = await signIn(at.app, "root"));
});
afterAll(() => at.close());

/** Moments that a Date holds and no database, or that no calendar has. */
const MOMENTS = [
  "-271821-04-20T00:00:00.000Z",
  "+275760-09-13T00:00:00.000Z",
  "-100000",
  "0000-01-01T00:00:00.000000Z",
  "2026-02-30T00:00:00.000000Z",
  "x",
];
const packed = (...texts: string[]) => Buffer.from(JSON.stringify(texts)).toString("base64url");
/** The forms of places in lists. */
const FORMS: ((moment: string) => string)[] = [
  (moment) => `${moment} x`,
  (moment) => JSON.stringify([moment, "x", "x"]),
  (moment) => packed(moment, "x"),
  (moment) => packed("recent", moment, "x"),
];

const paged = Object.entries<Call>(CALLS).filter(([, { input }]) =>
  Object.hasOwn((input as { properties?: object }).properties ?? {}, "after"),
);

test.each(paged)("%s: a place that no page has given is no fault", async (name, call) => {
  const { input: example = {} } = (EXAMPLES as Record<string, { input?: object }>)[name] ?? {};
  const { required = [] } = call.input as { required?: string[] };
  const input = Object.fromEntries(Object.entries(example).filter(([k]) => required.includes(k)));
  const codes = new Set<number>();
  for (const moment of MOMENTS) {
    for (const form of FORMS) {
      for (const more of [{}, { sort: "recent" }]) {
        const asked: Record<string, string> = { ...input, ...more, after: form(moment) };
        const { method, path: url } = call;
        const given = method === "GET" ? { query: asked } : { payload: asked };
        const answer = await at.app.inject({ method, url, headers, ...given });
        codes.add(answer.json<{ code: number }>().code);
      }
    }
  }
  expect([...codes].filter((code) => code >= 50000)).toEqual([]);
});
