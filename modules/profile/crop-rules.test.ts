import { describe, expect, test } from "vitest";
import { FILE_LIMITS } from "#contract";
import { afterKey, movedBy, pictureFault, sideOf, wholePicture, zoomedTo } from "./crop-rules.ts";

const WIDE = wholePicture(900, 600);

test("it begins with the middle, as large as fits", () => {
  expect(WIDE).toMatchObject({ x: 450, y: 300, zoom: 1 });
  expect(sideOf(WIDE)).toBe(600);
});

describe("moving", () => {
  test.each([
    [0.1, 0, 510, 300],
    [-1, 0, 300, 300],
    [1, 1, 600, 300],
    [0, -5, 450, 300],
  ])("by %d and %d of the side ends at %d, %d: never beyond the picture", (right, down, x, y) => {
    expect(movedBy(WIDE, right, down)).toMatchObject({ x, y });
  });
});

test("going nearer shows less, and back again stays inside", () => {
  const near = movedBy(zoomedTo(WIDE, 2), 9, 9);
  expect([sideOf(near), near.x, near.y]).toEqual([300, 750, 450]);
  expect(zoomedTo(near, 1)).toMatchObject({ x: 600, y: 300 });
  expect(zoomedTo(WIDE, 99).zoom).toBe(4);
  expect(zoomedTo(WIDE, 0).zoom).toBe(1);
});

test.each([
  ["ArrowLeft", { x: 420 }],
  ["ArrowRight", { x: 480 }],
  ["ArrowUp", { y: 300 }],
  ["+", { zoom: 1.25 }],
  ["=", { zoom: 1.25 }],
  ["-", { zoom: 1 }],
])("key %s", (key, change) => {
  expect(afterKey(WIDE, key)).toMatchObject(change);
});

test("other keys do nothing", () => {
  expect(afterKey(WIDE, "Enter")).toBeUndefined();
});

test.each([
  [{ type: "image/jpeg", size: 8_000_000 }, undefined],
  [{ type: "image/heic", size: 10 }, "请选择 JPG、PNG、WebP 或 GIF 格式的图片"],
  [{ type: "image/svg+xml", size: 10 }, "请选择 JPG、PNG、WebP 或 GIF 格式的图片"],
  [{ type: "image/png", size: 0 }, "这个文件是空的，请换一张"],
  [{ type: "image/png", size: 32_000_000 }, "图片不能超过 30 MB"],
])("%j: %s", (file, fault) => {
  expect(pictureFault(file, FILE_LIMITS.avatar.types)).toBe(fault);
});
