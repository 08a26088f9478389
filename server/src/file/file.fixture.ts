import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { confirmFile, fileUrl, type UploadPermission } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { permitFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const EXIF = { IFD0: { Copyright: "a-canary-in-the-exif", Software: "schoolgate" } };

/** An app for a test file that keeps files in a folder of its own: three people, and two pictures to upload. */
export function openTestApp() {
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
    const drawn = sharp({
      create: { width: 900, height: 600, channels: 3, background: "#3284dd" },
    });
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

  /** Uploads other bytes than the permission is for: of the same length, or of `size`. */
  async function putOther(
    bytes: Buffer,
    mime: string,
    size = bytes.length,
  ): Promise<UploadPermission> {
    return permitFile(at.app, as["lin"] ?? {}, { bytes: Buffer.alloc(size), mime });
  }

  return {
    get at() {
      return at;
    },
    get now() {
      return now;
    },
    get jpeg() {
      return jpeg;
    },
    get png() {
      return png;
    },
    later(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    dataDir,
    ids,
    as,
    confirm,
    read,
    rowOf,
    onDisk,
    avatar,
    putOther,
  };
}
