import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editUser, fileUrl, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { permitFile, putBytes, putFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-avatar-"));
let at: TestApp;
let headers: Record<string, string>;
let other: Record<string, string>;
let bytes: Buffer;
beforeAll(async () => {
  at = await buildTestApp({ config: { dataDir } });
  const school = await makeSchool(at.db);
  for (const account of ["lin", "chen"]) {
    await makePerson(at.db, { account, memberships: [{ school, identity: "teacher" }] });
  }
  ({ headers } = await signIn(at.app, "lin"));
  ({ headers: other } = await signIn(at.app, "chen"));
  const background = "#44aa72";
  bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await at.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const put = (who = headers, purpose: "avatar" | "feedback" = "avatar") =>
  putFile(at.app, who, { bytes, mime: "image/png", purpose });
const edit = async (avatar: string) => (await send(at.app, editUser, { avatar }, { headers })).body;
const shown = async () =>
  (await send(at.app, readUserDetail, { fields: "avatar" }, { headers })).body.data.avatar;
const isHeld = async (key: string) =>
  (await at.db.selectFrom("file").select("is_held").where("id", "=", key).executeTakeFirst())
    ?.is_held;

test("an uploaded picture becomes the avatar, and the former one is let go (ID-09)", async () => {
  const first = await put();
  expect((await edit(fileUrl(first))).data.avatar).toBe(fileUrl(first));
  expect(await shown()).toBe(fileUrl(first));
  const second = await put();
  await edit(fileUrl(second));
  expect([await isHeld(first), await isHeld(second)]).toEqual([false, true]);
  expect((await edit(fileUrl(second))).code).toBe(200);
  expect((await edit("")).data.avatar).toBeNull();
  expect(await isHeld(second)).toBe(false);
});

test("one that has only been put is confirmed by the edit", async () => {
  const permission = await permitFile(at.app, headers, {
    bytes,
    mime: "image/png",
    purpose: "avatar",
  });
  await putBytes(at.app, permission, bytes);
  expect((await edit(permission.public_url)).data.avatar).toBe(permission.public_url);
});

test("nothing else becomes an avatar", async () => {
  const before = await shown();
  const unused = await permitFile(at.app, headers, { bytes, mime: "image/png", purpose: "avatar" });
  for (const avatar of [
    "https://elsewhere.example/a.png",
    "//elsewhere.example/a.png",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "/platformEntry/brand/logo.svg",
    fileUrl("A".repeat(22)),
    fileUrl(await put(other)),
    fileUrl(await put(headers, "feedback")),
    unused.public_url,
  ]) {
    const { code, msg } = await edit(avatar);
    expect([avatar, code]).toEqual([avatar, 40001]);
    expect(msg).toMatch(/上传/);
  }
  expect(await shown()).toBe(before);
});
