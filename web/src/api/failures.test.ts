import { expect, test } from "vitest";
import { ApiError, failureText, NetworkError, statusText, TimeoutError } from "./failures.ts";

test.each([
  [new ApiError(401, "登录已过期，请重新登录"), "账号已在其他地方登录，请重新登录"],
  [new ApiError(40002, "账号或密码不正确"), "账号或密码不正确"],
  [new ApiError(99999, ""), "服务出现故障，请稍后再试"],
  [new ApiError(502, "Http status code 502 Bad Gateway"), "Http status code 502 Bad Gateway"],
  [new NetworkError(), "网络连接失败，请检查网络后重试"],
  [new TimeoutError(10_000), "网络较慢，请求超时，请稍后再试"],
  [new TypeError("x"), "服务出现故障，请稍后再试"],
])("ER-02: what is shown for %o", (failure, text) => {
  expect(failureText(failure)).toBe(text);
});

test("the transport's own words stay in the error (ER-04)", () => {
  expect(new NetworkError().message).toBe("Network Error");
  expect(new TimeoutError(10_000).message).toBe("timeout of 10000ms exceeded");
});

test.each([
  [404, "Not Found", "Http status code 404 Not Found"],
  [500, "", "Http status code 500"],
])("ER-03: %i %s", (status, words, text) => {
  expect(statusText(status, words)).toBe(text);
});
