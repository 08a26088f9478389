import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "../../api/failures.ts";
import { CONSENT_TEXT, explainFailure, missingInput, waitText } from "./rules.ts";

describe("where a refused sign-in shows", () => {
  test("a wrong password: at the password", () => {
    const error = new ApiError(40002, "账号或密码不正确", null, 400);
    expect(explainFailure(error, false)).toEqual({ field: "password", text: "账号或密码不正确" });
  });

  test.each([40002, 40003])("a refused credential (%i): the password is asked for", (code) => {
    expect(explainFailure(new ApiError(code, "x", null, 400), true)).toEqual({
      field: "password",
      text: "登录已失效，请输入密码",
      credentialRefused: true,
    });
  });

  test("too many tries: at the form, with the wait", () => {
    const error = new ApiError(42900, "操作过于频繁，请稍后再试", { retry_after: 12.2 }, 429);
    expect(explainFailure(error, false)).toEqual({
      field: "form",
      text: "操作过于频繁，请稍后再试",
      retryAfter: 13,
    });
  });

  test("consent wanted: at its box, with what is to be agreed to", () => {
    const data = {
      check: "consent",
      agreements: [{ type: "user", version: 2, title: "x" }, { type: "privacy" }, null],
    };
    expect(explainFailure(new ApiError(40004, "x", data, 400), false)).toEqual({
      field: "consent",
      text: CONSENT_TEXT,
      consents: [{ type: "user", version: 2 }],
    });
  });

  test("another check: a dialog, and the server's sentence where it is closed", () => {
    const error = new ApiError(40004, "需要动态验证码", { check: "totp" }, 400);
    expect(explainFailure(error, false)).toEqual({
      field: "form",
      text: "需要动态验证码",
      further: true,
    });
  });

  test("no network", () => {
    expect(explainFailure(new NetworkError(), true)).toEqual({
      field: "form",
      text: "网络连接失败，请检查网络后重试",
    });
  });
});

test.each([
  ["", false, { field: "account", text: "请输入账号" }],
  ["a", false, { field: "password", text: "请输入密码" }],
  ["a", true, null],
])("input %j, proof %s", (account, hasProof, missing) => {
  expect(missingInput(account, hasProof)).toEqual(missing);
});

test.each([
  [5, "5 秒后可重试"],
  [60, "1 分钟后可重试"],
  [125, "2 分 5 秒后可重试"],
])("%i seconds: %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
