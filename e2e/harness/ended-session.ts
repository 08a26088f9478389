import { dirname } from "node:path";
import type { Page } from "playwright-core";
import { INBOX_EVENTS_PATH } from "#contract";
import type { Platform } from "./run-server.ts";
import { signInByWire } from "./wire.ts";

/** Keeps the page from hearing that its session has ended: by the stream, which ends with it, and the counts asked for then. */
export async function hearNothing(page: Page): Promise<void> {
  const inbox = (url: URL) => url.pathname.startsWith(dirname(INBOX_EVENTS_PATH));
  // for good: a request that is on its way while a route is taken back never comes
  await page.route(inbox, (route) => route.abort());
}

/** Ends the session of the page, as a sign-in elsewhere does, and presses what sends. */
export async function endIn(
  { origin }: Pick<Platform, "origin">,
  page: Page,
  account: string,
  press: () => Promise<void>,
): Promise<void> {
  await hearNothing(page);
  await signInByWire(origin, account);
  await press();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
}
