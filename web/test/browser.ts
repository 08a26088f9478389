import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A test in a browser waits longer than others do, on a machine that is busy with all of them. */
export const BROWSER_TEST_TIMEOUT_MS = 30_000;

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
}
