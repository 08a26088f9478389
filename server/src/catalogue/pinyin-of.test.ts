import { expect, it } from "vitest";
import { pinyinOf } from "./pinyin-of.ts";

it.each([
  ["口算练习", "kou suan lian xi"],
  ["音乐", "yin yue"],
  ["重点", "zhong dian"],
  ["AI 学伴", "ai xue ban"],
  ["2025 秋季运动会", "2025 qiu ji yun dong hui"],
  ["校内邮箱（旧）", "xiao nei you xiang jiu"],
  ["绿色校园", "lv se xiao yuan"],
  ["", ""],
])("%s is read %s", async (name, reading) => {
  expect(await pinyinOf(name)).toBe(reading);
});
