import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readUserDetail } from "#contract";
import { buildTestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";

const PAGE = "https://school.example.cn";
const STRANGER = "https://evil.example.cn";

let app: FastifyInstance;
let token: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const built = await buildTestApp({ config: { corsOrigins: [PAGE] } });
  ({ app, close } = built);
  const school = await makeSchool(built.db);
  await makePerson(built.db, { account: "far", memberships: [{ school, identity: "teacher" }] });
  ({ token } = await signIn(app, "far"));
});
afterAll(() => close());

describe("RQ-02: a page of another host calls this server", () => {
  test("its browser may send what every call carries", async () => {
    const answer = await app.inject({
      method: "OPTIONS",
      url: readUserDetail.path,
      headers: {
        origin: PAGE,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,client,identity",
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-credentials": "true",
    });
    expect(answer.headers["access-control-allow-headers"]).toMatch(/authorization.*identity/);
  });

  test.each([
    [PAGE, PAGE],
    [STRANGER, undefined],
    ["null", undefined],
  ])("the answer to a page of %s may be read by %s", async (origin, allowed) => {
    const answer = await app.inject({
      url: readUserDetail.path,
      headers: { origin, authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(allowed);
    expect(answer.headers["vary"]).toContain("Origin");
  });
});

test("without configured origins no other page may read anything", async () => {
  const { app: own, close: closeOwn } = await buildTestApp();
  const answer = await own.inject({ url: "/healthz", headers: { origin: PAGE } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  await closeOwn();
});
