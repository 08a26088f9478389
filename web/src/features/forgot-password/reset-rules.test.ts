import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../api/failures.ts";
import { faultsOfRefusal, passwordFaults, receiverFaults, waitOf } from "./reset-rules.ts";

const TYPED = {
  account: "linlan",
  receiver: "13912345678",
  code: "123456",
  fresh: "new-password",
  again: "new-password",
};

test.each([
  [{}, {}],
  [{ account: " " }, { account: "请输入账号" }],
  [{ receiver: "" }, { receiver: "请输入这个账号留下的手机号或邮箱" }],
  [{ receiver: "139" }, { receiver: "请输入 11 位手机号，或正确的邮箱" }],
  [{ receiver: " Lin@School.cn " }, {}],
])("asking for a code with %j: %j", (change, faults) => {
  expect(receiverFaults({ ...TYPED, ...change })).toEqual(faults);
});

test.each([
  [{}, {}],
  [{ code: "12345" }, { code: "请输入收到的 6 位数字" }],
  [{ fresh: "short", again: "short" }, { fresh: "密码至少 8 位" }],
  [{ account: "Lin-Lan-88", fresh: "lin-lan-88" }, { fresh: "密码不能与账号相同" }],
  [
    { fresh: "12345678", again: "12345678" },
    { fresh: "这个密码太容易被猜到，请加上几个别人想不到的字符" },
  ],
  [{ again: "another" }, { again: "两次输入的新密码不一致" }],
])("sending %j: %j", (change, faults) => {
  expect(passwordFaults({ ...TYPED, ...change })).toEqual(faults);
});

test.each([
  [new ApiError(40003, "验证码不正确或已过期", null, 400), { code: "验证码不正确或已过期" }],
  [
    new ApiError(40001, "新密码不能与账号相同", { errors: [{ path: "new_password" }] }, 400),
    { fresh: "新密码不能与账号相同" },
  ],
  [new ApiError(40001, "x", { errors: [{ path: "constructor" }] }, 400), { code: "x" }],
  [new NetworkError(), { code: "网络连接失败，请检查网络后重试" }],
])("%s shows at %j", (error, faults) => {
  expect(faultsOfRefusal(error)).toEqual(faults);
});

test.each([
  [new ApiError(42900, "x", { retry_after: 59.2 }, 429), 60],
  [new ApiError(50300, "x", { retry_after: 5 }, 503), 0],
  [new ApiError(40003, "x", null, 400), 0],
  [new NetworkError(), 0],
])("%s: wait %i seconds", (error, seconds) => {
  expect(waitOf(error)).toBe(seconds);
});
