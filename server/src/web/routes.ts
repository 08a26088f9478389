import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_BRANDING } from "#contract";
import { pickBranding } from "../branding/api.ts";
import { accepts, encodingFor, pack } from "../http/answer.ts";
import { serveAppFrame } from "./app-frame.ts";
import { flashFramePolicy, mediaSettings, serveDemoMedia, type DrawFile } from "./media.ts";
import { drawHome, homeWanted, readHomeDocument } from "./drawn-home.ts";
import {
  inlineScripts,
  type Page,
  readFilePolicy,
  readIfThere,
  readPage,
  sitePolicy,
} from "./page.ts";
import { brandedSiteMaker } from "./branded-site.ts";
import { readSiteFile } from "./site-file.ts";

const BASE = "/platformEntry/";
const DEMO_MEDIA = `${BASE}demo-media/`;
/** The page for browsers that are too old for the platform. */
const OLD_BROWSER_PAGE = "old.html";
const WORKER = "sw.js";
const FLASH = "flash";
/** The folder of the build that the server reads and never serves. */
const FOR_SERVER = "server";
const FLASH_FRAME = join(FLASH, "frame.html");
const DIST = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** The `cache-control` by the first folder of a file's path; other files are revalidated each time. */
const KEEP: Readonly<Record<string, string>> = {
  // their names change with their content
  assets: `public, max-age=${YEAR_SECONDS}, immutable`,
  brand: `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${DAY_SECONDS}`,
  flash: `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${DAY_SECONDS}`,
  icons: `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${DAY_SECONDS}`,
  themes: `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${DAY_SECONDS}`,
};
/** The content policy of a file opened by itself: a drawing may style itself, and nothing else. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/** The permissions policy: only the page itself may ask for camera, microphone and screen, no framed app. */
const DEVICES_POLICY = "camera=(self), microphone=(self), display-capture=(self)";

const UNBUILT = `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><title>学门</title>
<h1>页面还没有构建</h1>
<p>服务器已经启动，但没有找到构建好的页面。请在项目目录运行 <code>npm run build</code>，然后重新启动。</p>
</html>
`;

export interface WebOptions {
  /** The directory of the built front end; the repository's own build by default. */
  dist?: string;
  /** Draws the covers and media of the demo's lessons, where they are shown. */
  drawFile?: DrawFile;
}

/** Serves the built page and its files below /platformEntry/. The hash router's routes never reach the server. */
export async function webRoutes(
  app: FastifyInstance,
  { dist = DIST, drawFile }: WebOptions,
): Promise<void> {
  const site = readSiteFile(app.config, dist);
  app.branding.defaults = { ...DEFAULT_BRANDING, ...pickBranding(JSON.parse(site)) };
  const { s3 } = app.config;
  const policyOf = sitePolicy(site, s3 === undefined ? [] : [s3.publicOrigin]);
  const page = readPage(dist, policyOf);
  const home = readHomeDocument(dist);
  const make = brandedSiteMaker({ dist, file: site, page, home });
  const branded = async () => make(await app.branding.values());
  const homePolicy = policyOf(inlineScripts(home?.text ?? ""));
  for (const url of ["/", BASE.slice(0, -1)]) {
    app.get(url, async (_request, reply) => reply.redirect(BASE));
  }
  for (const url of [BASE, `${BASE}index.html`]) {
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: async (request, reply) => {
        // who asks, and how, decides what comes
        reply.header("vary", "accept-encoding, cookie, sec-fetch-dest, sec-fetch-site");
        const shown = await branded();
        const token = shown.home && homeWanted(app, request);
        const drawn =
          shown.home && token && (await drawHome(app, shown.home, shown.branding, request, token));
        return drawn
          ? sendHome(drawn, homePolicy, request, reply)
          : sendPage(shown.page, request, reply);
      },
    });
  }
  // the first who comes shall not wait for the script to load
  app.addHook("onListen", async () => void home?.draw().catch(() => undefined));
  serveAppFrame(app, `${BASE}app-frame`);
  if (app.config.demo) await serveDemoMedia(app, DEMO_MEDIA, drawFile);
  if (page === undefined) return;
  const media = mediaSettings(site);
  const oldPolicy = readFilePolicy(join(dist, OLD_BROWSER_PAGE));
  app.route({
    // the page for clients looks at the time of its head alone
    method: ["GET", "HEAD"],
    url: `${BASE}config.json`,
    handler: async (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "no-cache")
        .send((await branded()).config),
  });
  const { manifest } = await make({});
  if (manifest !== undefined) {
    app.get(`${BASE}app.webmanifest`, async (_request, reply) =>
      reply
        .type("application/manifest+json")
        .header("cache-control", "no-cache")
        .send((await branded()).manifest),
    );
  }
  const worker = readIfThere(join(dist, WORKER));
  if (!app.config.serviceWorker || worker !== undefined) {
    app.get(`${BASE}${WORKER}`, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-cache")
        .header("content-security-policy", WORKER_POLICY)
        .send(app.config.serviceWorker ? ((await branded()).worker ?? worker) : NO_WORKER),
    );
  }
  await app.register(fastifyStatic, {
    root: dist,
    // by itself it reads every folder on the way to a file each time, to compare how the name is spelt
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const file = relative(dist, path);
      const [folder = ""] = file.split(/[\\/]/);
      reply.header("cache-control", KEEP[folder] ?? "no-cache");
      reply.header("content-security-policy", FILE_POLICY);
      reply.header("vary", "accept-encoding");
      // the frame that asks for these is nobody's origin
      if (folder === FLASH) reply.header("access-control-allow-origin", "*");
      if (file.startsWith(WORKER)) reply.header("content-security-policy", WORKER_POLICY);
      if (file.startsWith(OLD_BROWSER_PAGE)) reply.header("content-security-policy", oldPolicy);
      if (file.startsWith(FLASH_FRAME)) {
        const browser = reply.request.headers["user-agent"];
        reply.header("content-security-policy", flashFramePolicy(media, browser));
        reply.header("cache-control", "no-store");
      }
    },
  });
  let files: ReadonlySet<string> | undefined;
  app.route<{ Params: { "*": string } }>({
    // a page that could not load a file asks for its head, to name the cause (ER-06)
    method: ["GET", "HEAD"],
    url: `${BASE}*`,
    handler(request, reply) {
      const path = request.params["*"];
      files ??= readFiles(dist);
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound();
    },
  });
}

/** Returns the paths of a build's files that anybody may have, with `/` between folders. */
function readFiles(dist: string): ReadonlySet<string> {
  const paths = globSync("**/*.*", { cwd: dist, exclude: [FOR_SERVER] });
  return new Set(paths.map((path) => path.replaceAll("\\", "/")));
}

function sendPage(
  page: Page | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  pageHeaders(reply, page?.policy).header("cache-control", "no-cache");
  if (page === undefined) return reply.code(503).send(UNBUILT);
  reply.header("etag", page.etag);
  if (request.headers["if-none-match"]?.includes(page.etag) === true) {
    return reply.code(304).send();
  }
  const takes = request.headers["accept-encoding"];
  for (const encoding of ["br", "gzip"] as const) {
    if (accepts(takes, encoding)) {
      return reply.header("content-encoding", encoding).send(page[encoding]);
    }
  }
  return reply.send(page.html);
}

/** Sends one person's page, which no cache may keep. */
async function sendHome(
  text: string,
  policy: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  pageHeaders(reply, policy).header("cache-control", "private, no-store");
  const body = Buffer.from(text);
  const encoding = encodingFor(request.headers["accept-encoding"], body.length);
  if (encoding === undefined) return reply.send(body);
  return reply.header("content-encoding", encoding).send(await pack(body, encoding));
}

function pageHeaders(reply: FastifyReply, policy: string | undefined): FastifyReply {
  reply.type("text/html; charset=utf-8");
  if (policy === undefined) return reply;
  reply.header("content-security-policy", policy);
  reply.header("referrer-policy", "same-origin");
  return reply.header("permissions-policy", DEVICES_POLICY);
}

/**
 * The service worker's own content policy: it may load the page's files and nothing else. The page's policy does not
 * apply to a worker.
 */
const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A worker that removes itself and everything cached; sent where the operator wants none (`SERVICE_WORKER=off`). */
const NO_WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith("schoolgate-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
`;
