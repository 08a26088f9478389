import { expect, test } from "vitest";
import type { ContentValues, Organisation, Right } from "#contract";
import {
  changesOf,
  EVERYBODY,
  missingIn,
  ownersFor,
  placeOf,
  stillFaulty,
  withField,
} from "./rules.ts";

const READ: ContentValues = {
  ...{ title: "分数", type_id: "video", stage_id: "primary", grade_id: "3", keywords: "" },
  ...{ media_type: "video", media_url: "https://a.example/x.mp4", media_name: "分数" },
};
const TAGS = {
  stages: [
    { id: "primary", name: "小学", grades: [{ id: "3", name: "三年级", subjects: [] }] },
    { id: "middle", name: "初中", grades: [{ id: "7", name: "七年级", subjects: [] }] },
  ],
  subjects: [],
  types: [],
};

test("only what differs is saved", () => {
  expect(changesOf(READ, { ...READ, title: " 分数 " })).toEqual([]);
  const changes = changesOf(READ, { ...READ, title: "分数二", text: "没有读到的" });
  expect(changes).toEqual([{ field: "title", before: "分数", after: "分数二" }]);
});

test("without an address there is no medium", () => {
  const fields = changesOf(READ, { ...READ, media_url: "" }).map(({ field }) => field);
  expect(fields).toEqual(["media_type", "media_url", "media_name"]);
  expect(withField(READ, "media_type", "", TAGS)).toMatchObject({ media_url: "", media_name: "" });
});

test("a grade brings its stage, another stage drops the grade", () => {
  expect(withField(READ, "grade_id", "7", TAGS)).toMatchObject({ stage_id: "middle" });
  expect(withField(READ, "stage_id", "middle", TAGS)).toMatchObject({ grade_id: "" });
  expect(withField(READ, "stage_id", "primary", TAGS)).toMatchObject({ grade_id: "3" });
  expect(withField(READ, "grade_id", "", TAGS)).toMatchObject({ stage_id: "primary" });
});

test("what is missing is said at its field", () => {
  expect(missingIn(READ)).toEqual({});
  expect(missingIn({ ...READ, title: " ", type_id: "" })).toEqual({
    title: "请填写标题",
    type_id: "请选择类型",
  });
  expect(missingIn({ ...READ, media_type: "" })).toEqual({ media_type: "请选择媒体的类型" });
});

test("a fault stands until its own field is changed", () => {
  const faults = { title: "请填写标题", type_id: "请选择类型" };
  expect(stillFaulty(faults, READ, { ...READ, author: "李" })).toEqual(faults);
  expect(stillFaulty(faults, READ, { ...READ, title: "新" })).toEqual({ type_id: "请选择类型" });
});

test("what is everybody's has no owner in its address", () => {
  const path = ["content", "item", "x"];
  expect(placeOf({ id: "x", school_id: null })).toEqual([path, { owner: "" }]);
  expect(placeOf({ id: "x", school_id: "a" })).toEqual([path, { owner: "a" }]);
});

test("an item can be for the places of the right, and the schools of a district among them", () => {
  const place = (kind: "platform" | "district" | "school", id: string | null) => ({
    rights: [
      {
        right: "content.manage" as Right,
        places: [{ kind, school_id: id, part_id: "", name: id ?? "平台", school_name: "" }],
      },
    ],
  });
  const known = [
    { id: "d", kind: "district", parent_id: null, name: "晨曦区" },
    { id: "a", kind: "school", parent_id: "d", name: "启明" },
    { id: "far", kind: "school", parent_id: null, name: "外区" },
  ] as Organisation[];
  const ids = (own: ReturnType<typeof place>, organisations = known) =>
    ownersFor(own, organisations).map(({ value }) => value);
  expect(ids(place("platform", null))).toEqual([EVERYBODY, "d", "a", "far"]);
  expect(ids(place("district", "d"))).toEqual(["d", "a"]);
  expect(ids(place("school", "a"), [])).toEqual(["a"]);
});
