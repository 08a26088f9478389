import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEVICES, readUpdateInfo } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { operate } from "../../test/operate.ts";
import { send } from "../../test/send.ts";
import { VERSION } from "../platform/version.ts";
import { announceBuild } from "./publish.ts";
import { webBuild } from "./routes.ts";

let at: TestApp;
let now = new Date("2026-11-20T08:00:00Z");
beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.db.deleteFrom("release").execute();
  now = new Date("2026-11-20T08:00:00Z");
});

const ask = (device: string) => send(at.app, readUpdateInfo, { device });
const later = () => (now = new Date(now.getTime() + 60_000));
async function command(line: string): Promise<string> {
  later();
  return operate(at.db, `admin release ${line}`, { now });
}
const URL = "https://gate.example.cn/pc.exe";

describe("update-info", () => {
  test.each(DEVICES)(
    "nothing was published for %s: null, and no session is needed",
    async (device) => {
      const { status, body } = await ask(device);
      expect([status, body]).toEqual([200, { code: 200, data: null, msg: "ok" }]);
    },
  );

  test.each(["tv", "", "PC"])("the device %j is refused", async (device) => {
    const { status, body } = await ask(device);
    expect([status, body]).toMatchObject([
      400,
      { code: 40001, data: { errors: [{ path: "device" }] } },
    ]);
  });

  test.each(["pc", "ios", "android"] as const)(
    "a release of %s is its own only",
    async (device) => {
      await command(`publish --device ${device} --version 2.4.0 --url ${URL} --notes 扫码登录`);
      expect((await ask(device)).body.data).toEqual({
        device,
        version: "2.4.0",
        min_version: "0",
        force: false,
        notes: "扫码登录",
        url: URL,
        published_at: now.toISOString(),
      });
      for (const other of DEVICES.filter((one) => one !== device)) {
        expect((await ask(other)).body.data).toBeNull();
      }
    },
  );

  test("the last one published counts; the floor stays until it is moved; what is withdrawn is gone", async () => {
    await command(`publish --device pc --version 2.3.0 --min-version 2.1.0 --url ${URL}`);
    await command(`publish --device pc --version 2.4.0 --force --url ${URL}`);
    expect((await ask("pc")).body.data).toMatchObject({
      version: "2.4.0",
      min_version: "2.1.0",
      force: true,
    });
    expect(await command("withdraw --device pc --version 2.4.0")).toContain("现行版本：2.3.0");
    expect((await ask("pc")).body.data).toMatchObject({ version: "2.3.0", force: false });
    await expect(command("withdraw --device pc --version 2.4.0")).rejects.toThrow("没有已发布");
    expect(await command("withdraw --device pc --version 2.3.0")).toContain("现行版本：没有");
    expect((await ask("pc")).body.data).toBeNull();
    await command(`publish --device pc --version 2.4.0 --url ${URL}`);
    expect((await ask("pc")).body.data).toMatchObject({ version: "2.4.0", min_version: "0" });
  });

  test("what an operator does is in the audit, and in the list", async () => {
    await command(`publish --device pc --version 9.0.0 --url ${URL}`);
    await command("withdraw --device pc --version 9.0.0");
    const entries = await at.db
      .selectFrom("audit_entry")
      .select(["object_id", "detail"])
      .where("action", "=", "release-change")
      .where("object_id", "=", "pc 9.0.0")
      .orderBy("at")
      .execute();
    expect(entries.map(({ detail }) => detail)).toEqual([
      { by: "operator", act: "publish" },
      { by: "operator", act: "withdraw" },
    ]);
    expect(await command("list --device pc")).toContain("9.0.0");
    expect(await command("list --device pc")).toContain("已撤回");
    expect(await command("list --device ios")).toBe("还没有发布过版本。");
  });
});

describe("the page announces itself", () => {
  const web = async () => (await ask("web")).body.data?.version;

  test("in a rollout the node that started last is right, and so is an old one after going back", async () => {
    await announceBuild(at.db, "0.1.0+old", later());
    await announceBuild(at.db, "0.2.0+new", later());
    expect(await web()).toBe("0.2.0+new");
    await announceBuild(at.db, "0.2.0+new", later());
    expect(await web()).toBe("0.2.0+new");
    await announceBuild(at.db, "0.1.0+old", later());
    expect(await web()).toBe("0.1.0+old");
  });

  test("two nodes that start at once both succeed", async () => {
    const at_once = Array.from({ length: 8 }, () => announceBuild(at.db, "0.3.0+one", now));
    await Promise.all(at_once);
    expect(await web()).toBe("0.3.0+one");
  });

  test("an operator says more of a build that runs, a restart keeps it, and no other can be named", async () => {
    await announceBuild(at.db, "0.2.0+new", now);
    await command("publish --device web --version 0.2.0+new --min-version 0.2.0 --notes 更快");
    await announceBuild(at.db, "0.2.0+new", later());
    const said = {
      version: "0.2.0+new",
      min_version: "0.2.0",
      notes: "更快",
      url: "/platformEntry/",
    };
    expect((await ask("web")).body.data).toMatchObject(said);
    await expect(command("publish --device web --version 0.3.0+never")).rejects.toThrow(
      "没有登记过",
    );
    await announceBuild(at.db, "0.3.0+next", later());
    expect((await ask("web")).body.data).toMatchObject({ min_version: "0.2.0", notes: "" });
  });

  test("by the name of its entry", async () => {
    const dist = await mkdtemp(join(tmpdir(), "schoolgate-build-"));
    expect(await webBuild(dist)).toBeUndefined();
    await mkdir(dist, { recursive: true });
    const built = (file: string) =>
      writeFile(join(dist, "manifest.json"), JSON.stringify({ "index.html": { file } }));
    await built("assets/index-C_x-4Yq1.js");
    expect(await webBuild(dist)).toBe(`${VERSION}+C_x-4Yq1`);
    await built("other.js");
    expect(await webBuild(dist)).toBeUndefined();
    await rm(dist, { recursive: true });
  });
});
