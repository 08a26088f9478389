import { beforeEach, expect, test } from "vitest";
import {
  changeDraft,
  dropUnchanged,
  hasUnsaved,
  homeState,
  isChanged,
  startEditing,
  stopEditing,
} from "./home-state.ts";
import { ownerOf } from "../../session/page-stores.ts";

const TEACHER = ownerOf("linlan", "teacher");
const PARENT = ownerOf("linlan", "parent");
const draftOf = (owner: string) => homeState.getState().drafts[owner];

beforeEach(() => homeState.setState({ drafts: {} }));

test("while editing, the ids before it are kept (AP-04, ST-01)", () => {
  startEditing(TEACHER, ["a", "b"]);
  changeDraft(TEACHER, ["b"]);
  expect(draftOf(TEACHER)).toEqual({ backup: ["a", "b"], ids: ["b"] });
  stopEditing(TEACHER);
  expect(draftOf(TEACHER)).toBeUndefined();
});

test("beginning again goes on with what was begun", () => {
  startEditing(TEACHER, ["a", "b"]);
  changeDraft(TEACHER, ["b"]);
  startEditing(TEACHER, ["x"]);
  expect(draftOf(TEACHER)?.ids).toEqual(["b"]);
});

test("work under one identity waits while the person is at another, unless nothing was changed", () => {
  startEditing(TEACHER, ["a"]);
  changeDraft(TEACHER, []);
  startEditing(PARENT, ["b"]);
  dropUnchanged(TEACHER);
  dropUnchanged(PARENT);
  expect(Object.keys(homeState.getState().drafts)).toEqual([TEACHER]);
  expect(hasUnsaved("linlan")).toBe(true);
  expect(hasUnsaved("linl")).toBe(false);
});

test("a change for someone who does not edit is none", () => {
  changeDraft(TEACHER, ["a"]);
  expect(homeState.getState().drafts).toEqual({});
});

test.each([
  [["a", "b"], ["a", "b"], false],
  [["a", "b"], ["b", "a"], true],
  [["a"], ["a", "b"], true],
])("a draft of %j that is %j by now is changed: %s", (backup, ids, changed) => {
  expect(isChanged({ backup, ids })).toBe(changed);
});
