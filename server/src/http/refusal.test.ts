import { expect, test } from "vitest";
import { Refusal } from "./refusal.ts";

test.each([
<<<<<<< HEAD
  [undefined, 30, "操作过于频繁，请 30 秒后再试"],
  ["上传过于频繁，请稍后再试", 600, "上传过于频繁，请 10 分钟后再试"],
  ["今天提出的反馈较多，请明天再来", 3600, "今天提出的反馈较多，请明天再来"],
])(
  "too many tries with the sentence %s are told when the next one counts",
  (msg, retryAfter, said) => {
    expect(new Refusal("tooMany", { ...(msg !== undefined && { msg }), retryAfter }).message).toBe(
      said,
    );
  },
);
=======
  [undefined, 7.2, "服务暂时不可用，请 8 秒后再试"],
  ["登录的人较多，请稍后再试", 99, "登录的人较多，请 99 秒后再试"],
  ["正在处理的文件较多，请稍后再试", 600, "正在处理的文件较多，请 10 分钟后再试"],
  ["您还有文件正在读取，请等它读完再试", 5, "您还有文件正在读取，请等它读完再试"],
])("%j for %d s: %s", (msg, retryAfter, said) => {
  expect(new Refusal("notReady", { ...(msg !== undefined && { msg }), retryAfter }).message).toBe(
    said,
  );
});

test("one that does not know when says so", () => {
  expect(new Refusal("notReady").message).toBe("服务暂时不可用，请稍后再试");
});
>>>>>>> 9584769c (fix(http): every refusal that knows when to come back says so, a crowded or absent platform too)
