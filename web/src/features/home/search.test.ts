import { describe, expect, test } from "vitest";
import type { App } from "#contract";
import { buildSearchIndex, searchApps } from "./search.ts";

const CATALOGUE: [name: string, pinyin: string, description: string][] = [
  ["作业", "zuo ye", "查看和提交老师布置的作业"],
  ["布置作业", "bu zhi zuo ye", "给班级布置作业"],
  ["课程表", "ke cheng biao", "每天上什么课"],
  ["成绩登记", "cheng ji deng ji", "登记考试成绩"],
  ["Python 编程", "python bian cheng", "在浏览器里写程序"],
  ["AI 学伴", "ai xue ban", ""],
  ["三（2）班小菜园", "san 2 ban xiao cai yuan", ""],
  ["研学旅行", "yan xue lv xing", ""],
  ["图书馆", "tu shu guan", "借书还书"],
  ["没有拼音", "mei you", ""],
];

const APPS: App[] = CATALOGUE.map(([name, pinyin, description], sort) => ({
  id: name,
  category_id: "all",
  name,
  description,
  icon: "",
  icon_mono: "",
  launch: "link",
  url: "",
  opens_in: "tab",
  display_status: "display",
  roles: [],
  clients: [],
  sort,
  badge: "",
  pinyin,
}));
const INDEX = buildSearchIndex(APPS);
const found = (query: string) => searchApps(INDEX, query).map((hit) => hit.app.name);

describe("finding an app (AP-08)", () => {
  test.each([
    ["by its name", "课程表", ["课程表"]],
    ["by a part of it", "业", ["作业", "布置作业"]],
    ["by pinyin, syllables joined", "zuoye", ["作业", "布置作业"]],
    ["by pinyin as it is being typed", "zuoy", ["作业", "布置作业"]],
    ["by pinyin with spaces or apostrophes", "ke cheng'biao", ["课程表"]],
    ["by initials", "kcb", ["课程表"]],
    ["by initials inside the name", "djk", []],
    ["by initials of its end", "dj", ["成绩登记"]],
    ["by double initials", "chjdj", ["成绩登记"]],
    ["by a mixture of initials and syllables", "kchengb", ["课程表"]],
    ["by a mixture of Hanzi and letters", "课cb", ["课程表"]],
    ["by Hanzi after letters", "zuo业", ["作业", "布置作业"]],
    ["by Latin words", "pyth", ["Python 编程"]],
    ["by a Latin word and initials", "pythonbc", ["Python 编程"]],
    ["in capitals and full width", "ＡＩxb", ["AI 学伴"]],
    ["through digits and brackets", "三2班", ["三（2）班小菜园"]],
    ["by initials through digits", "s2b", ["三（2）班小菜园"]],
    ["by v for ü", "yxlv", ["研学旅行"]],
    ["by ü itself", "yxlüx", ["研学旅行"]],
    ["by words of its description", "借书", ["图书馆"]],
    ["by some of its characters, in their order (SF-02)", "课表", ["课程表"]],
    ["but not in another order", "表课", []],
    ["with one letter of the pinyin wrong (SF-02)", "tushogu", ["图书馆"]],
    ["with one letter too few", "kechngbiao", ["课程表"]],
    ["with one letter too many", "kechhengb", ["课程表"]],
    ["with a letter wrong where others are right, these alone", "zuoyw", ["作业"]],
    ["but not with two letters wrong", "tishogu", []],
    ["with nothing typed", "  ", []],
    ["with what is not there", "zzz", []],
    ["by name where the pinyin does not fit it", "没有拼", ["没有拼音"]],
  ])("%s", (_how, query, names) => {
    expect(found(query)).toEqual(names);
  });

  test("the whole name stands before a part, and the start before the inside", () => {
    expect(found("作业")).toEqual(["作业", "布置作业"]);
    expect(found("cheng")).toEqual(["成绩登记", "课程表", "Python 编程"]);
  });

  test("says which part of the name matched", () => {
    const [hit] = searchApps(INDEX, "bc");
    expect(hit?.app.name.slice(hit.from, hit.to)).toBe("编程");
    const [described] = searchApps(INDEX, "借书");
    expect(described?.to).toBe(0);
  });

  test("shows a limited number", () => {
    const many = buildSearchIndex(Array.from({ length: 50 }, () => APPS.slice(0, 1)).flat());
    expect(searchApps(many, "zy")).toHaveLength(8);
  });
});
