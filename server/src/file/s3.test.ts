import { AwsClient } from "aws4fetch";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmFile, fileUrl, readUploadPermission } from "#contract";
import { isMissing } from "../../../scripts/test-programs.mjs";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { startSwift, type Swift } from "../../test/swift.ts";
import { readS3 } from "../platform/s3-config.ts";
import { IDLE_MS, sweepFiles } from "./sweep.ts";

const START_MS = 60_000;
const BUCKET = "school-files";

/** Runs against OpenStack Swift: presigned addresses, bytes, deletion. */
describe.skipIf(isMissing("swift"))("an S3-compatible store", () => {
  let swift: Swift;
  let at: TestApp;
  let headers: Record<string, string>;
  let png: Buffer;
  let now = new Date();

  beforeAll(async () => {
    swift = await startSwift();
    const s3 = readS3(
      {
        S3_ENDPOINT: `${swift.endpoint}/`,
        S3_BUCKET: BUCKET,
        S3_ACCESS_KEY_ID: swift.accessKeyId,
        S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      },
      [],
    );
    const made = await store("PUT", "");
    if (!made.ok) throw new Error(`the bucket was not made: ${made.status}`);
    at = await buildTestApp({ config: s3 === undefined ? {} : { s3 }, now: () => now });
    const school = await makeSchool(at.db);
    await makePerson(at.db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
    ({ headers } = await signIn(at.app, "lin"));
    const background = "#44aa72";
    png = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
      .withExif({ IFD0: { Copyright: "a-canary-in-the-exif" } })
      .png()
      .toBuffer();
  }, START_MS);
  afterAll(async () => {
    await at.close();
    await swift.stop();
  });

  /** Sends a request to the store itself, as its owner. */
  async function store(method: string, path: string): Promise<Response> {
    const { accessKeyId, secretAccessKey, region, endpoint } = swift;
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      retries: 0,
    });
    return client.fetch(`${endpoint}/${BUCKET}/${path}`, { method });
  }
  const permit = async (size = png.length, mime = "image/png") => {
    const input = { purpose: "feedback", filename: "截图.png", size, mime };
    return (await send(at.app, readUploadPermission, input, { headers })).body.data;
  };
  const put = (address: string, bytes: Buffer, type = "image/png") =>
    fetch(address, {
      method: "PUT",
      headers: { "content-type": type },
      body: new Uint8Array(bytes),
    });
  const confirm = async (key: string) =>
    (await send(at.app, confirmFile, { key }, { headers })).body;
  const isThere = async (path: string) => (await store("HEAD", path)).status === 200;

  test("a file is put there by the browser itself, waits apart, and is kept drawn anew", async () => {
    const permission = await permit();
    expect(permission).toMatchObject({
      ...{ provider: "s3", endpoint: swift.endpoint, bucket: BUCKET, region: "us-east-1" },
      ...{ method: "PUT", headers: { "content-type": "image/png" } },
    });
    expect(JSON.stringify(permission)).not.toContain(swift.secretAccessKey);
    expect(permission.url.startsWith(`${swift.endpoint}/${BUCKET}/quarantine/`)).toBe(true);
    expect((await put(permission.url, png)).status).toBe(200);
    const { key } = permission;
    expect([await isThere(`quarantine/${key}`), await isThere(`kept/${key}`)]).toEqual([
      true,
      false,
    ]);

    expect((await confirm(key)).data).toMatchObject({
      key,
      mime: "image/png",
      width: 80,
      height: 60,
    });
    expect([await isThere(`quarantine/${key}`), await isThere(`kept/${key}`)]).toEqual([
      false,
      true,
    ]);
    const read = await at.app.inject({ url: fileUrl(key), headers });
    expect([read.statusCode, read.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(read.rawPayload.includes("a-canary-in-the-exif")).toBe(false);
    expect((await sharp(read.rawPayload).metadata()).width).toBe(80);
    expect((await confirm(key)).code).toBe(200);

    // what comes again under the same address changes nothing, and is swept
    await put(permission.url, png);
    now = new Date(now.getTime() + IDLE_MS + 3_600_000);
    await at.app.files.hold(at.db, { user_id: await me(), purpose: "feedback" }, [key]);
    await sweepFiles(at.db, at.app.files.store, now);
    expect([await isThere(`quarantine/${key}`), await isThere(`kept/${key}`)]).toEqual([
      false,
      true,
    ]);
    await at.app.files.eraseOf(await me());
    expect(await isThere(`kept/${key}`)).toBe(false);
    expect((await at.app.inject({ url: fileUrl(key), headers })).statusCode).toBe(404);
    now = new Date();
  });

  test("nothing else can be put: not longer, not of another type, not elsewhere, not without the signature", async () => {
    const { url, key } = await permit();
    const other = new URL(url);
    const elsewhere = url.replace(`quarantine/${key}`, `kept/${key}`);
    other.searchParams.delete("X-Amz-Signature");
    const tries = [
      await put(url, Buffer.concat([png, Buffer.from("more")])),
      await put(url, png, "text/html"),
      await put(elsewhere, png),
      await put(other.href, png),
      await fetch(url, { method: "DELETE" }),
      await fetch(url),
    ];
    for (const { status } of tries) expect([400, 403]).toContain(status);
    expect([await isThere(`quarantine/${key}`), await isThere(`kept/${key}`)]).toEqual([
      false,
      false,
    ]);
    expect((await confirm(key)).msg).toBe("文件还没有传到，请重新上传");
  });

  test("an address that is over is refused by the store", async () => {
    const real = now;
    now = new Date(real.getTime() - 16 * 60_000);
    const { url } = await permit();
    now = real;
    expect((await put(url, png)).status).toBe(403);
  });

  test("what is not what it says is deleted there", async () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const { url, key } = await permit(page.length);
    expect((await put(url, page)).status).toBe(200);
    expect(await confirm(key)).toMatchObject({ code: 40001, msg: "文件的内容不是可以上传的格式" });
    expect(await isThere(`quarantine/${key}`)).toBe(false);
  });

  async function me(): Promise<string> {
    const found = await at.db
      .selectFrom("user")
      .select("id")
      .where("account", "=", "lin")
      .executeTakeFirstOrThrow();
    return found.id;
  }
});

describe("its settings", () => {
  const WHOLE = {
    S3_ENDPOINT: "https://s3.example.cn",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const faultsOf = (environment: Record<string, string>) => {
    const faults: string[] = [];
    readS3(environment, faults);
    return faults.join("\n");
  };

  test("without any, files are on this machine", () => {
    expect(readS3({}, [])).toBeUndefined();
    expect(readS3({ S3_BUCKET: " " }, [])).toBeUndefined();
  });

  test("browsers may reach it by another address, and the bucket may stand in the host", () => {
    const host = { S3_ADDRESSING: "host", S3_PUBLIC_ENDPOINT: "https://files.example.cn/" };
    expect(readS3({ ...WHOLE, ...host }, [])).toMatchObject({
      ...{ endpoint: "https://s3.example.cn", publicEndpoint: "https://files.example.cn" },
      ...{ publicOrigin: "https://files.files.example.cn", region: "us-east-1" },
    });
  });

  test.each([
    [{ S3_BUCKET: "" }, /S3_BUCKET 不能为空/],
    [{ S3_SECRET_ACCESS_KEY: "" }, /S3_SECRET_ACCESS_KEY 不能为空/],
    [{ S3_ENDPOINT: "s3.example.cn" }, /S3_ENDPOINT 应为/],
    [{ S3_BUCKET: "A" }, /S3_BUCKET 应为/],
    [{ S3_ADDRESSING: "both" }, /S3_ADDRESSING 应为/],
  ])("%j is told", (change, told) => {
    expect(faultsOf({ ...WHOLE, ...change })).toMatch(told);
    expect(faultsOf({ ...WHOLE, ...change })).not.toContain("secret");
  });
});
