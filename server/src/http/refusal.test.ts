import { expect, test } from "vitest";
import { Refusal } from "./refusal.ts";

test.each([
  ["tooMany", undefined, 30, "操作过于频繁，请 30 秒后再试"],
  ["tooMany", "上传过于频繁，请稍后再试", 600, "上传过于频繁，请 10 分钟后再试"],
  ["tooMany", "今天提出的反馈较多，请明天再来", 3600, "今天提出的反馈较多，请明天再来"],
  ["notReady", undefined, 7.2, "服务暂时不可用，请 8 秒后再试"],
  ["notReady", "登录的人较多，请稍后再试", 99, "登录的人较多，请 99 秒后再试"],
  ["notReady", "正在处理的文件较多，请稍后再试", 600, "正在处理的文件较多，请 10 分钟后再试"],
  ["notReady", "您还有文件正在读取，请等它读完再试", 5, "您还有文件正在读取，请等它读完再试"],
] as const)("%s, %j for %d s: %s", (refusal, msg, retryAfter, said) => {
  const options = { ...(msg !== undefined && { msg }), retryAfter };
  const made =
    refusal === "tooMany" ? new Refusal(refusal, options) : new Refusal(refusal, options);
  expect(made.message).toBe(said);
});

test("one that does not know when says so", () => {
  expect(new Refusal("notReady").message).toBe("服务暂时不可用，请稍后再试");
});
