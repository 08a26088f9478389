import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmFile, fileUrl, readUploadPermission, type UploadPermission } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { permitFile, putBytes, putFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { IDLE_MS, sweepFiles } from "./sweep.ts";

const EXIF = { IFD0: { Copyright: "a-canary-in-the-exif", Software: "schoolgate" } };
const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-files-"));
let now = new Date("2026-11-20T08:00:00Z");
let at: TestApp;
const ids: Record<string, string> = {};
const as: Record<string, Record<string, string>> = {};
let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  at = await buildTestApp({ config: { dataDir }, now: () => now });
  const school = await makeSchool(at.db);
  for (const [account, identity] of [
    ["lin", "teacher"],
    ["chen", "parent"],
    ["wang", "admin"],
  ] as const) {
    ids[account] = await makePerson(at.db, { account, memberships: [{ school, identity }] });
    as[account] = (await signIn(at.app, account)).headers;
  }
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: "#3284dd" } });
  jpeg = await drawn.clone().withExif(EXIF).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  png = await drawn.clone().png().toBuffer();
});
afterAll(async () => {
  await at.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  // an hour's permissions are bounded
  now = new Date(now.getTime() + 2 * 3_600_000);
});

const ask = (input: Record<string, unknown>, who = "lin") =>
  send(at.app, readUploadPermission, input, { headers: as[who] ?? {} });
const confirm = (key: string, who = "lin") =>
  send(at.app, confirmFile, { key }, { headers: as[who] ?? {} });
const read = (key: string, headers = as["lin"]) =>
  at.app.inject({ url: fileUrl(key), headers: headers ?? {} });
const rowOf = (key: string) =>
  at.db.selectFrom("file").selectAll().where("id", "=", key).executeTakeFirst();
const onDisk = () =>
  readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const avatar = (bytes: Buffer, mime = "image/jpeg") =>
  permitFile(at.app, as["lin"] ?? {}, { bytes, mime, purpose: "avatar", filename: "我.jpg" });

/** Puts what was not promised: the permission speaks of other bytes of the same length, or of `size`. */
async function putOther(
  bytes: Buffer,
  mime: string,
  size = bytes.length,
): Promise<UploadPermission> {
  return permitFile(at.app, as["lin"] ?? {}, { bytes: Buffer.alloc(size), mime });
}

describe("a permission", () => {
  test("says where to put, for 15 minutes, and holds no key of ours", async () => {
    const { body, headers } = await ask({
      purpose: "avatar",
      filename: "a.jpg",
      size: 10,
      mime: "image/jpeg",
    });
    const { key, url, expiration, ...rest } = body.data;
    expect(url).toMatch(new RegExp(`^/file/upload/${key}\\?expires=\\d+&signature=[\\w-]{43}$`));
    expect(new Date(expiration).getTime() - now.getTime()).toBe(15 * 60_000);
    expect(rest).toEqual({
      provider: "local",
      endpoint: "",
      bucket: "",
      region: "",
      method: "PUT",
      headers: { "content-type": "image/jpeg" },
      public_url: fileUrl(key),
    });
    expect(headers["cache-control"]).toBe("no-store");
  });

  test.each([
    [{ purpose: "avatar", mime: "image/svg+xml", size: 10 }, 40001, /只能上传/],
    [{ purpose: "avatar", mime: "application/pdf", size: 10 }, 40001, /只能上传/],
    [{ purpose: "avatar", mime: "image/png", size: 6_000_000 }, 40001, /不能超过 5 MB/],
    [{ purpose: "feedback", mime: "text/html", size: 10 }, 40001, /只能上传/],
    [{ purpose: "avatar", mime: "image/png", size: 0 }, 40001, /./],
    [{ purpose: "else", mime: "image/png", size: 10 }, 40001, /./],
    [{ purpose: "app-icon", mime: "image/png", size: 10 }, 40005, /./],
  ])("%j is refused with %i", async (input, code, msg) => {
    const { body } = await ask({ filename: "a", ...input });
    expect(body.code).toBe(code);
    expect(body.msg).toMatch(msg);
  });

  test("icons are for who manages the catalogue", async () => {
    const input = { purpose: "app-icon", filename: "i.png", mime: "image/png", size: png.length };
    expect((await ask(input, "wang")).body.code).toBe(200);
  });

  test("sixty an hour, and the next hour again", async () => {
    const input = { purpose: "feedback", filename: "a", mime: "image/png", size: 9 };
    const codes: number[] = [];
    for (let turn = 0; turn < 61; turn += 1) codes.push((await ask(input, "chen")).body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(60);
    expect(codes.at(-1)).toBe(42900);
    now = new Date(now.getTime() + 3_600_001);
    expect((await ask(input, "chen")).body.code).toBe(200);
  });
});

describe("what arrives", () => {
  test("an avatar becomes an upright square without a word of what the camera wrote", async () => {
    const key = await putFile(at.app, as["lin"] ?? {}, {
      bytes: jpeg,
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
    expect(jpeg.includes("a-canary-in-the-exif")).toBe(true);
    expect(rawPayload.includes("a-canary-in-the-exif")).toBe(false);
  });

  test("an attachment is turned upright, and keeps its shape", async () => {
    const key = await putFile(at.app, as["lin"] ?? {}, { bytes: jpeg, mime: "image/jpeg" });
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
    const key = await putFile(at.app, as["lin"] ?? {}, { bytes: gif, mime: "image/gif" });
    const still = await sharp((await read(key)).rawPayload).metadata();
    expect([still.format, still.pages ?? 1]).toEqual(["png", 1]);
  });

  test("what stands behind or between a picture's pixels is gone", async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>PK\x03\x04")]);
    const key = await putFile(at.app, as["lin"] ?? {}, { bytes: polyglot, mime: "image/jpeg" });
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
    const put = await putBytes(at.app, permission, bytes);
    expect([put.statusCode, put.json().code]).toEqual([400, 40001]);
    expect(put.json().msg).toBe("文件的内容不是可以上传的格式");
    expect((await confirm(permission.key)).status).toBe(404);
    expect(onDisk()).not.toContain(permission.key);
  });

  test("a picture of another format than promised is refused", async () => {
    const permission = await putOther(png, "image/jpeg");
    expect((await putBytes(at.app, permission, png)).statusCode).toBe(200);
    const { body } = await confirm(permission.key);
    expect(body).toMatchObject({ code: 40001, msg: "文件的内容与它的格式不符" });
    expect(await rowOf(permission.key)).toBeUndefined();
  });

  test("more than promised is refused with 413, and nothing of it stays", async () => {
    const permission = await putOther(jpeg, "image/jpeg", 100);
    const put = await putBytes(at.app, permission, jpeg);
    expect(put.statusCode).toBe(413);
    expect(put.json()).toMatchObject({ code: 41300, msg: "文件过大，请缩小后再上传" });
    expect((await putBytes(at.app, permission, jpeg.subarray(0, 100))).statusCode).toBe(400);
    expect(onDisk().filter((name) => name.startsWith(permission.key))).toEqual([]);
  });

  test("less than promised is refused", async () => {
    const permission = await putOther(jpeg, "image/jpeg", jpeg.length + 5);
    const put = await putBytes(at.app, permission, jpeg);
    expect(put.json().msg).toBe("文件没有传完整，请重新上传");
  });

  test("a picture that was cut off is refused", async () => {
    const half = jpeg.subarray(0, jpeg.length / 2);
    const permission = await putOther(half, "image/jpeg");
    expect((await putBytes(at.app, permission, half)).statusCode).toBe(200);
    expect((await confirm(permission.key)).body).toMatchObject({
      code: 40001,
      msg: "图片已损坏，请换一张",
    });
    expect(onDisk()).not.toContain(permission.key);
  });

  test("a picture that unfolds to too many pixels is refused before it does", async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const permission = await putOther(bomb, "image/png");
    await putBytes(at.app, permission, bomb);
    const { body } = await confirm(permission.key);
    expect(body).toMatchObject({ code: 40001, msg: "图片的尺寸过大，请缩小后再上传" });
  });

  test("a document is kept as it is, and is downloaded rather than shown", async () => {
    const pdf = Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    );
    const key = await putFile(at.app, as["lin"] ?? {}, {
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
    await putBytes(at.app, permission, cut);
    expect((await confirm(permission.key)).body.msg).toBe("文件已损坏，请换一个");
  });
});

describe("the signed address", () => {
  test("is used once, also by twenty at a time", async () => {
    const permission = await avatar(jpeg);
    const puts = await Promise.all(
      Array.from({ length: 20 }, () => putBytes(at.app, permission, jpeg)),
    );
    const codes = puts.map((put) => put.json().code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 40003)).toHaveLength(19);
    expect((await confirm(permission.key)).body.code).toBe(200);
    expect((await putBytes(at.app, permission, png)).json().code).toBe(40003);
  });

  test("ends after 15 minutes", async () => {
    const permission = await avatar(jpeg);
    now = new Date(now.getTime() + 15 * 60_000);
    const put = await putBytes(at.app, permission, jpeg);
    expect(put.json()).toMatchObject({ code: 40003, msg: "上传地址已使用或已过期，请重新上传" });
  });

  test("cannot be changed", async () => {
    const permission = await avatar(jpeg);
    const other = await avatar(jpeg);
    const { url } = permission;
    for (const changed of [
      url.replace(/expires=\d+/, "expires=9999999999"),
      url.replace(permission.key, other.key),
      url.replace(/signature=.{4}/, "signature=AAAA"),
      url.split("?", 1)[0] ?? "",
      url.replace(permission.key, "..%2f..%2f..%2fetc%2fpasswd"),
    ]) {
      const put = await putBytes(at.app, { ...permission, url: changed }, jpeg);
      expect([changed, put.statusCode, put.json().code]).toEqual([changed, 400, 40003]);
    }
    expect((await rowOf(permission.key))?.state).toBe("promised");
  });

  test("a line that breaks has not used it up", async () => {
    const address = await at.app.listen({ port: 0, host: "127.0.0.1" });
    const permission = await avatar(jpeg);
    const stop = new AbortController();
    const half = new ReadableStream({
      start(queue) {
        queue.enqueue(jpeg.subarray(0, 1000));
        setTimeout(() => stop.abort(), 50);
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "PUT",
      body: half,
      duplex: "half",
      signal: stop.signal,
    };
    const put = fetch(address + permission.url, init);
    await expect(put).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(async () => (await rowOf(permission.key))?.state).toBe("promised");
    const again = await fetch(address + permission.url, {
      method: "PUT",
      headers: permission.headers,
      body: new Uint8Array(jpeg),
    });
    expect(again.status).toBe(200);
  });
});

describe("reading", () => {
  let key: string;
  beforeAll(async () => {
    key = await putFile(at.app, as["lin"] ?? {}, {
      bytes: jpeg,
      mime: "image/jpeg",
      purpose: "avatar",
    });
  });

  test("an avatar is for whoever is signed in; it can run nothing, and is kept for good", async () => {
    const { headers, statusCode } = await read(key, as["chen"]);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=31536000, immutable",
      "content-disposition": expect.stringMatching(/^inline/),
      "cross-origin-resource-policy": "same-site",
    });
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
    const again = await read(key, { ...as["chen"], "if-none-match": String(headers["etag"]) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("the cookie alone opens it, and nobody without a session sees it", async () => {
    const token = as["chen"]?.["authorization"]?.slice(7) ?? "";
    expect((await read(key, { cookie: `token=${token}` })).statusCode).toBe(200);
    expect((await read(key, {})).statusCode).toBe(401);
  });

  test("an attachment that is attached to nothing is its owner's alone; a foreign one is an absent one", async () => {
    const own = await putFile(at.app, as["lin"] ?? {}, { bytes: png, mime: "image/png" });
    expect((await read(own)).headers["cache-control"]).toBe("private, no-cache");
    const foreign = await read(own, as["chen"]);
    const absent = await read("A".repeat(22), as["chen"]);
    expect([foreign.statusCode, foreign.json()]).toEqual([absent.statusCode, absent.json()]);
    expect(foreign.statusCode).toBe(404);
    expect((await confirm(own, "chen")).body).toEqual((await confirm("A".repeat(22), "chen")).body);
  });

  test.each(["..%2F..%2Fetc%2Fpasswd", "%00", "x", "upload"])("%s is no file", async (path) => {
    const answer = await at.app.inject({ url: `/file/${path}`, headers: as["lin"] ?? {} });
    expect(answer.statusCode).toBe(404);
  });

  test("before it was confirmed there is nothing to read", async () => {
    const permission = await avatar(jpeg);
    await putBytes(at.app, permission, jpeg);
    expect((await read(permission.key)).statusCode).toBe(404);
  });
});

describe("what nothing refers to", () => {
  const sweep = () => Promise.all([1, 2, 3].map(() => sweepFiles(at.db, at.app.files.store, now)));

  test("is swept a day later, whoever sweeps; what is held stays", async () => {
    const owner = { user_id: ids["lin"] ?? "", purpose: "feedback" } as const;
    const put = () => putFile(at.app, as["lin"] ?? {}, { bytes: png, mime: "image/png" });
    const [held, idle, released] = [await put(), await put(), await put()];
    const unused = (await putOther(png, "image/png")).key;
    const waiting = await putOther(png, "image/png");
    await putBytes(at.app, waiting, png);
    await at.app.files.hold(at.db, owner, [held, released]);
    await sweep();
    expect(await rowOf(idle)).toBeDefined();

    now = new Date(now.getTime() + IDLE_MS + 3_600_000);
    await at.app.files.release(at.db, [released]);
    await sweep();
    for (const gone of [idle, unused, waiting.key]) {
      expect(await rowOf(gone)).toBeUndefined();
      expect(onDisk()).not.toContain(gone);
    }
    expect((await read(held)).statusCode).toBe(200);
    expect((await read(released)).statusCode).toBe(200);

    // what came again under a permission that was used goes too
    const again = join(dataDir, "files", "quarantine", held);
    writeFileSync(again, "put again");
    now = new Date(now.getTime() + IDLE_MS + 1);
    await at.db.updateTable("file").set({ is_cleared: false }).where("id", "=", held).execute();
    await sweep();
    expect(await rowOf(released)).toBeUndefined();
    expect(onDisk().filter((name) => name === held)).toHaveLength(1);
    expect(await at.app.files.store.readArrived(held, 100)).toBeUndefined();
  });

  test("is held once, by its owner, for its purpose", async () => {
    const key = await putFile(at.app, as["lin"] ?? {}, { bytes: png, mime: "image/png" });
    const hold = (account: string, purpose: "avatar" | "feedback") =>
      at.app.files.hold(at.db, { user_id: ids[account] ?? "", purpose }, [key]);
    await expect(hold("chen", "feedback")).rejects.toThrow("请重新上传");
    await expect(hold("lin", "avatar")).rejects.toThrow("请重新上传");
    await hold("lin", "feedback");
    await expect(hold("lin", "feedback")).rejects.toThrow("请重新上传");
  });

  test("of a person: listed, and erased to the last byte", async () => {
    const key = await putFile(at.app, as["chen"] ?? {}, { bytes: png, mime: "image/png" });
    const waiting = await permitFile(at.app, as["chen"] ?? {}, { bytes: png, mime: "image/png" });
    await putBytes(at.app, waiting, png);
    const chen = ids["chen"] ?? "";
    expect((await at.app.files.listOf(chen)).map((file) => file.key)).toEqual([key]);
    await at.app.files.eraseOf(chen);
    expect(await at.app.files.listOf(chen)).toEqual([]);
    expect(onDisk().filter((name) => [key, waiting.key].includes(name))).toEqual([]);
    expect((await read(key)).statusCode).toBe(404);
  });
});
