import { describe, expect, test } from "vitest";
import { fileFault, fileKeyOf, fileUrl } from "#contract";
import { disposition, isTaken, isWholeVideo, tidyName, typeOf } from "./rules.ts";

test.each([
  ["照片.JPG", "照片.jpg"],
  ["../../etc/passwd", "passwd.jpg"],
  ["C:\\Users\\林岚\\a.b.png", "a.b.jpg"],
  ["..", "文件.jpg"],
  ["", "文件.jpg"],
  [".htaccess", "文件.jpg"],
  ["a\u0000b\r\nc.png", "abc.jpg"],
  ["\u202Egpj.exe", "gpj.jpg"],
  ['a"<b>|?*.png', "a__b____.jpg"],
  ["page.html", "page.jpg"],
  ["x".repeat(300), `${"x".repeat(80)}.jpg`],
  ["👨‍👩‍👧.png", "👨👩👧.jpg"],
])("the name %j becomes %j", (given, tidy) => {
  expect(tidyName(given, "image/jpeg")).toBe(tidy);
});

const latin = (text: string) => Buffer.from(text, "latin1");
test.each([
  [latin("\xff\xd8\xff\xe0"), "image/jpeg"],
  [latin("\x89PNG\r\n\x1a\n...."), "image/png"],
  [latin("RIFF....WEBPVP8 "), "image/webp"],
  [latin("GIF89a"), "image/gif"],
  [latin("%PDF-1.7"), "application/pdf"],
  [latin("ID3\x04\0"), "audio/mpeg"],
  [latin("\xff\xfb\x90\x64"), "audio/mpeg"],
  [latin("\xff\xff\xff\xff"), undefined],
  [latin("\0\0\0\x20ftypisom"), "video/mp4"],
  [latin("\0\0\0\x20ftypheic"), undefined],
  [latin("<svg xmlns="), undefined],
  [latin("<html>"), undefined],
  [latin("RIFF....WAVE"), undefined],
  [latin("MZ\x90"), undefined],
  [latin("II*\0"), undefined],
  [latin(""), undefined],
])("bytes %j are %s", (bytes, type) => {
  expect(typeOf(bytes)).toBe(type);
});

test("each purpose takes its own", () => {
  expect(isTaken("avatar", "image/png")).toBe(true);
  expect(isTaken("avatar", "application/pdf")).toBe(false);
  expect(isTaken("feedback", "application/pdf")).toBe(true);
  expect(isTaken("feedback", undefined)).toBe(false);
});

test("a name cannot end its header", () => {
  expect(disposition("image/png", `a"b';\u{56FE}.png`)).toBe(
    "inline; filename*=UTF-8''a%22b%27%3B%E5%9B%BE.png",
  );
  expect(disposition("application/pdf", "x.pdf")).toMatch(/^attachment;/);
});

describe("before anything travels", () => {
  test.each([
    ["avatar", { type: "image/png", size: 1000 }, undefined],
    ["avatar", { type: "image/svg+xml", size: 1000 }, /只能上传 JPG、PNG、WebP、GIF/],
    ["avatar", { type: "image/png", size: 0 }, /空的/],
    ["avatar", { type: "image/png", size: 5_242_881 }, /不能超过 5 MB/],
    ["feedback", { type: "application/pdf", size: 10_485_760 }, undefined],
  ] as const)("%s %j", (purpose, file, fault) => {
    const said = fileFault(purpose, file);
    if (fault === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(fault);
  });

  test("an address is of a file, or not", () => {
    const key = "Zk3vQ0m1T6yR8wLx2bNcPg";
    expect(fileKeyOf(fileUrl(key))).toBe(key);
    for (const other of [
      "",
      "/file/",
      `/file/${key}/x`,
      `https://x.cn/file/${key}`,
      "/file/../x",
    ]) {
      expect(fileKeyOf(other)).toBeUndefined();
    }
  });
});

test("a video is whole when its boxes fill the file and one says what is in it", () => {
  const box = (kind: string, bytes: number) => {
    const made = Buffer.alloc(bytes);
    made.writeUInt32BE(bytes);
    made.write(kind, 4);
    return made;
  };
  const whole = Buffer.concat([box("ftyp", 20), box("moov", 30), box("mdat", 40)]);
  expect(isWholeVideo(whole)).toBe(true);
  expect(isWholeVideo(whole.subarray(0, 80))).toBe(false);
  expect(isWholeVideo(Buffer.concat([box("ftyp", 20), box("mdat", 40)]))).toBe(false);
  expect(isWholeVideo(Buffer.concat([box("ftyp", 20), latin("\0\0\0\x02moov")]))).toBe(false);
});
