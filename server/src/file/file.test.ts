import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fileUrl, readUploadPermission } from "#contract";
import { buildTestApp } from "../../test/build.ts";
import { permitFile, putBytes, putFile } from "../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openTestApp } from "./file.fixture.ts";
import { IDLE_MS, sweepFiles } from "./sweep.ts";

const testApp = openTestApp();
const { as, avatar, confirm, ids, onDisk, putOther, read, rowOf } = testApp;

const ask = (input: Record<string, unknown>, who = "lin") =>
  send(testApp.at.app, readUploadPermission, input, { headers: as[who] ?? {} });

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
    expect(new Date(expiration).getTime() - testApp.now.getTime()).toBe(15 * 60_000);
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

  test("is given again after the database was away at the first", async () => {
    const { app, db, close } = await buildTestApp({ rowSecurity: false });
    onTestFinished(close);
    const school = await makeSchool(db);
    await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
    const { headers } = await signIn(app, "lin");
    const wanted = { purpose: "avatar", filename: "a.jpg", size: 10, mime: "image/jpeg" } as const;
    const status = async () => (await send(app, readUploadPermission, wanted, { headers })).status;
    await sql`alter table platform_state rename to platform_state_away`.execute(db);
    expect(await status()).toBe(500);
    await sql`alter table platform_state_away rename to platform_state`.execute(db);
    expect(await status()).toBe(200);
  });

  test("icons are for who manages the catalogue", async () => {
    const input = {
      purpose: "app-icon",
      filename: "i.png",
      mime: "image/png",
      size: testApp.png.length,
    };
    expect((await ask(input, "wang")).body.code).toBe(200);
  });

  test("sixty an hour, and the next hour again", async () => {
    const input = { purpose: "feedback", filename: "a", mime: "image/png", size: 9 };
    const codes: number[] = [];
    for (let turn = 0; turn < 61; turn += 1) codes.push((await ask(input, "chen")).body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(60);
    expect(codes.at(-1)).toBe(42900);
    testApp.later(3_600_001);
    expect((await ask(input, "chen")).body.code).toBe(200);
  });
});

describe("the bytes of a school", () => {
  test("are bounded, also for many who ask at once; another school's are its own", async () => {
    const { app, db, close } = await buildTestApp({ config: { schoolFileBytes: 100 } });
    onTestFinished(close);
    const [school, other] = [await makeSchool(db), await makeSchool(db)];
    const members = { lin: school, chen: school, wang: other };
    const by: Record<string, Record<string, string>> = {};
    for (const [account, at] of Object.entries(members)) {
      await makePerson(db, { account, memberships: [{ school: at, identity: "teacher" }] });
      by[account] = (await signIn(app, account)).headers;
    }
    const askFor = async (who: string, size: number) => {
      const input = { purpose: "feedback", filename: "a", mime: "image/png", size } as const;
      return (await send(app, readUploadPermission, input, { headers: by[who] ?? {} })).body;
    };
    const asked = Array.from({ length: 10 }, (_, n) => askFor(n % 2 === 0 ? "lin" : "chen", 30));
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
    const refused = await askFor("chen", 11);
    expect([refused.code, refused.msg]).toEqual([
      41300,
      "本校上传的文件已经很多，放不下这个文件了，请联系学校管理员",
    ]);
    expect((await askFor("lin", 10)).code).toBe(200);
    expect((await askFor("wang", 100)).code).toBe(200);
    // what was dropped takes no room
    await db
      .updateTable("file")
      .set({ state: "dropped" })
      .where("promised_size", "=", 30)
      .execute();
    expect((await askFor("lin", 90)).code).toBe(200);
  });
});

describe("the signed address", () => {
  test("is used once, also by twenty at a time", async () => {
    const permission = await avatar(testApp.jpeg);
    const puts = await Promise.all(
      Array.from({ length: 20 }, () => putBytes(testApp.at.app, permission, testApp.jpeg)),
    );
    const codes = puts.map((put) => put.json().code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 40003)).toHaveLength(19);
    expect((await confirm(permission.key)).body.code).toBe(200);
    expect((await putBytes(testApp.at.app, permission, testApp.png)).json().code).toBe(40003);
  });

  test("ends after 15 minutes", async () => {
    const permission = await avatar(testApp.jpeg);
    testApp.later(15 * 60_000);
    const put = await putBytes(testApp.at.app, permission, testApp.jpeg);
    expect(put.json()).toMatchObject({ code: 40003, msg: "上传地址已使用或已过期，请重新上传" });
  });

  test("cannot be changed", async () => {
    const permission = await avatar(testApp.jpeg);
    const other = await avatar(testApp.jpeg);
    const { url } = permission;
    for (const changed of [
      url.replace(/expires=\d+/, "expires=9999999999"),
      url.replace(permission.key, other.key),
      url.replace(/signature=.{4}/, "signature=AAAA"),
      url.split("?", 1)[0] ?? "",
      url.replace(permission.key, "..%2f..%2f..%2fetc%2fpasswd"),
    ]) {
      const put = await putBytes(testApp.at.app, { ...permission, url: changed }, testApp.jpeg);
      expect([changed, put.statusCode, put.json().code]).toEqual([changed, 400, 40003]);
    }
    expect((await rowOf(permission.key))?.state).toBe("promised");
  });

  test("a line that breaks has not used it up", async () => {
    const address = await testApp.at.app.listen({ port: 0, host: "127.0.0.1" });
    const permission = await avatar(testApp.jpeg);
    const stop = new AbortController();
    const half = new ReadableStream({
      start: (queue) => queue.enqueue(testApp.jpeg.subarray(0, 1000)),
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "PUT",
      body: half,
      duplex: "half",
      signal: stop.signal,
    };
    const put = fetch(address + permission.url, init).catch((error: unknown) => error);
    const state = async () => (await rowOf(permission.key))?.state;
    await expect.poll(state).toBe("arriving");
    stop.abort();
    expect(await put).toMatchObject({ name: "AbortError" });
    await expect.poll(state).toBe("promised");
    const again = await fetch(address + permission.url, {
      method: "PUT",
      headers: permission.headers,
      body: new Uint8Array(testApp.jpeg),
    });
    expect(again.status).toBe(200);
  });
});

describe("reading", () => {
  let key: string;
  beforeAll(async () => {
    key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: testApp.jpeg,
      mime: "image/jpeg",
      purpose: "avatar",
    });
  });

  test("an avatar is for anyone signed in; it can run nothing, and is kept for good", async () => {
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
    const own = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: testApp.png,
      mime: "image/png",
    });
    expect((await read(own)).headers["cache-control"]).toBe("private, no-cache");
    const foreign = await read(own, as["chen"]);
    const absent = await read("A".repeat(22), as["chen"]);
    expect([foreign.statusCode, foreign.json()]).toEqual([absent.statusCode, absent.json()]);
    expect(foreign.statusCode).toBe(404);
    expect((await confirm(own, "chen")).body).toEqual((await confirm("A".repeat(22), "chen")).body);
  });

  test.each(["..%2F..%2Fetc%2Fpasswd", "%00", "x", "upload"])("%s is no file", async (path) => {
    const answer = await testApp.at.app.inject({ url: `/file/${path}`, headers: as["lin"] ?? {} });
    expect(answer.statusCode).toBe(404);
  });

  test("before it was confirmed there is nothing to read", async () => {
    const permission = await avatar(testApp.jpeg);
    await putBytes(testApp.at.app, permission, testApp.jpeg);
    expect((await read(permission.key)).statusCode).toBe(404);
  });
});

describe("what nothing refers to", () => {
  const sweep = () =>
    Promise.all(
      [1, 2, 3].map(() => sweepFiles(testApp.at.db, testApp.at.app.files.store, testApp.now)),
    );

  test("is swept a day later, by any node; what is held stays", async () => {
    const owner = { user_id: ids["lin"] ?? "", purpose: "feedback" } as const;
    const put = () =>
      putFile(testApp.at.app, as["lin"] ?? {}, { bytes: testApp.png, mime: "image/png" });
    const [held, idle, released] = [await put(), await put(), await put()];
    const unused = (await putOther(testApp.png, "image/png")).key;
    const waiting = await putOther(testApp.png, "image/png");
    await putBytes(testApp.at.app, waiting, testApp.png);
    await testApp.at.app.files.hold(testApp.at.db, owner, [held, released]);
    await sweep();
    expect(await rowOf(idle)).toBeDefined();

    testApp.later(IDLE_MS + 3_600_000);
    await testApp.at.app.files.release(testApp.at.db, [released]);
    await sweep();
    for (const gone of [idle, unused, waiting.key]) {
      expect(await rowOf(gone)).toBeUndefined();
      expect(onDisk()).not.toContain(gone);
    }
    expect((await read(held)).statusCode).toBe(200);
    expect((await read(released)).statusCode).toBe(200);

    // what came again under a permission that was used goes too
    const again = join(testApp.dataDir, "files", "quarantine", held);
    writeFileSync(again, "put again");
    testApp.later(IDLE_MS + 1);
    await testApp.at.db
      .updateTable("file")
      .set({ is_cleared: false })
      .where("id", "=", held)
      .execute();
    await sweep();
    expect(await rowOf(released)).toBeUndefined();
    expect(onDisk().filter((name) => name === held)).toHaveLength(1);
    expect(await testApp.at.app.files.store.readArrived(held, 100)).toBeUndefined();
  });

  test("confirmed with many others at once: two are in memory, and who comes too late is told when to come", async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${" ".repeat(100_000)}%%EOF`);
    const file = { bytes, mime: "application/pdf" };
    const keys: string[] = [];
    for (let nth = 0; nth < 40; nth += 1) {
      const permission = await permitFile(testApp.at.app, as["lin"] ?? {}, file);
      await putBytes(testApp.at.app, permission, bytes);
      keys.push(permission.key);
    }
    const { store } = testApp.at.app.files;
    let [held, most] = [0, 0];
    const { readArrived, keep } = store;
    onTestFinished(() => void Object.assign(store, { readArrived, keep }));
    store.readArrived = async (...given) => {
      most = Math.max(most, (held += 1));
      return readArrived.apply(store, given);
    };
    store.keep = async (...given) => {
      await keep.apply(store, given);
      held -= 1;
    };
    const others = await permitFile(testApp.at.app, as["chen"] ?? {}, file);
    await putBytes(testApp.at.app, others, bytes);
    const [other, ...answers] = await Promise.all([
      confirm(others.key, "chen"),
      ...keys.map((key) => confirm(key)),
    ]);
    expect([most, other.status]).toEqual([2, 200]);
    const late = answers.filter(({ status }) => status !== 200);
    expect(late.length).toBeGreaterThan(0);
    for (const { status, headers } of late) {
      expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    }
    const [first = ""] = keys.filter((_key, nth) => answers[nth]?.status === 503);
    expect((await confirm(first)).status).toBe(200);
    await testApp.at.app.files.eraseOf(ids["chen"] ?? "");
  });

  test("is held once, by its owner, for its purpose", async () => {
    const key = await putFile(testApp.at.app, as["lin"] ?? {}, {
      bytes: testApp.png,
      mime: "image/png",
    });
    const hold = (account: string, purpose: "avatar" | "feedback") =>
      testApp.at.app.files.hold(testApp.at.db, { user_id: ids[account] ?? "", purpose }, [key]);
    await expect(hold("chen", "feedback")).rejects.toThrow("请重新上传");
    await expect(hold("lin", "avatar")).rejects.toThrow("请重新上传");
    await hold("lin", "feedback");
    await expect(hold("lin", "feedback")).rejects.toThrow("请重新上传");
  });

  test("of a person: listed, and erased to the last byte", async () => {
    const key = await putFile(testApp.at.app, as["chen"] ?? {}, {
      bytes: testApp.png,
      mime: "image/png",
    });
    const waiting = await permitFile(testApp.at.app, as["chen"] ?? {}, {
      bytes: testApp.png,
      mime: "image/png",
    });
    await putBytes(testApp.at.app, waiting, testApp.png);
    const chen = ids["chen"] ?? "";
    expect((await testApp.at.app.files.listOf(chen)).map((file) => file.key)).toEqual([key]);
    await testApp.at.app.files.eraseOf(chen);
    expect(await testApp.at.app.files.listOf(chen)).toEqual([]);
    expect(onDisk().filter((name) => [key, waiting.key].includes(name))).toEqual([]);
    expect((await read(key)).statusCode).toBe(404);
  });
});
