import type { FastifyInstance } from "fastify";
import { asMarkup, html } from "../platform/html.ts";
import { originsOf } from "./origins.ts";

/** The `sandbox` of a framed app: all that an app in a tab may do, except navigating the page around it. */
const SANDBOX = [
  "allow-scripts",
  "allow-same-origin",
  "allow-forms",
  "allow-popups",
  "allow-popups-to-escape-sandbox",
  "allow-downloads",
  "allow-modals",
].join(" ");
/** Features that a framed app may use: neither camera nor microphone, location, nor payment. */
const PERMISSIONS = "autoplay; clipboard-write; fullscreen; picture-in-picture";
const STYLE = "html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}";
const DOCUMENT = html`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>应用</title><style>${asMarkup(STYLE)}</style><iframe name="app" sandbox="${SANDBOX}" allow="${PERMISSIONS}" referrerpolicy="strict-origin-when-cross-origin"></iframe></html>`;

/**
 * Serves the document between the page and an app that opens in a frame (AP-07). Its policy allows that app's
 * registered addresses and no other: a page that has long been open, or comes from the browser's own cache, need not
 * know them.
 */
export function serveAppFrame(app: FastifyInstance, url: string): void {
  app.get<{ Querystring: { app?: unknown } }>(url, async (request, reply) => {
    const id = request.query.app;
    const entry = typeof id === "string" ? await app.catalogue.app(id) : undefined;
    const framed = entry?.opens_in === "frame" ? [entry.url, ...textsIn(entry.settings)] : [];
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", framePolicy(originsOf(framed)))
      .header("permissions-policy", "camera=(), microphone=(), display-capture=(), geolocation=()")
      .header("referrer-policy", "same-origin")
      .send(String(DOCUMENT));
  });
}

/**
 * Returns the content policy of a frame. `'self'` is among its sources: an app that signs in by OpenID Connect or CAS
 * passes through here.
 */
function framePolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ["frame-src 'self'", ...origins].join(" "),
    // a launch by POST is sent from the empty frame, which goes by this policy
    ["form-action 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Returns every text in an entry's settings, of which addresses count. */
function textsIn(settings: unknown): unknown[] {
  if (typeof settings !== "object" || settings === null) return [settings];
  return Object.values(settings).flatMap(textsIn);
}
