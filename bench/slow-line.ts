import type { CDPSession, Page } from "playwright-core";

/** A slow line and an old classroom PC, as architecture.md measures "First load": bytes a second, and ms a round trip. */
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
export const CPU_SLOWDOWN = 4;

/** Slows a page's line and processor down, and counts the bytes that come; `cold` empties the browser's cache first. */
export async function slowDown(
  page: Page,
  cold: boolean,
): Promise<{ line: CDPSession; bytes: () => number }> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  if (cold) await line.send("Network.clearBrowserCache");
  await line.send("Network.emulateNetworkConditions", { offline: false, ...LINE });
  await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  return { line, bytes: () => bytes };
}
