import { expect, test } from "vitest";
import { identitiesAt, kindsText, linesOf, sameIn } from "./rules.ts";

test("only identities that can be given at an organisation are offered", () => {
  const place = { school_id: null, part_id: "", name: "全平台", school_name: "" };
  const platform = [{ right: "people.write", places: [{ ...place, kind: "platform" }] }] as const;
  const offered = (
    kind: "school" | "district",
    { is_separate = false, rights = [] }: Partial<Parameters<typeof identitiesAt>[1]> = {},
  ) => identitiesAt(kind, { is_separate, rights }).map(({ value }) => value);
  expect(offered("school")).toEqual(["manager", "teacher", "student", "parent"]);
  expect(offered("district")).toEqual(["admin"]);
  expect(offered("district", { rights: [...platform] })).toEqual(["admin", "inner_admin"]);
  expect(offered("school", { is_separate: true })).toEqual(["teacher", "student", "parent"]);
  expect(offered("district", { is_separate: true, rights: [...platform] })).toEqual([]);
});

test("a pasted column keeps its lines, whatever the table they come from", () => {
  expect(linesOf("zhangsan\r\nlisi\n\n 13800000000 \n\n")).toEqual([
    "zhangsan",
    "lisi",
    "",
    "13800000000",
  ]);
  expect(linesOf("\tzhangsan\t张三\nlisi\t李四")).toEqual(["zhangsan", "lisi"]);
  expect(linesOf("")).toEqual([]);
});

test("who may be the same is read from a refusal that names them", () => {
  const same = [{ id: "1", name: "林小满", account: "lin", why: "同名", place: null }];
  expect(sameIn({ code: 40900, data: { same } })).toEqual(same);
  for (const other of [undefined, { code: 40900, data: null }, { code: 40400, data: { same } }]) {
    expect(sameIn(other)).toEqual([]);
  }
});

test("how many of each kind there are; a teacher who is a parent counts as a teacher", () => {
  const of = (...kinds: ("student" | "parent" | "teacher")[]) => ({
    memberships: kinds.map((identity) => ({ identity })),
  });
  const people = [of("student"), of("student"), of("parent", "teacher"), of()];
  expect(kindsText(people)).toBe("其中教师 1 人、学生 2 人、没有身份的 1 人");
});
