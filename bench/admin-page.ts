/**
 * Measures what an administrator waits for in 人员 among many people, on the slow line and old PC of first-load (AD-01):
 * the first row cold, again, and from home, beside the same rows as a finished page. Limits (architecture.md,
 * "Administration"): cold 2,000 ms, prefetched 800 ms. Arguments: rounds, people, the address of a database filled before.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { newPerson } from "../e2e/harness/browser.ts";
import { homeShown } from "../e2e/harness/steps.ts";
import { noPostgres } from "../server/test/postgres.ts";
import { startH2Front } from "./h2-front.ts";
import {
  besidePeople,
  finishedPage,
  median,
  ms,
  PEOPLE_PLACE,
  PROBE,
  type Seen,
  seenRow,
  type Site,
} from "./people-page.ts";
import { slowDown } from "./slow-line.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const PEOPLE = Number(process.argv[3] ?? 200_000);
const LIMITS = { cold: 2000, again: 2000, "from home": 800 } as const;
/** The time in ms after which home has fetched what it fetches ahead. */
const IDLE_MS = 6000;

type Kind = keyof typeof LIMITS;

if (noPostgres()) process.exit(0);
let finished: Buffer = Buffer.alloc(0);
const bare = createServer((_asked, reply) => {
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "br" };
  reply.writeHead(200, { ...headers, "cache-control": "no-store" }).end(finished);
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
await besidePeople({ rounds: ROUNDS, people: PEOPLE, filled: process.argv[4] }, loads);
bare.close();

async function loads({ browser, address, dataDir, administrator }: Site): Promise<void> {
  const { port } = bare.address() as AddressInfo;
  const bareFront = await startH2Front(`http://127.0.0.1:${port}`, dataDir);
  const found: Record<Kind, Seen[]> = { cold: [], again: [], "from home": [] };
  const limits: Pick<Seen, "firstPaint" | "kilobytes">[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of Object.keys(LIMITS) as Kind[]) {
      const { context, page } = await administrator();
      found[kind].push(await trial(page, address, kind));
      if (finished.length === 0) finished = brotliCompressSync(await finishedPage(page));
      await context.close();
    }
    const { context, page } = await newPerson(browser);
    limits.push(await firstPaintOf(page, `${bareFront.origin}/`));
    await context.close();
  }
  console.log("first row of 人员     KB   first paint    frame      row    worst   limit   shift");
  for (const kind of Object.keys(LIMITS) as Kind[]) {
    const of = (key: keyof Seen) => found[kind].map((one) => one[key]);
    const row = median(of("row"));
    console.log(
      `${kind.padEnd(18)}${median(of("kilobytes")).toFixed(0).padStart(6)}${ms(median(of("firstPaint")))}     ${ms(median(of("frame")))}${ms(row)}${ms(Math.max(...of("row")))}${ms(LIMITS[kind])}${median(of("shift")).toFixed(3).padStart(8)}${row > LIMITS[kind] ? "  NOT KEPT" : ""}`,
    );
  }
  const paints = limits.map(({ firstPaint }) => firstPaint);
  console.log(
    `${"finished page".padEnd(18)}${median(limits.map(({ kilobytes }) => kilobytes))
      .toFixed(0)
      .padStart(6)}${ms(median(paints))}   (the same rows and styles, no script)\n`,
  );
  bareFront.server.close();
}

async function trial(page: Page, address: string, kind: Kind): Promise<Seen> {
  await page.addInitScript(PROBE);
  if (kind === "from home") {
    await page.goto(`${address}#/home/index`);
    await homeShown(page);
    await page.waitForTimeout(IDLE_MS);
    const { bytes } = await slowDown(page, false);
    await page.evaluate(
      `window.__from = performance.now(); location.hash = ${JSON.stringify(PEOPLE_PLACE)}`,
    );
    return { ...(await seenRow(page)), firstPaint: 0, kilobytes: bytes() / 1024 };
  }
  if (kind === "again") {
    await page.goto(`${address}${PEOPLE_PLACE}`);
    await seenRow(page);
  }
  await page.goto("about:blank");
  const { bytes } = await slowDown(page, kind === "cold");
  await page.goto(`${address}${PEOPLE_PLACE}`, { waitUntil: "commit" });
  return { ...(await seenRow(page)), kilobytes: bytes() / 1024 };
}

async function firstPaintOf(
  page: Page,
  address: string,
): Promise<Pick<Seen, "firstPaint" | "kilobytes">> {
  // with a connection that is open, as ours has by then
  await page.goto(address);
  await page.goto("about:blank");
  await page.addInitScript(PROBE);
  const { bytes } = await slowDown(page, true);
  await page.goto(address);
  await page.waitForFunction(() => (window as unknown as { __seen: Seen }).__seen.firstPaint > 0);
  const { firstPaint } = (await page.evaluate("window.__seen")) as Seen;
  return { firstPaint, kilobytes: bytes() / 1024 };
}
