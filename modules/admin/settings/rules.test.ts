import { expect, test } from "vitest";
import { changesOf, draftOf, faultsOf, previewedBranding } from "./rules.ts";

const own = { name: "晨曦云", colour: "#00703c" };

test("only what differs is saved; an emptied field goes back to its default", () => {
  expect(changesOf(own, draftOf(own))).toEqual([]);
  const changes = changesOf(own, { ...draftOf(own), name: " ", welcome: "欢迎 " });
  expect(changes).toEqual([
    { field: "name", before: "晨曦云", after: null },
    { field: "welcome", before: null, after: "欢迎" },
  ]);
});

test("what is wrong is said at its field; nothing is wrong with a default", () => {
  const faults = faultsOf([
    { field: "colour", before: null, after: "#ffee00" },
    { field: "name", before: "晨曦云", after: null },
  ]);
  expect(Object.keys(faults)).toEqual(["colour"]);
  expect(faults.colour).toContain("太浅");
});

test("the preview shows the default where what is typed cannot be", () => {
  const defaults = { name: "学门", welcome: "欢迎" };
  const draft = { ...draftOf({}), name: "晨曦云", colour: "#ffee00" };
  expect(previewedBranding(draft, defaults)).toEqual({ name: "晨曦云", welcome: "欢迎" });
});
