import { describe, expect, test } from "vitest";
import {
  absoluteUrl,
  addressed,
  clientHeader,
  requestBody,
  requestKey,
  type CallerOfPage,
} from "./request.ts";

const CALLER: CallerOfPage = {
  token: "tok",
  identity: "teacher",
  apiServer: "https://api.cn",
  client: "web",
};
const NOW = 1_700_000_000_000;

test.each([
  ["/dt-platform/v1/user/user/detail", "web", "web"],
  ["/dt-platform/v1/sso/api/login", "web", "browser"],
  ["/dt-platform/v1/sso/qr_code/create", "web", "browser"],
  ["/x/qr_code", "web", "browser"],
  ["/dt-platform/v1/sso/api/login", "pc", "pc"],
  ["/dt-platform/v1/user/user/detail", "pc", "pc"],
] as const)("RQ-03: header client of %s in %s is %s", (url, client, header) => {
  expect(clientHeader(url, client)).toBe(header);
});

describe("RQ-03: what a call carries", () => {
  test("to our API: identity, client, Bearer, t and jwt", () => {
    const { address, headers, ours } = addressed("/a", { x: 1, y: undefined }, CALLER, NOW);
    expect(address).toBe(`https://api.cn/a?x=1&t=${NOW}&jwt=tok`);
    expect(headers).toEqual({ client: "web", identity: "teacher", authorization: "Bearer tok" });
    expect(ours).toBe(true);
  });

  test("without a token: neither Bearer nor jwt", () => {
    const { address, headers } = addressed("/a?b=1", {}, { ...CALLER, token: null }, NOW);
    expect(address).toBe(`https://api.cn/a?b=1&t=${NOW}`);
    expect(headers).not.toHaveProperty("authorization");
  });

  test("without an identity: no such header", () => {
    expect(addressed("/a", {}, { ...CALLER, identity: null }, NOW).headers).not.toHaveProperty(
      "identity",
    );
  });

  test("to an absolute address of our own API: the same", () => {
    expect(addressed("https://api.cn/a", {}, CALLER, NOW).address).toContain("jwt=tok");
  });

  test.each(["https://other.cn/a", "https://api.cn.evil.cn/a", "http://api.cn/a"])(
    "to %s: nothing of the person",
    (url) => {
      const { address, headers, ours } = addressed(url, { q: "中" }, CALLER, NOW);
      expect(address).toBe(`${url}?q=%E4%B8%AD`);
      expect(headers).toEqual({});
      expect(ours).toBe(false);
    },
  );
});

test.each([
  [{}, ""],
  [{ app_id: "1", n: 2, b: true, none: null, gone: undefined }, "app_id=1&n=2&b=true"],
])("RQ-04: flat input %j goes as a form", (input, body) => {
  expect(requestBody(input)).toEqual({
    body,
    contentType: "application/x-www-form-urlencoded;charset=UTF-8",
  });
});

test.each([[{ app_ids: ["1", "2"] }], [{ eye_protection: { mode: true } }]])(
  "RQ-04: %j goes as JSON",
  (input) => {
    expect(requestBody(input)).toEqual({
      body: JSON.stringify(input),
      contentType: "application/json",
    });
  },
);

test("a key leaves out what changes with every call, and tells identities apart", () => {
  expect(requestKey("/a", { identity: "teacher,all" }, "teacher")).toBe(
    "teacher /a?identity=teacher%2Call",
  );
  expect(requestKey("/a", {}, "parent")).not.toBe(requestKey("/a", {}, "teacher"));
});

test.each([
  ["/dt-platform/v1/x", "https://api.cn", "https://api.cn/dt-platform/v1/x"],
  ["/dt-platform/v1/x", "", "/dt-platform/v1/x"],
  ["https://other.cn/x", "https://api.cn", "https://other.cn/x"],
  ["HTTP://other.cn/x", "https://api.cn", "HTTP://other.cn/x"],
])("RQ-01: %s at %s → %s", (url, server, absolute) => {
  expect(absoluteUrl(url, server)).toBe(absolute);
});
