import { expect, test } from "vitest";
import { reportText } from "./facts.ts";

test("a report is plain text, a line for each fact, bad ones marked", () => {
  const text = reportText("字体调试", new Date(0), [
    {
      title: "环境",
      facts: [
        { name: "语言", value: "zh-CN" },
        { name: "摄像头", value: "没有\n  找到", state: "bad" },
      ],
    },
    { title: "请求", facts: [] },
  ]);
  expect(text).toBe(
    "学门 字体调试\n时间：1970-01-01T00:00:00.000Z\n\n【环境】\n语言：zh-CN\n✗ 摄像头：没有 找到\n\n【请求】\n（无）",
  );
});
