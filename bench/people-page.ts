import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { CALLS } from "#contract";
import { newPerson, openBrowser } from "../e2e/harness/browser.ts";
import { runServer } from "../e2e/harness/run-server.ts";
import { homeShown, openWithSession } from "../e2e/harness/steps.ts";
import { startPostgres } from "../server/test/postgres.ts";
import { ask } from "./client.ts";
import { startH2Front } from "./h2-front.ts";
import { machineLoad, percentile } from "./load.ts";
import { fillPeople, tokenOf } from "./many-people.ts";
import { CPU_SLOWDOWN } from "./slow-line.ts";

/** 人员 in the page among many people, as an administrator of the platform opens it: the frame of its benches. */

export const PEOPLE_PLACE = "#/module/admin/people";
/** The time in ms after which a list is at rest. */
export const AT_REST_MS = 700;
/** The time in ms within which a trial must show a row. */
const TIMEOUT_MS = 30_000;

export interface Seen {
  firstPaint: number;
  frame: number;
  row: number;
  shift: number;
  kilobytes: number;
}

/** Runs in the page from its beginning; times are from the navigation, or from `__from` on. */
export const PROBE = `
  window.__seen = { firstPaint: 0, frame: 0, row: 0, shift: 0 };
  window.__from = 0;
  const note = (type, each, more) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
  note("paint", (e) => { if (e.name === "first-contentful-paint") __seen.firstPaint = e.startTime });
  note("layout-shift", (e) => { if (!e.hadRecentInput && e.startTime >= __from) __seen.shift += e.value });
  window.__events = []; window.__gap = 0;
  note("event", (e) => { if (e.interactionId) __events.push([e.interactionId, e.duration]) }, { durationThreshold: 16 });
  const inModule = (selector) => [...document.querySelectorAll("main div")].some((one) => one.shadowRoot && one.shadowRoot.querySelector(selector));
  let before = performance.now();
  requestAnimationFrame(function look(now) {
    __gap = Math.max(__gap, now - before); before = now;
    const seen = (what, selector) => {
      // a frame later it has been painted
      if (!__seen[what] && inModule(selector)) requestAnimationFrame(() => { __seen[what] ||= performance.now() - __from });
    };
    if (!__seen.row) { seen("frame", "nav a"); seen("row", "tbody a[data-row]") }
    requestAnimationFrame(look);
  });
`;

export const median = (values: readonly number[]) => percentile(values, 50);
export const ms = (value: number) => value.toFixed(0).padStart(9);

/** Waits until a row is painted and the list is at rest; returns when what was seen. */
export async function seenRow(page: Page): Promise<Omit<Seen, "kilobytes">> {
  const isThere = () => (window as unknown as { __seen: Seen }).__seen.row > 0;
  await page.waitForFunction(isThere, null, { timeout: TIMEOUT_MS });
  await page.waitForTimeout(AT_REST_MS);
  return (await page.evaluate("window.__seen")) as Omit<Seen, "kilobytes">;
}

async function session(origin: string) {
  const token = tokenOf("platform");
  const { text } = await ask(`${origin}${CALLS.readUserDetail.path}?fields=id,account,name`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { id, account, name } = (JSON.parse(text) as { data: Record<string, string> }).data;
  const auth_data = { user_id: id ?? "", account: account ?? "", name: name ?? "" };
  const later = new Date(Date.now() + 86_400_000).toISOString();
  return {
    token,
    auth_data: {
      ...auth_data,
      identity: "inner_admin" as const,
      session_id: "x1",
      expires_at: later,
    },
  };
}

export interface Site {
  browser: Browser;
  /** The page's address, over HTTP/2. */
  address: string;
  dataDir: string;
  /** Opens the page once as the administrator: afterwards the browser knows the session, and connections are open. */
  administrator(): Promise<{ context: BrowserContext; page: Page }>;
}

/**
 * Measures in a browser beside a node with so many people, in a database that is filled already or in one of its own; all end
 * with it.
 */
export async function besidePeople(
  { rounds, people, filled }: { rounds: number; people: number; filled: string | undefined },
  measure: (site: Site) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
  const postgres = filled === undefined ? await startPostgres() : undefined;
  const url = filled ?? (await postgres?.createDatabase("people")) ?? "";
  if (filled === undefined) await fillPeople(url, people);
  const platform = await runServer(dataDir, {
    DATABASE_URL: url,
    LOG_LEVEL: "silent",
    SECOND_FACTOR: "offered",
    ADMIN_IDLE_MINUTES: "0",
    TRUST_PROXY: "on",
  });
  const front = await startH2Front(platform.origin, dataDir);
  const browser = await openBrowser(["--ignore-certificate-errors"], "whole");
  const address = `${front.origin}/platformEntry/`;
  const login = await session(platform.origin);
  const administrator = async () => {
    const { context, page } = await newPerson(browser);
    await openWithSession(page, address, login);
    await homeShown(page);
    // home is there before its script, which keeps what the boot script reads
    await page.waitForFunction(() => localStorage.getItem("platform-entry")?.includes("apiServer"));
    await page.goto("about:blank");
    return { context, page };
  };
  try {
    console.log(
      `Chromium ${browser.version()}, 1.6 Mbit/s, 150 ms, CPU ${CPU_SLOWDOWN}x slower, HTTP/2, ${people} people; median of ${rounds}; ${machineLoad()}\n`,
    );
    await measure({ browser, address, dataDir, administrator });
    console.log(`\n${machineLoad()}`);
  } finally {
    await browser.close();
    front.server.close();
    await platform.stop();
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns what the page shows now as one document without scripts: the limit. */
export async function finishedPage(page: Page): Promise<string> {
  return (await page.evaluate(`(() => {
    const host = [...document.querySelectorAll("main div")].find((one) => one.shadowRoot);
    const style = (sheets) => [...sheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("");
    const root = host.shadowRoot;
    const body = [...root.children].filter(({ tagName }) => tagName === "DIV").map((one) => one.outerHTML).join("");
    return "<!doctype html><meta charset=utf-8><title>x</title><style>" + style(document.styleSheets) + style(root.styleSheets) + "</style><main>" + body + "</main>";
  })()`)) as string;
}
