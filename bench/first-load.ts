/**
 * Measures what a person waits for on a slow line and an old PC: sign-in, and home in every role, cold and again, with and without
 * the service worker, over HTTP/1.1 and HTTP/2; each in turns with its limit, the same page finished, without a script,
 * from a bare server. Targets (architecture.md): home cold at most 1.25 × its limit, again at most 1.0 ×; interactive
 * within 1,150 ms; sign-in painted within 450 ms and usable within 1,000 ms; nothing moves.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { newPerson, openBrowser } from "../e2e/harness/browser.ts";
import { runServer } from "../e2e/harness/run-server.ts";
import { openWithSession } from "../e2e/harness/steps.ts";
import { signInByWire } from "../e2e/harness/wire.ts";
import { startH2Front } from "./h2-front.ts";
import { CPU_SLOWDOWN, slowDown } from "./slow-line.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const ROLES: Readonly<Record<string, string>> = {
  manager: "linlan",
  teacher: "sunhao",
  student: "linxiaoman",
  parent: "chenjing",
  admin: "wangfang",
};
const CHOSEN = process.argv[3]?.split(",") ?? Object.keys(ROLES);
/** The time in ms after which late parts have loaded and the layout no longer moves. */
const SETTLED_MS = 1500;

interface Load {
  firstPaint: number;
  largestPaint: number;
  /** The time at which every visible tile shows its picture; for sign-in, the same as `firstPaint`. */
  tiles: number;
  /** The time at which the page is interactive; 0 for a finished one. */
  interactive: number;
  shift: number;
  kilobytes: number;
}

/** Runs in the page from its beginning. */
const PROBE = `
  window.__load = { firstPaint: 0, largestPaint: 0, tiles: 0, interactive: 0, shift: 0 };
  const seen = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  seen("paint", (e) => { if (e.name === "first-contentful-paint") __load.firstPaint = e.startTime });
  seen("largest-contentful-paint", (e) => { __load.largestPaint = e.startTime });
  seen("layout-shift", (e) => { if (!e.hadRecentInput) __load.shift += e.value });
  requestAnimationFrame(function look() {
    const near = [...document.querySelectorAll("main section li :is(img,svg)")].filter((one) => one.getBoundingClientRect().top < innerHeight);
    const isThere = (one) => one.tagName === "svg" || (one.complete && one.naturalWidth > 0);
    // a frame later it has been painted
    if (!__load.tiles && near.length && near.every(isThere)) requestAnimationFrame(() => { __load.tiles ||= performance.now() });
    if (!__load.interactive && window.schoolgateBoot?.started) __load.interactive = performance.now();
    if (!__load.tiles || !__load.interactive) requestAnimationFrame(look);
  });
`;

/** Opens `url` on the slow line and measures the load. */
async function load(page: Page, url: string, cold: boolean, lives: boolean): Promise<Load> {
  const { line, bytes } = await slowDown(page, cold);
  await page.addInitScript(PROBE);
  await page.goto(url, { waitUntil: "commit" });
  const isThere = (wanted: boolean) => {
    const { firstPaint, tiles, interactive } = (window as unknown as { __load: Load }).__load;
    const home = document.getElementById("home-notices") !== null;
    return firstPaint > 0 && (tiles > 0 || !home) && (interactive > 0 || !wanted);
  };
  await page.waitForFunction(isThere, lives);
  await page.waitForTimeout(SETTLED_MS);
  const seen = (await page.evaluate("window.__load")) as Load;
  await line.detach();
  return { ...seen, kilobytes: bytes() / 1024 };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const medians = (loads: readonly Load[]) => {
  const of = (key: keyof Load) => median(loads.map((one) => one[key]));
  return {
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    tiles: of("tiles"),
    interactive: of("interactive"),
    shift: of("shift"),
    kilobytes: of("kilobytes"),
  };
};

function print(what: string, found: Load, limit?: Load): void {
  const ms = (value: number) => value.toFixed(0).padStart(8);
  const over =
    limit === undefined ? 0 : found.tiles / limit.tiles || found.firstPaint / limit.firstPaint;
  const beside = over === 0 ? "" : `${over.toFixed(2)} ×`;
  console.log(
    what.padEnd(34) +
      found.kilobytes.toFixed(0).padStart(5) +
      ms(found.firstPaint) +
      ms(found.largestPaint) +
      ms(found.tiles) +
      ms(found.interactive) +
      found.shift.toFixed(3).padStart(8) +
      beside.padStart(9),
  );
}

/** Reads the document as a browser that opens it in a tab. */
function documentOf(url: string, token: string): Promise<string> {
  const navigation = {
    "sec-fetch-dest": "document",
    "sec-fetch-mode": "navigate",
    "sec-fetch-site": "none",
  };
  return new Promise((resolve, reject) => {
    const headers = { ...navigation, cookie: `token=${token}` };
    const sent = request(url, { headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve(text));
    });
    sent.on("error", reject).end();
  });
}

/** Returns the same page without scripts, with what is drawn in its place: sign-in is there, home in a template. */
function finishedPage(html: string): string {
  const [, attributes = "", drawn = ""] =
    /<template id="shell-home"([^>]*)>([^]*?)<\/template>/.exec(html) ?? [];
  const look = /data-look="([^"]*)"/.exec(attributes)?.[1] ?? "";
  return html
    .replace(/<template[^]*?<\/template>/g, "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace('<html lang="zh-CN">', `<html lang="zh-CN" class="${look}">`)
    .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`);
}

const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
const platform = await runServer(dataDir, { LOG_LEVEL: "silent", TRUST_PROXY: "on" });
const finished = new Map<string, Buffer>();
const bare = createServer((asked, reply) => {
  const body = finished.get(asked.url ?? "");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "no-store",
  };
  reply.writeHead(body === undefined ? 404 : 200, headers).end(body);
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const bareOrigin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const fronts = [
  await startH2Front(platform.origin, dataDir),
  await startH2Front(bareOrigin, dataDir),
];
const browser = await openBrowser(["--ignore-certificate-errors"], "whole");

const logins = new Map<string, Awaited<ReturnType<typeof signInByWire>>>();
for (const role of CHOSEN) {
  const login = await signInByWire(platform.origin, ROLES[role] ?? role);
  logins.set(role, login);
  const html = finishedPage(await documentOf(platform.page, login.token));
  finished.set(`/${role}`, brotliCompressSync(html));
}
const plain = await documentOf(platform.page, "");
finished.set("/login", brotliCompressSync(finishedPage(plain)));

/** Opens the page again as a person of this role in a browser that knows them; with the worker, after it controls the page. */
async function comeBack(role: string, page: Page, address: string, worker: boolean): Promise<void> {
  const login = logins.get(role);
  if (login === undefined) await page.goto(address);
  else await openWithSession(page, address, login);
  if (worker) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForTimeout(SETTLED_MS);
  await page.goto("about:blank");
}

async function once(role: string, address: string, kind: "limit" | "cold" | "again" | "worker") {
  const worker = kind === "worker" ? "allow" : "block";
  const { context, page } = await newPerson(browser, "classroom", worker);
  try {
    if (kind === "limit") {
      // with a connection that is open, as ours has by then
      await page.goto(address);
      await page.goto("about:blank");
      return await load(page, address, true, false);
    }
    await comeBack(role, page, address, kind === "worker");
    return await load(page, address, kind === "cold", true);
  } finally {
    await context.close();
  }
}

try {
  console.log(
    `Chromium ${browser.version()}, 1.6 Mbit/s, 150 ms, CPU ${CPU_SLOWDOWN}x slower; median of ${ROUNDS}; load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  console.log(`${"".padEnd(34)}   KB   first largest   tiles   lives   shift  beside its limit`);
  for (const [line, ours, limits] of [
    ["HTTP/1.1", platform.origin, bareOrigin],
    ["HTTP/2", fronts[0]?.origin ?? "", fronts[1]?.origin ?? ""],
  ] as const) {
    for (const role of ["login", ...CHOSEN]) {
      const kinds =
        role === "login"
          ? (["limit", "cold"] as const)
          : (["limit", "cold", "again", "worker"] as const);
      const loads = new Map<string, Load[]>(kinds.map((kind) => [kind, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const kind of kinds) {
          const address = kind === "limit" ? `${limits}/${role}` : `${ours}/platformEntry/`;
          loads.get(kind)?.push(await once(role, address, kind));
        }
      }
      const limit = medians(loads.get("limit") ?? []);
      for (const kind of kinds) {
        print(
          `${line} ${role}, ${kind === "worker" ? "again, worker" : kind}`,
          medians(loads.get(kind) ?? []),
          kind === "limit" ? undefined : limit,
        );
      }
    }
  }
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  for (const { server } of fronts) server.close();
  bare.close();
  await platform.stop();
  await rm(dataDir, { recursive: true, force: true });
}
