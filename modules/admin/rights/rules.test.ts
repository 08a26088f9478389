import { expect, test } from "vitest";
import type { HeldRights, NamedPlace } from "#contract";
import {
  conflictText,
  endOfDay,
  heldTitle,
  holdingText,
  mayBePlaced,
  originOf,
  placeText,
  rightsByPlace,
  wayOut,
} from "./rules.ts";

const SCHOOL: NamedPlace = {
  kind: "school",
  school_id: "north",
  part_id: "",
  name: "启明小学",
  school_name: "",
};
const ROOM: NamedPlace = {
  kind: "class",
  school_id: "north",
  part_id: "c1",
  name: "三年级（2）班",
  school_name: "启明小学",
};
const HELD: HeldRights = {
  rights: ["people.read", "people.secret"],
  bundle: "信息员",
  place: SCHOOL,
  source: "grant",
  grant_id: "g1",
  since: "2026-09-01T00:00:00.000Z",
  until: "2026-12-31T15:59:59.000Z",
  given_by: { id: "p1", name: "林岚" },
  may_end: true,
  in_force: true,
};

test("a place is named with its school", () => {
  expect(placeText(SCHOOL)).toBe("启明小学");
  expect(placeText(ROOM)).toBe("三年级（2）班 · 启明小学");
});

test("what is held has the bundle's name, or the rights'", () => {
  expect(heldTitle(HELD)).toBe("信息员");
  expect(heldTitle({ ...HELD, bundle: null })).toBe("查看人员、重置登录方式");
});

test.each([
  [{}, "林岚授予，2026年9月1日起，到2026年12月31日"],
  [{ given_by: null, until: null }, "由上级授予，2026年9月1日起"],
  [{ source: "identity", since: null, until: null }, "随身份自带"],
  [{ source: "head-teacher", since: null, until: null }, "因为是班主任"],
] as const)("where %j comes from", (change, text) => {
  expect(originOf({ ...HELD, ...change })).toBe(text);
});

test("a day ends at midnight in China", () => {
  expect(endOfDay("2026-12-31")).toBe("2026-12-31T15:59:59.000Z");
  expect(endOfDay("")).toBeUndefined();
});

test("rights of the same places stand together", () => {
  const held = [
    { right: "people.read", places: [SCHOOL] },
    { right: "audit.read", places: [ROOM, ROOM] },
    { right: "class.write", places: [SCHOOL, ROOM] },
  ] as const;
  expect(rightsByPlace(held)).toEqual([
    { where: "启明小学", rights: ["people.read", "class.write"] },
    { where: "三年级（2）班 · 启明小学", rights: ["audit.read"] },
  ]);
});

test("who has the rights of two duties is told with the way out of it", () => {
  const held = [HELD, { ...HELD, grant_id: null, may_end: false }];
  expect(conflictText({ duties: ["system", "audit"] })).toBe(
    "同时有系统管理员和审计管理员的权限，所以都不生效。",
  );
  expect(conflictText({ duties: ["audit"] })).toContain("在别处还有另一种");
  expect(wayOut({ held, elsewhere: false }, true)).toContain("随身份自带的不能在这里收回");
  expect(wayOut({ held: [HELD], elsewhere: false }, true)).toBe("收回其中一种，另一种随即生效。");
  expect(wayOut({ held: [HELD], elsewhere: true }, true)).toContain("上一级的安全管理员");
  expect(wayOut({ held: [{ ...HELD, may_end: false }], elsewhere: true }, true)).toContain(
    "您在这里不能收回",
  );
  expect(wayOut({ held, elsewhere: false }, false)).toContain("请安全管理员收回");
});

test("a duty is had by a bundle, at a place that is named unless it is shown already", () => {
  expect(holdingText([HELD, HELD], true)).toBe("信息员");
  expect(holdingText([HELD], false)).toBe("信息员（启明小学）");
});

test("a bundle of the platform is not offered where nobody can give it; grades come with their school", () => {
  const reached = [{ kind: "school" as const }];
  expect(mayBePlaced(["platform"], reached)).toBe(false);
  expect(mayBePlaced(["district", "school"], reached)).toBe(true);
  expect(mayBePlaced(["grade"], [])).toBe(true);
});
