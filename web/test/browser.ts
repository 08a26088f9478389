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

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
}
