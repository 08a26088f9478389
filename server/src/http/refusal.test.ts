import { expect, test } from "vitest";
import { Refusal } from "./refusal.ts";

test.each([
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
