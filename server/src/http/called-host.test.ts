import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginPasskeyLogin, createQrCode } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { send } from "../../test/send.ts";
import { calledHost } from "./same-site.ts";

const MALFORMED = ["exa mple.cn", "[::1", "school:99999", "%zz", "a@school.cn", "school.cn/x"];

test.each(["school.cn", "school.cn:8443", "10.0.0.1:7100", "[::1]:7100", "学校.cn", "SCHOOL"])(
  "%s is a host",
  (host) => expect(calledHost({ host })).toBe(host),
);

test("an absent Host is none", () => {
  expect(() => calledHost({ host: "" })).toThrow("Host");
});

describe("a Host header that names no host", () => {
  let at: TestApp;
  beforeAll(async () => {
    at = await buildTestApp();
  });
  afterAll(() => at.close());

  test.each(MALFORMED)("%j is bad input, and no fault of the server", async (host) => {
    for (const call of [beginPasskeyLogin, createQrCode]) {
      const answer = await send(at.app, call, {}, { headers: { host } });
      expect([answer.status, answer.body.code]).toEqual([400, 40001]);
    }
  });
});
