import { createElement } from "react";
import { createRoot } from "react-dom/client";
import {
  answerWorker,
  endPush,
  canInstall,
  letWorkerTakeOver,
  removeWorker,
  startWorker,
} from "../../platform/installed/worker.ts";
import { onInputKept } from "../../api/client.ts";
import { forgetSent, hasUnsaved, noteTyping } from "../../platform/unsaved.ts";
import { session } from "../../session/session.ts";
import { readSite, site } from "../../session/site.ts";
import { pageInstallation } from "./installation.ts";
import { makeOffer, offers } from "./offers.ts";
import { lookForReleases } from "./poll.ts";

/** Times in ms: after the start, then every half hour, and when the person comes back, at most so often. */
const FIRST_LOOK_MS = 15_000;
const LOOK_EVERY_MS = 30 * 60_000;
const AT_MOST_EVERY_MS = 5 * 60_000;

/** Lets the page be installed and work without a network, and offers new versions. */
export function startReleases(): void {
  const base = import.meta.env.BASE_URL;
  noteTyping();
  onInputKept(forgetSent);
  linkInstallable(base);
  showOffers();
  lookNowAndThen();
  if (import.meta.env.PROD) void keepWorker(`${base}sw.js`);
  session.subscribe((now, before) => {
    // nothing is pushed to a browser that somebody has signed out of
    if (before.token !== null && now.token === null) endPush().catch(ignore);
  });
}

function lookNowAndThen(): void {
  let lookedAt = Date.now();
  const look = () => {
    lookedAt = Date.now();
    lookForReleases().catch(ignore);
  };
  setTimeout(look, FIRST_LOOK_MS);
  setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Math.abs(Date.now() - lookedAt) >= AT_MOST_EVERY_MS) look();
  });
}

/** Registers the service worker; a failure is ignored, since the page works without it. */
async function keepWorker(address: string): Promise<void> {
  if (!canInstall()) return;
  await readSite();
  const file = site.getState().file as { service_worker?: unknown } | null;
  try {
    if (file?.service_worker === false) return await removeWorker();
    answerWorker(hasUnsaved, keepPush);
    await startWorker(address, offerBuild);
    keepPush();
  } catch {
    // a browser that lets nobody keep anything, or a network that did not bring the worker
  }
}

/** Tells the server of a subscription to web push that the browser has replaced by itself. */
function keepPush(): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  import("./keep-push.ts").then(({ keepPushKnown }) => keepPushKnown()).catch(ignore);
}

/** Offers a build that is ready; the page's very own takes over at once, without a reload. */
function offerBuild(version: string): void {
  if (version === pageInstallation()?.version) void letWorkerTakeOver();
  else makeOffer({ device: "web", version, notes: "", url: "", needed: false });
}

function showOffers(): void {
  let shown = false;
  offers.subscribe(() => {
    if (shown) return;
    shown = true;
    import("./offer-card.tsx").then(
      ({ default: OfferCard }) => {
        const place = document.createElement("div");
        document.body.append(place);
        createRoot(place).render(createElement(OfferCard));
      },
      () => (shown = false),
    );
  });
}

/** Ignores a failed import: the chunk guard has reported it. */
function ignore(): void {}

/** Adds the links that let a browser install the page. By script: index.html has no byte to spare, and no first screen waits for it. */
function linkInstallable(base: string): void {
  addLink("manifest", `${base}app.webmanifest`);
  addLink("apple-touch-icon", `${base}brand/icon-touch-180.png`);
}

function addLink(rel: string, href: string): void {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}
