import { expect, test } from "vitest";
import { wordsOfUnknown, wordsOfWriter, type WriterFacts } from "./words.ts";

const BY_HAND: WriterFacts = {
  ...{ is_made: true, how: "change", table: "membership", source: null, kind: "membership-add" },
  ...{ file: null, place: "own", by: "张伟", is_known: true, by_operator: false },
};

test.each<[Partial<WriterFacts>, string]>([
  [{}, "由张伟手工建立"],
  [{ is_made: false }, "由张伟修改"],
  [{ by: null }, "由上级管理员手工建立"],
  [{ by: null, is_known: false }, "由已注销的账号手工建立"],
  [{ by: null, is_known: false, by_operator: true }, "由运维人员手工建立"],
  [{ kind: "roster-import", file: "名单.xlsx" }, "表格导入“名单.xlsx”"],
  [{ kind: "roster-import", file: "名单.xlsx", is_made: false }, "按表格“名单.xlsx”修改"],
  [{ kind: "roster-import" }, "由张伟导入"],
  [{ kind: "school-year" }, "新学年编班，由张伟提交"],
  // of a wider place, or of another school: neither the file nor who it was
  [{ kind: "roster-import", file: "名单.xlsx", place: "district" }, "由所在区导入"],
  [{ kind: "roster-import", file: "名单.xlsx", place: "platform" }, "由上级导入"],
  [{ place: "elsewhere" }, "由其他学校建立"],
  [{ place: "district", is_made: false, file: "名单.xlsx" }, "由所在区修改"],
  [{ kind: "one-roster-import", source: "qu" }, "来自名册“qu”"],
  [{ kind: "one-roster-import", source: "qu", file: "r.zip" }, "来自名册“qu”（文件“r.zip”）"],
  [{ kind: "one-roster-import", source: "qu", file: "r.zip", place: "district" }, "来自名册“qu”"],
  [{ kind: "one-roster-import", source: "qu", is_made: false }, "按名册“qu”修改"],
  [{ how: "code", kind: null }, "本人用邀请码加入"],
  [{ how: "code", kind: null, table: "guardian" }, "家长用邀请码绑定"],
  [{ how: "self", kind: null, table: "user" }, "本人用邀请码注册"],
  [{ how: "self", kind: null, table: "user", is_made: false }, "由本人修改"],
  [{ how: "hand", kind: null, is_made: false }, "由张伟修改"],
  [{ how: "command", kind: null }, "由运维人员用命令建立"],
])("%j: %s", (facts, words) => {
  expect(wordsOfWriter({ ...BY_HAND, ...facts })).toBe(words);
});

test("of what was never noted is said what is known", () => {
  expect(wordsOfUnknown("qu")).toBe("来自名册“qu”");
  expect(wordsOfUnknown(null)).toBe("手工建立或表格导入，没有留下记录");
});
