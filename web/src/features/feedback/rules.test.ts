import { expect, test } from "vitest";
import {
  answersFeedback,
  draftFaults,
  draftFrom,
  EMPTY_DRAFT,
  filesFault,
  filesFrom,
  lastOfOthers,
} from "./rules.ts";
import { sizeText } from "../../ui/size-text.ts";

test.each([
  [null, EMPTY_DRAFT],
  ["text", EMPTY_DRAFT],
  [{ kind: "praise", title: 7 }, EMPTY_DRAFT],
  [
    { kind: "suggestion", title: "标题" },
    { kind: "suggestion", title: "标题", content: "" },
  ],
])("%j in the browser's store is the draft %j", (kept, draft) => {
  expect(draftFrom(kept)).toEqual(draft);
});

test.each([
  [null, []],
  [{ name: "a.png" }, []],
  [[null, 7, { name: "a.png" }, { size: 1 }], []],
  [
    [
      { name: "a.png", size: 1, key: "k" },
      { name: "b.png", size: 2, key: 3 },
    ],
    [
      { name: "a.png", size: 1, stored: { key: "k", name: "a.png", size: 1 } },
      { name: "b.png", size: 2 },
    ],
  ],
])("%j beside a draft in the browser's store are the files %j", (kept, files) => {
  expect(filesFrom(kept)).toEqual(files);
});

test("a draft wants a title and a text", () => {
  expect(draftFaults(EMPTY_DRAFT)).toEqual({ title: "请写一个标题", content: "请写下内容" });
  expect(draftFaults({ ...EMPTY_DRAFT, title: "a", content: " " })).toEqual({
    content: "请写下内容",
  });
  expect(draftFaults({ ...EMPTY_DRAFT, title: "a", content: "b" })).toEqual({});
});

const file = (name: string, type: string, size = 10) => ({ name, type, size });
test.each([
  [[file("a.png", "image/png")], 5, undefined],
  [[file("a.png", "image/png")], 6, "最多添加 6 个附件"],
  [[file("a.pdf", "application/pdf"), file("b.svg", "image/svg+xml")], 0, /^b\.svg：只能上传/],
  [[file("a.png", "image/png", 11_000_000)], 0, "a.png：文件不能超过 10 MB"],
])("%j beside %d: %s", (files, attached, fault) => {
  const said = filesFault(files, attached);
  if (fault instanceof RegExp) expect(said).toMatch(fault);
  else expect(said).toBe(fault);
});

test("staff have an inbox", () => {
  expect(["manager", "admin", "inner_admin"].every((one) => answersFeedback(one as "admin"))).toBe(
    true,
  );
  expect([answersFeedback("teacher"), answersFeedback("parent"), answersFeedback(null)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("one reads what the other side wrote", () => {
  const message = (seq: number, side: "person" | "staff") => ({
    ...{ seq, side, name: "", mine: false, content: "", created_at: "", attachments: [] },
  });
  const messages = [message(1, "person"), message(2, "staff"), message(3, "person")];
  expect(lastOfOthers({ side: "person", messages })).toBe(2);
  expect(lastOfOthers({ side: "staff", messages })).toBe(3);
  expect(lastOfOthers({ side: "staff", messages: [] })).toBe(0);
});

test.each([
  [10, "1 KB"],
  [48_210, "47 KB"],
  [2_621_440, "2.5 MB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
