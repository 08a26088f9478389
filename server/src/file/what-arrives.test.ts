import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { putBytes, putFile } from "../../test/files.ts";
import { openTestApp } from "./file.fixture.ts";

const testApp = openTestApp();
const { as, confirm, onDisk, putOther, read, rowOf } = testApp;

describe("what arrives", () => {
  test("an avatar becomes an upright square without a word of what the camera wrote", async () => {
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: testApp.jpeg,
      mime: "image/jpeg",
      purpose: "avatar",
    });
    const { rawPayload, headers, statusCode } = await read(key);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("image/jpeg");
    const seen = await sharp(rawPayload).metadata();
    expect([seen.width, seen.height, seen.exif, seen.orientation]).toEqual([
      512,
      512,
      undefined,
      undefined,
    ]);
    expect(testApp.jpeg.includes("a-canary-in-the-exif")).toBe(true);
    expect(rawPayload.includes("a-canary-in-the-exif")).toBe(false);
  });

  test("an attachment is turned upright, and keeps its shape", async () => {
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: testApp.jpeg,
      mime: "image/jpeg",
    });
    const { body } = await confirm(key);
    expect(body.data).toMatchObject({
      width: 600,
      height: 900,
      mime: "image/jpeg",
      name: "文件.jpg",
    });
  });

  test("of an animation the first picture stays", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0"].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, { bytes: gif, mime: "image/gif" });
    const still = await sharp((await read(key)).rawPayload).metadata();
    expect([still.format, still.pages ?? 1]).toEqual(["png", 1]);
  });

  test("what stands behind or between a picture's pixels is gone", async () => {
    const polyglot = Buffer.concat([
      testApp.jpeg,
      Buffer.from("<script>alert(1)</script>PK\x03\x04"),
    ]);
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: polyglot,
      mime: "image/jpeg",
    });
    const { rawPayload } = await read(key);
    expect(rawPayload.includes("<script>")).toBe(false);
    expect(rawPayload.includes("PK\x03\x04")).toBe(false);
  });

  test.each([
    ["a page", "<html><script>alert(1)</script></html>", "image/png"],
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"],
    ["a program", "MZ\x90\0 this program cannot be run", "application/pdf"],
    ["two bytes", "\xff\xd8", "image/jpeg"],
  ])("%s that calls itself a picture is refused while it comes", async (_what, text, mime) => {
    const bytes = Buffer.from(text, "latin1");
    const permission = await putOther(bytes, mime);
    const put = await putBytes(testApp.at.app, permission, bytes);
    expect([put.statusCode, put.json().code]).toEqual([400, 40001]);
    expect(put.json().msg).toBe("文件的内容不是可以上传的格式");
    expect((await confirm(permission.key)).status).toBe(404);
    expect(onDisk()).not.toContain(permission.key);
  });

  test("a picture of another format than promised is refused", async () => {
    const permission = await putOther(testApp.png, "image/jpeg");
    expect((await putBytes(testApp.at.app, permission, testApp.png)).statusCode).toBe(200);
    const { body } = await confirm(permission.key);
    expect(body).toMatchObject({ code: 40001, msg: "文件的内容与它的格式不符" });
    expect(await rowOf(permission.key)).toBeUndefined();
  });

  test("more than promised is refused with 413, and nothing of it stays", async () => {
    const permission = await putOther(testApp.jpeg, "image/jpeg", 100);
    const put = await putBytes(testApp.at.app, permission, testApp.jpeg);
    expect(put.statusCode).toBe(413);
    expect(put.json()).toMatchObject({ code: 41300, msg: "文件过大，请缩小后再上传" });
    expect(
      (await putBytes(testApp.at.app, permission, testApp.jpeg.subarray(0, 100))).statusCode,
    ).toBe(400);
    expect(onDisk().filter((name) => name.startsWith(permission.key))).toEqual([]);
  });

  test("less than promised is refused", async () => {
    const permission = await putOther(testApp.jpeg, "image/jpeg", testApp.jpeg.length + 5);
    const put = await putBytes(testApp.at.app, permission, testApp.jpeg);
    expect(put.json().msg).toBe("文件没有传完整，请重新上传");
  });

  test("a picture that was cut off is refused", async () => {
    const half = testApp.jpeg.subarray(0, testApp.jpeg.length / 2);
    const permission = await putOther(half, "image/jpeg");
    expect((await putBytes(testApp.at.app, permission, half)).statusCode).toBe(200);
    expect((await confirm(permission.key)).body).toMatchObject({
      code: 40001,
      msg: "图片已损坏，请换一张",
    });
    expect(onDisk()).not.toContain(permission.key);
  });

  test("a picture that unfolds to too many pixels is refused before it does", async () => {
    const bomb = await sharp({
      create: { width: 8200, height: 8000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const permission = await putOther(bomb, "image/png");
    await putBytes(testApp.at.app, permission, bomb);
    const { body } = await confirm(permission.key);
    expect(body).toMatchObject({ code: 40001, msg: "图片的尺寸过大，请缩小后再上传" });
  });

  test("a document is kept as it is, and is downloaded rather than shown", async () => {
    const pdf = Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    );
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: pdf,
      mime: "application/pdf",
      filename: "../../通知\u202E.pdf",
    });
    const { rawPayload, headers } = await read(key);
    expect(rawPayload.equals(pdf)).toBe(true);
    expect(headers["content-disposition"]).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent("通知")}.pdf`,
    );
    const cut = pdf.subarray(0, 30);
    const permission = await putOther(cut, "application/pdf");
    await putBytes(testApp.at.app, permission, cut);
    expect((await confirm(permission.key)).body.msg).toBe("文件已损坏，请换一个");
  });
});
