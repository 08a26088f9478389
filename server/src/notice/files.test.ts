import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  changeNotice,
  type FilePurpose,
  fileUrl,
  OFFICE_TYPES,
  readInboxItem,
  readUploadPermission,
  takeBackNotice,
} from "#contract";
import { putFile } from "../../test/files.ts";
import { send } from "../../test/send.ts";
import { sweepFiles } from "../file/sweep.ts";
import { eraseRows } from "../privacy/erase.ts";
import { sweepOld } from "../privacy/retention.ts";
import { audience, NoticeTestApp } from "./notice.fixture.ts";

const DAY = 86_400_000;
const PDF = Buffer.from("%PDF-1.4\n%%EOF");
const GRADE_3 = { audience: audience({ grade_ids: ["3"] }) };
const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-notice-files-"));
let on: NoticeTestApp;
let picture: Buffer;

beforeAll(async () => {
  on = await NoticeTestApp.open({ dataDir });
  const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: "#3284dd" } });
  picture = await drawn.png().toBuffer();
});
beforeEach(() => void (on.clock += 2 * 3_600_000));
afterAll(async () => {
  await on.at.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function put(who: string, filename = "秋游路线.pdf", purpose: FilePurpose = "notice") {
  const { headers } = await on.as(who);
  const of = filename.endsWith("pdf")
    ? { bytes: PDF, mime: "application/pdf" }
    : { bytes: picture, mime: "image/png" };
  return putFile(on.at.app, headers, { ...of, filename, purpose });
}
const read = async (who: string, key: string) =>
  on.at.app.inject({ url: fileUrl(key), headers: (await on.as(who)).headers });
const codes = async (key: string, people: readonly string[]) =>
  Promise.all(people.map(async (who) => (await read(who, key)).statusCode));
const change = async (by: string, notice_id: string, version: number, more: object) => {
  const input = { notice_id, version, title: "秋游", text: "九点。", ask_again: false, ...more };
  return (await send(on.at.app, changeNotice, input, await on.as(by))).body;
};
const takeBack = async (by: string, notice_id: string) =>
  (await send(on.at.app, takeBackNotice, { notice_id }, await on.as(by))).body;
const onDisk = () =>
  readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const sweep = () => sweepFiles(on.at.db, on.at.app.files.store, new Date(on.clock));

test("files of a notice are opened by who got it and who manages it, and exist for nobody else (IN-02)", async () => {
  const keys = [await put("manager", "合影.png"), await put("manager")];
  const [photo = "", pdf = ""] = keys;
  expect(await codes(pdf, ["manager", "mother"])).toEqual([200, 404]);
  const { data } = await on.send("manager", { ...GRADE_3, file_keys: keys });
  const items = await on.inbox("mother");
  expect(items.map(({ file_count }) => file_count)).toEqual([2, 2]);
  const whole = { id: items[0]?.id ?? "" };
  const item = (await send(on.at.app, readInboxItem, whole, await on.as("mother"))).body.data;
  expect(item.files).toEqual((await on.notice("manager", data.notice_id)).files);
  expect(item.files).toMatchObject([
    { key: photo, name: "合影.png", mime: "image/png", width: 60, height: 40, url: fileUrl(photo) },
    { key: pdf, name: "秋游路线.pdf", mime: "application/pdf", size: PDF.length },
  ]);
  // the names are the people of the fixture: who has the notice, then who may manage it
  expect(await codes(pdf, ["mother", "father", "ma", "manager", "district"])).toEqual([
    ...[200, 200, 200, 200, 200],
  ]);
  const others = ["gran", "both", "elder", "fourth", "teacher", "head31", "parent-b", "manager-x"];
  expect(new Set(await codes(pdf, others))).toEqual(new Set([404]));
  const bare = (text: string) => ({ ...(JSON.parse(text) as object), request_id: "" });
  const absent = await read("gran", "0".repeat(22));
  expect(bare((await read("gran", pdf)).body)).toEqual(bare(absent.body));

  const { headers, rawPayload } = await read("mother", pdf);
  expect(rawPayload).toEqual(PDF);
  expect(headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent("秋游路线.pdf")}`,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  expect((await read("mother", photo)).headers["content-disposition"]).toMatch(/^inline; /);

  // a guardian who is one no longer has nothing of the child's
  const { db } = on.at;
  const apart = { child_id: "apart", user_id: "ma", source: null } as const;
  await db.deleteFrom("guardian").where("user_id", "=", "ma").execute();
  expect(await codes(pdf, ["ma", "ba"])).toEqual([404, 200]);
  await db.insertInto("guardian").values(apart).execute();
});

test("an office document is kept as it came, and one with macros or of another kind is refused", async () => {
  const { headers } = await on.as("manager");
  const parts = (...names: string[]) =>
    Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from("<x/>")]))));
  const bytes = parts("[Content_Types].xml", "word/document.xml");
  const of = { mime: OFFICE_TYPES.docx, filename: "回执.docx", purpose: "notice" } as const;
  const key = await putFile(on.at.app, headers, { ...of, bytes });
  await on.send("manager", { ...GRADE_3, file_keys: [key] });
  const { rawPayload, headers: given } = await read("mother", key);
  expect(rawPayload).toEqual(bytes);
  expect(given).toMatchObject({
    "content-type": OFFICE_TYPES.docx,
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent("回执.docx")}`,
  });
  const macros = parts("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin");
  await expect(putFile(on.at.app, headers, { ...of, bytes: macros })).rejects.toThrow("文件里有宏");
  const sheet = parts("[Content_Types].xml", "xl/workbook.xml");
  await expect(putFile(on.at.app, headers, { ...of, bytes: sheet })).rejects.toThrow("格式不符");
  await expect(putFile(on.at.app, headers, { ...of, bytes: parts("a.exe") })).rejects.toThrow(
    "不是可以上传的格式",
  );
});

test("before its hour only who manages a notice opens its files; not sent after all, they are gone", async () => {
  const key = await put("head31");
  const own = audience({ class_ids: ["31"] });
  const send_at = new Date(on.clock + DAY).toISOString();
  const { data } = await on.send("head31", { audience: own, send_at, file_keys: [key] });
  expect(await codes(key, ["head31", "manager", "mother"])).toEqual([200, 200, 404]);
  expect((await takeBack("head31", data.notice_id)).code).toBe(200);
  expect(await codes(key, ["head31", "manager"])).toEqual([404, 404]);
});

test("a change leaves the files, or replaces them; what is left out is gone at once", async () => {
  const [first, second] = [await put("manager"), await put("manager", "合影.png")];
  const { data } = await on.send("manager", { ...GRADE_3, file_keys: [first] });
  const names = async () =>
    (await on.notice("manager", data.notice_id)).files.map(({ name }) => name);
  expect((await change("manager", data.notice_id, 1, {})).code).toBe(200);
  expect(await names()).toEqual(["秋游路线.pdf"]);
  // somebody else who manages it adds own files and keeps what is there
  const third = await put("district", "回执.pdf");
  const keys = [second, third, first];
  expect((await change("district", data.notice_id, 2, { file_keys: keys })).code).toBe(40001);
  expect((await change("manager", data.notice_id, 2, { file_keys: [second, first] })).code).toBe(
    200,
  );
  expect((await change("district", data.notice_id, 3, { file_keys: keys })).code).toBe(200);
  expect(await names()).toEqual(["合影.png", "回执.pdf", "秋游路线.pdf"]);
  expect((await change("manager", data.notice_id, 4, { file_keys: [third] })).code).toBe(200);
  expect(await codes(first, ["mother", "manager"])).toEqual([404, 404]);
  expect(await codes(third, ["mother", "manager"])).toEqual([200, 200]);
  expect((await change("manager", data.notice_id, 5, { file_keys: [first] })).code).toBe(200);
  expect((await change("manager", data.notice_id, 6, { file_keys: [] })).code).toBe(200);
  expect(await names()).toEqual([]);
});

test("taken back, nobody opens its files, and the sweep deletes them a day later", async () => {
  const key = await put("manager");
  const { data } = await on.send("manager", { ...GRADE_3, file_keys: [key] });
  const [item] = await on.inbox("mother");
  expect((await takeBack("manager", data.notice_id)).code).toBe(200);
  expect(await codes(key, ["manager", "district", "mother"])).toEqual([404, 404, 404]);
  const of = { id: item?.id ?? "" };
  const { body } = await send(on.at.app, readInboxItem, of, await on.as("mother"));
  expect([body.data.is_taken_back, body.data.files, body.data.file_count]).toEqual([true, [], 0]);
  expect((await on.notice("manager", data.notice_id)).files).toEqual([]);
  await sweep();
  expect(onDisk()).toContain(key);
  on.clock += 2 * DAY;
  await sweep();
  expect(onDisk()).not.toContain(key);
});

test("not more than nine, not more than 50 MB together, no file of another purpose, notice or person", async () => {
  const [own, used] = [await put("manager"), await put("manager")];
  expect((await on.send("manager", { ...GRADE_3, file_keys: [used] })).code).toBe(200);
  const wrong = [
    Array.from({ length: 10 }, (_one, index) => String(index).padStart(22, "k")),
    ...[[used], [own, "0".repeat(22)], [await put("district")]],
    [await put("manager", "合影.png", "feedback")],
  ];
  for (const file_keys of wrong) {
    expect((await on.send("manager", { ...GRADE_3, file_keys })).code).toBe(40001);
  }
  const big = [await put("manager"), await put("manager"), own];
  await on.at.db
    .updateTable("file")
    .set({ size: 20 * 1024 * 1024 })
    .where("id", "in", big)
    .execute();
  const { code, msg } = await on.send("manager", { ...GRADE_3, file_keys: big });
  expect([code, msg]).toEqual([40001, "图片和文件合计不能超过 50 MB"]);
  expect((await on.send("manager", { ...GRADE_3, file_keys: big.slice(1) })).code).toBe(200);
  const asked = {
    purpose: "notice",
    filename: "甲.pdf",
    size: 9,
    mime: "application/pdf",
  } as const;
  const permission = async (who: string, more: { size?: number; mime?: string } = {}) =>
    (await send(on.at.app, readUploadPermission, { ...asked, ...more }, await on.as(who))).body;
  expect((await permission("teacher")).code).toBe(40005);
  expect((await permission("head31")).code).toBe(200);
  const large = await permission("manager", { size: 20 * 1024 * 1024 + 1 });
  expect([large.code, large.msg]).toEqual([40001, "文件不能超过 20 MB"]);
  expect((await permission("manager", { mime: "application/zip" })).code).toBe(40001);
});

test("files outlive the account of who wrote the notice, and end with the notice", async () => {
  const { db } = on.at;
  const [key, unused] = [await put("head31"), await put("head31")];
  const own = audience({ class_ids: ["31"] });
  expect((await on.send("head31", { audience: own, file_keys: [key] })).code).toBe(200);
  const subject = { id: "head31", mobile: null, email: null };
  await db.transaction().execute((trx) => eraseRows(trx, subject));
  await on.at.app.files.eraseOf("head31");
  expect(await codes(key, ["mother", "manager"])).toEqual([200, 200]);
  expect(onDisk()).not.toContain(unused);
  on.clock += 401 * DAY;
  await sweepOld(db, new Date(on.clock));
  on.clock += 2 * DAY;
  await sweep();
  expect(onDisk()).not.toContain(key);
  expect(await db.selectFrom("notice_file").select("file_id").execute()).toEqual([]);
});
