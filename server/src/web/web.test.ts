import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSALS } from "#contract";
import { drawFile } from "../../../demo/lessons/media/draw-media.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { Tables } from "../database/tables.ts";
import { apiOrigins } from "./origins.ts";
import { inlineScripts } from "./page.ts";
import { readSiteFile } from "./site-file.ts";

const BOOT = 'console.log("开始 </p>")';
const HTML = `<!doctype html><script>${BOOT}</script><script type="module" src="/platformEntry/assets/a-1.js"></script>`;
// serving files asks no database
const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const config = { ...readConfig({ DEMO: "off" }), logLevel: "silent" as const };
let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), "schoolgate-web-"));
  await mkdir(join(dist, "assets"));
  await mkdir(join(dist, "themes"));
  await mkdir(join(dist, "flash"));
  await mkdir(join(dist, "server"));
  await writeFile(join(dist, "index.html"), HTML);
  await writeFile(join(dist, "config.json"), '{"api":{"prod":"https://api.example.cn/x"}}');
  await writeFile(join(dist, "assets", "a-1.js"), "plain");
  await writeFile(join(dist, "assets", "a-1.js.br"), "packed by brotli");
  await writeFile(join(dist, "assets", "b-2.js"), "not packed yet");
  await writeFile(join(dist, "assets", "a-1.js.gz"), "packed by gzip");
  await writeFile(join(dist, "themes", "3284DD.css"), ":root{}");
  await writeFile(join(dist, "flash", "frame.html"), "<!doctype html>");
  await writeFile(join(dist, "flash", "engine.wasm"), "engine");
  await writeFile(join(dist, "server", "home.html"), "for the server alone");
  await writeFile(join(dist, ".secret"), "hidden");
  app = await buildApp({ db, config, web: { dist } });
});
afterAll(async () => {
  await app.close();
  await db.destroy();
  await rm(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("the page", () => {
  test.each(["/", "/platformEntry"])("%s leads to it", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/platformEntry/"]);
  });

  test("may run its own inline scripts by hash, and nothing else may frame it", async () => {
    const answer = await get("/platformEntry/");
    expect([answer.statusCode, answer.body]).toEqual([200, HTML]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' 'sha256-${hash("sha256", BOOT, "base64")}';`);
    expect(policy).toContain("connect-src 'self' https://api.example.cn;");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("frame-src 'self';");
  });

  test("may itself ask for camera and microphone, and no app that it frames", async () => {
    const answer = await get("/platformEntry/");
    expect(answer.headers["permissions-policy"]).toBe(
      "camera=(self), microphone=(self), display-capture=(self)",
    );
  });

  test("is sent packed to who takes that, and not again to who has it", async () => {
    const br = await get("/platformEntry/", { "accept-encoding": "gzip, deflate, br" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(HTML);
    const gzip = await get("/platformEntry/index.html", { "accept-encoding": "gzip, br;q=0" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(HTML);
    const again = await get("/platformEntry/", { "if-none-match": String(br.headers["etag"]) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

describe("its files", () => {
  test("assets are kept for ever, and sent as they were packed", async () => {
    const plain = await get("/platformEntry/assets/a-1.js");
    expect([plain.statusCode, plain.body]).toEqual([200, "plain"]);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const br = await get("/platformEntry/assets/a-1.js", { "accept-encoding": "gzip, br" });
    expect([br.headers["content-encoding"], br.body]).toEqual(["br", "packed by brotli"]);
    expect(br.headers["content-type"]).toMatch(/javascript/);
    expect(br.headers["cache-control"]).toContain("immutable");
    const gzip = await get("/platformEntry/assets/a-1.js", { "accept-encoding": "gzip" });
    expect([gzip.headers["content-encoding"], gzip.body]).toEqual(["gzip", "packed by gzip"]);
  });

  test("what is compressed only after the platform has started goes out as it is until then", async () => {
    const asked = () => get("/platformEntry/assets/b-2.js", { "accept-encoding": "gzip, br" });
    const early = await asked();
    expect([early.headers["content-encoding"], early.body]).toEqual([undefined, "not packed yet"]);
    expect(early.headers["vary"]).toContain("accept-encoding");
    await writeFile(join(dist, "assets", "b-2.js.br"), "packed since");
    const late = await asked();
    expect([late.headers["content-encoding"], late.body]).toEqual(["br", "packed since"]);
  });

  test("their heads are sent alone, by which a page names why a file did not come (ER-06)", async () => {
    const head = async (path: string) => {
      const url = `/platformEntry/${path}`;
      const answer = await app.inject({
        method: "HEAD",
        url,
        headers: { "accept-encoding": "br" },
      });
      return [answer.statusCode, String(answer.headers["content-type"]).split(";")[0], answer.body];
    };
    expect(await head("assets/a-1.js")).toEqual([200, "application/javascript", ""]);
    expect(await head("themes/3284DD.css")).toEqual([200, "text/css", ""]);
    expect(await head("config.json")).toEqual([200, "application/json", ""]);
    expect(await head("assets/gone.js")).toEqual([404, "text/plain", ""]);
  });

  test("what keeps its name is asked for again", async () => {
    const theme = await get("/platformEntry/themes/3284DD.css");
    expect(theme.headers["cache-control"]).toMatch(/^public, max-age=3600,/);
    const settings = await get("/platformEntry/config.json");
    expect(settings.headers["cache-control"]).toBe("no-cache");
    // without a provider no code reaches anybody, and the page offers none (SE-04)
    expect(settings.json()).toEqual({
      api: { prod: "https://api.example.cn/x" },
      codes: [],
      passkeys: true,
    });
  });

  test.each([
    "assets/gone.js",
    "assets/",
    "assets",
    ".secret",
    "server/home.html",
    "../package.json",
    "%2e%2e/x",
    "home",
  ])("%s is not there, and the page is not sent in its place", async (path) => {
    const answer = await get(`/platformEntry/${path}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain("<script");
  });
});

test("without a build the page says what to do", async () => {
  const bare = await buildApp({ db, config, web: { dist: join(dist, "nothing") } });
  const answer = await bare.inject("/platformEntry/");
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  expect((await bare.inject("/platformEntry/assets/a.js")).statusCode).toBe(404);
  await bare.close();
});

describe("what the policy is read from", () => {
  test("scripts in the page, with whatever attributes", () => {
    const html = `<script>a</script><SCRIPT type="module">\nb\n</SCRIPT><script defer src="x"></script>`;
    expect(inlineScripts(html)).toEqual(["a", "\nb\n"]);
  });

  test.each([
    ["not json", []],
    ["{}", []],
    ['{"api":{"dev":"","prod":"javascript:alert(1)"}}', []],
    ['{"api":{"dev":"http://a:1/","prod":"http://a:1/b"}}', ["http://a:1"]],
  ])("the API servers in %s", (file, origins) => {
    expect(apiOrigins(file)).toEqual(origins);
  });
});

describe("the operator's file", () => {
  test("is the data directory's own, else what was built; the demo names its district", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-site-"));
    const built = '{"api":{"prod":"https://api.example.cn/x"}}';
    const read = (demo: boolean) => JSON.parse(readSiteFile({ dataDir, demo }, dist)) as object;
    expect(read(false)).toEqual({ ...(JSON.parse(built) as object), codes: [], passkeys: true });
    expect(read(true)).toMatchObject({ ...JSON.parse(built), owner: "晨曦区教育局（演示）" });
    await writeFile(join(dataDir, "site.json"), '{"owner":"启明小学"}');
    expect(read(true)).toMatchObject({ owner: "启明小学" });
    expect(read(true)).not.toHaveProperty("api");
    await writeFile(join(dataDir, "site.json"), "{owner");
    expect(() => readSiteFile({ dataDir, demo: false }, dist)).toThrow("不是有效的 JSON");
    await rm(dataDir, { recursive: true });
  });
});

describe("the API page", () => {
  test("describes every call, from the contract", async () => {
    const document = (await get("/openapi.json")).json();
    expect(document.info.title).toBe("学门接口");
    expect((await get("/docs/api/json")).json()).toEqual(document);
    const call = document.paths["/dt-platform/v1/user/user/detail"].get;
    expect(call.parameters.map(({ name }: { name: string }) => name)).toEqual([
      "identity",
      "client",
      "fields",
      "identity",
    ]);
    expect(document.paths["/dt-platform/v1/sso/api/login"].post.security).toEqual([]);
    const { code } = document.components.schemas.Failure.properties;
    for (const { status, code: one, msg } of Object.values(REFUSALS)) {
      expect(code.description).toContain(`\`${one}\`（HTTP ${status}）${msg}`);
    }
  });

  test("uses nothing from elsewhere, and answers for nothing that it has not", async () => {
    const page = await get("/docs/api");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.body).toContain("<title>学门接口</title>");
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(sources.length).toBeGreaterThan(3);
    for (const url of sources) expect((await get(url)).statusCode).toBe(200);
    const missing = await get("/docs/api/nothing");
    expect([missing.statusCode, missing.body]).toEqual([404, (await get("/nothing")).body]);
  });
});

describe("what plays Flash", () => {
  test("the frame has a policy of its own, and its files may be read by nobody's origin", async () => {
    const frame = await get("/platformEntry/flash/frame.html");
    expect(frame.statusCode).toBe(200);
    expect(frame.headers["content-security-policy"]).toContain("'wasm-unsafe-eval'");
    expect(frame.headers["cache-control"]).toBe("no-store");
    const engine = await get("/platformEntry/flash/engine.wasm");
    expect(engine.headers).toMatchObject({
      "content-type": "application/wasm",
      "access-control-allow-origin": "*",
      "cache-control": expect.stringMatching(/^public, max-age=3600/),
    });
    expect(engine.headers["content-security-policy"]).not.toContain("eval");
    const page = await get("/platformEntry/");
    expect(page.headers["content-security-policy"]).not.toContain("eval");
  });
});

describe("the demo's media", () => {
  const FILE = "default-src 'none'; media-src 'self'; sandbox";
  const DRAWING = "default-src 'none'; sandbox";
  const DOCUMENT = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
  test.each([
    ["clip.mp4", "video/mp4", FILE],
    ["clip.flv", "video/x-flv", FILE],
    ["clip.m3u8", "application/vnd.apple.mpegurl", FILE],
    ["clip0.m2ts", "video/mp2t", FILE],
    ["lessons/science-5-4-animation.swf", "application/x-shockwave-flash", FILE],
    ["lessons/music-1-1-audio.mp3", "audio/mpeg", FILE],
    ["lessons/chinese-3-1-video.vtt", "text/vtt; charset=utf-8", FILE],
    ["lessons/art-1-1-picture.svg", "image/svg+xml; charset=utf-8", DRAWING],
    ["lessons/chinese-3-1-plan.pdf", "application/pdf", DOCUMENT],
  ])("%s is sent as %s, whole or in part", async (file, type, policy) => {
    const web = { dist, drawFile };
    const demo = await buildApp({ db, config: { ...config, demo: true }, web });
    const whole = await demo.inject(`/platformEntry/demo-media/${file}`);
    expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, type]);
    expect(whole.headers["content-security-policy"]).toBe(policy);
    expect(whole.headers["cache-control"]).toBe("public, max-age=3600");
    const part = await demo.inject({
      url: `/platformEntry/demo-media/${file}`,
      headers: { range: "bytes=1-4" },
    });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 1-4/${whole.rawPayload.length}`);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(1, 5));
    await demo.close();
  });

  test("a lesson's cover is drawn with its topic, and no other (SF-04)", async () => {
    const web = { dist, drawFile };
    const demo = await buildApp({ db, config: { ...config, demo: true }, web });
    const cover = await demo.inject("/platformEntry/demo-media/covers/chinese-3-1.svg");
    expect(cover.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
    expect(cover.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(cover.body).toMatch(/^<svg .*<text [^>]*>大青树<\/text><text [^>]*>下的小学<\/text>/);
    const beyond = await demo.inject({
      url: "/platformEntry/demo-media/covers/chinese-3-1.svg",
      headers: { range: "bytes=9000-" },
    });
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([
      416,
      `bytes */${cover.rawPayload.length}`,
    ]);
    for (const none of [
      ...["covers/chinese-3-99.svg", "covers/none-1-1.svg", "covers/..%2f..%2fload.ts"],
      ...["lessons/chinese-3-99-plan.pdf", "lessons/chinese-3-1-plan.svg", "lessons/"],
    ]) {
      const answer = await demo.inject(`/platformEntry/demo-media/${none}`);
      expect(answer.statusCode, none).toBe(404);
    }
    await demo.close();
  });

  test("a deployment that is no demo has none", async () => {
    for (const file of ["clip.mp4", "covers/art-1-1.svg", "lessons/art-1-1-plan.pdf"]) {
      expect((await get(`/platformEntry/demo-media/${file}`)).statusCode).toBe(404);
    }
  });
});

test("the page for browsers that are too old may run its own script, and nothing else", async () => {
  const script = "document.title = 'old'";
  const own = await mkdtemp(join(tmpdir(), "schoolgate-old-"));
  await writeFile(join(own, "index.html"), HTML);
  await writeFile(join(own, "old.html"), `<!doctype html><script>${script}</script>`);
  const other = await buildApp({ db, config, web: { dist: own } });
  const answer = await other.inject("/platformEntry/old.html");
  const policy = String(answer.headers["content-security-policy"]);
  expect(policy).toContain(`script-src 'sha256-${hash("sha256", script, "base64")}';`);
  expect(policy).not.toContain("sandbox");
  expect(answer.headers["cache-control"]).toBe("no-cache");
  await other.close();
  await rm(own, { recursive: true });
});

test("files may be put at the object store that the operator names, and nowhere else", async () => {
  const s3 = readConfig({
    S3_ENDPOINT: "http://minio:9000",
    S3_PUBLIC_ENDPOINT: "https://files.example.cn/",
    S3_BUCKET: "school-files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  }).s3;
  if (s3 === undefined) throw new Error("the store was not read");
  const stored = await buildApp({ db, config: { ...config, s3 }, web: { dist } });
  const sources = async (one: FastifyInstance) => {
    const { headers } = await one.inject({ url: "/platformEntry/" });
    return /connect-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1]?.split(" ");
  };
  const before = (await sources(app)) ?? [];
  expect(await sources(stored)).toEqual([...before, "https://files.example.cn"]);
  await stored.close();
});
