/**
 * The service worker: keeps the files of one build, so that the page opens without a network. It keeps nothing of a
 * person; what was last seen of home is kept by the page (session/last-seen.ts). Built by web/build/service-worker.ts.
 */
import { planFor } from "./plan.ts";
import { openMessages, renewPush, showNews } from "./push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The build: its version, the name that changes with any of its files, and these with their SHA-256. */
declare const BUILD: {
  version: string;
  name: string;
  files: Readonly<Record<string, string>>;
};

/** The time in ms after which a cached page is shown while the network has not answered. */
const PAGE_WAIT_MS = 3000;
/** The status that a proxy answers for a server that is down. */
const GATEWAY_FAULT = 502;
const PREFIX = "schoolgate-";
const SHELL = `${PREFIX}shell-${BUILD.name}`;
/** The cache of files that are fetched later than the shell. */
const SEEN = `${PREFIX}seen-${BUILD.name}`;
const BASE = self.registration.scope;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepShell(), askNetworkAtOnce(event)]));
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "take-over") void self.skipWaiting();
  if (data === "version") ports[0]?.postMessage(BUILD.version);
  if (Array.isArray(data)) event.waitUntil(keepLoaded(event, data.map(String)));
});
self.addEventListener("push", (event) => event.waitUntil(showNews(event.data, BASE)));
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(openMessages(event.notification, BASE)),
);
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewPush(event, BASE)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const partial = request.headers.has("range");
  const { method, url, mode, cache } = request;
  switch (planFor({ method, url, mode, cache, partial }, BASE)) {
    case "page":
      return event.respondWith(page(event));
    case "hashed":
      return event.respondWith(hashed(event));
    case "lasting":
      return event.respondWith(lasting(event));
    case "suspect":
      return event.respondWith(askedAgain(request));
    case "leave":
  }
});

/** Caches all files of one build or none: during a rollout another node may serve another build's page. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  await cache.addAll(
    Object.entries(BUILD.files).map(([file, integrity]) => {
      // names that change with the content may come from the browser's own cache
      const from = file.startsWith("assets/") ? "default" : "no-cache";
      return new Request(BASE + file, { integrity, cache: from });
    }),
  );
}

/** Static routing, where the browser has it: Chrome 123 and later. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}
type RoutedInstallClass = { prototype: object };

/**
 * Has the browser ask the network for the page even before this worker has started: a returning person gets their own
 * home. The first of the two answers counts; an unsuccessful one is left to the worker.
 */
async function askNetworkAtOnce(event: RoutedInstall): Promise<void> {
  const source = "race-network-and-fetch-handler";
  await event.addRoutes?.([{ condition: { requestMode: "navigate" }, source }]);
}

async function takeOver(): Promise<void> {
  // browsers without routes begin a request of their own beside the worker's start, and hand it over
  const routes =
    "InstallEvent" in self && "addRoutes" in (self.InstallEvent as RoutedInstallClass).prototype;
  if (!routes) await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== SHELL && name !== SEEN);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const network = preloaded(preloadResponse).then((early) => early ?? fetch(request));
  const answer = await Promise.race([network.catch(() => undefined), wait(PAGE_WAIT_MS)]);
  if (answer !== undefined && answer.status < GATEWAY_FAULT) return answer;
  return (await kept(BASE)) ?? answer ?? network;
}

/** Returns the browser's preloaded response; undefined where there is none, or it failed. */
async function preloaded(response: Promise<unknown>): Promise<Response | undefined> {
  const early: unknown = await response.catch(() => undefined);
  return early instanceof Response ? early : undefined;
}

async function hashed(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  return (await kept(url)) ?? fetchAndKeep(event, event.request);
}

async function lasting(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const old = await kept(url);
  if (old === undefined) return fetchAndKeep(event, event.request);
  event.waitUntil(fetchAndKeep(event, event.request).catch(() => undefined));
  return old;
}

/** Keeps what a page loaded before there was a worker, as its first visit's pictures; most are still in the browser's cache. */
async function keepLoaded(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const plan = planFor(
      { method: "GET", url, mode: "cors", cache: "default", partial: false },
      BASE,
    );
    if ((plan !== "hashed" && plan !== "lasting") || (await kept(url)) !== undefined) continue;
    await fetchAndKeep(event, new Request(url)).catch(() => undefined);
  }
}

/** Answers with another file than the one wanted, as a network's sign-in page, but does not keep it. */
async function fetchAndKeep(event: ExtendableEvent, request: Request): Promise<Response> {
  const answer = await fetch(request);
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status === 200 && answer.type === "basic" && !type.includes("html")) {
    const copy = answer.clone();
    // a disk that is full keeps nothing; the page works all the same
    event.waitUntil(keep(request.url, copy).catch(() => undefined));
  }
  return answer;
}

/** Caches an answer, unless this worker's shell is gone: then it was replaced, and what it cached would stay for ever. */
async function keep(url: string, answer: Response): Promise<void> {
  if (await caches.has(SHELL)) await (await caches.open(SEEN)).put(url, answer);
}

/** Returns a cached file; a picture fetched later comes before the one of the build. */
async function kept(url: string): Promise<Response | undefined> {
  for (const name of [SEEN, SHELL]) {
    // the server packs files by what a browser takes, and that is one browser's own cache
    const found = await caches.match(url, { cacheName: name, ignoreVary: true });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Answers a page that found a file broken, once it is forgotten: the page may be loaded anew as soon as it knows. */
async function askedAgain(request: Request): Promise<Response> {
  await forget(request.url).catch(() => undefined);
  return fetch(request);
}

async function forget(url: string): Promise<void> {
  for (const name of [SEEN, SHELL]) {
    if (await caches.has(name)) await (await caches.open(name)).delete(url);
  }
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
