import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "../../api/failures.ts";
import {
  CONSENT_TEXT,
  explainFailure,
  missingInput,
  secondsToNextTry,
  textWithWait,
  waitText,
} from "./rules.ts";

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
    const error = new ApiError(42900, "操作过于频繁，请 13 秒后再试", { retry_after: 12.2 }, 429);
    expect(explainFailure(error, false)).toEqual({
      field: "form",
      text: "试的次数太多了，请等一会儿再试；忘了密码，请点“忘记密码”",
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

  test("no network: tried again, but for a credential, which may have been heard and spent", () => {
    const shown = { field: "form", text: "网络连接失败，请检查网络后重试" };
    expect(explainFailure(new NetworkError(), true)).toEqual(shown);
    expect(explainFailure(new NetworkError(), false)).toEqual({
      ...shown,
      again: { after: undefined },
    });
  });

  test("a platform that is crowded says when; a gateway before one that is away does not", () => {
    const crowded = new ApiError(50300, "x", { retry_after: 31 }, 503);
    const text = "登录的人较多，正在排队，请稍候，不必刷新页面";
    expect(explainFailure(crowded, true)).toEqual({
      field: "form",
      text: "x",
      again: { after: 31, text },
    });
    const gateway = new ApiError(502, "Http status code 502", null, 502);
    const shown = { field: "form", text: "服务暂时不可用，请稍后再试" };
    const away = "平台暂时没有应答，恢复后会自动登录，请稍候";
    expect(explainFailure(gateway, false)).toEqual({
      ...shown,
      again: { after: undefined, text: away },
    });
    expect(explainFailure(gateway, true)).toEqual(shown);
  });
});

test("a form whose button counts nothing down says the wait in words", () => {
  const often = new ApiError(42900, "操作过于频繁，请 5 分钟后再试", { retry_after: 300 }, 429);
  expect(textWithWait(explainFailure(often, false))).toBe("试的次数太多了，5 分钟后可重试");
  const crowded = new ApiError(50300, "登录的人较多，请稍后再试", { retry_after: 31 }, 503);
  expect(textWithWait(explainFailure(crowded, false))).toBe("登录的人较多，请稍后再试");
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

describe("the next try that the page makes by itself", () => {
  test.each([
    [31, 0, [31, 33]],
    [undefined, 0, [1, 2]],
    [undefined, 2, [4, 8]],
    [undefined, 20, [8, 15]],
    [1, 40, [undefined, undefined]],
  ])("told %j, after %i tries: between %j seconds", (after, tries, between) => {
    expect([0, 1].map((chance) => secondsToNextTry({ after }, tries, chance))).toEqual(between);
  });

  test("is said on the button", () => {
    expect(waitText(7, true)).toBe("7 秒后自动重试");
  });
});
