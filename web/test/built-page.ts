import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { ensureBuilt } from "../../scripts/build-web.ts";
import { openBrowser } from "./browser.ts";
import { Api, servePage } from "./page-server.ts";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** A message of the browser's driver, not of the page, whenever the page asks for its worker. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

/** The page as it is delivered, in a real Chromium. */
export interface BuiltPage {
  api: Api;
  /** The page's address, `…/platformEntry/`. */
  address: string;
  /** The texts of the built files, by name. */
  files: Map<string, string>;
  newPage(): Promise<{ page: Page; faults: string[] }>;
  close(): Promise<void>;
}

/** Opens the build that `npm test` has made; makes it where the tests were started some other way. */
export async function openBuiltPage(): Promise<BuiltPage> {
  if ((await ensureBuilt()) !== 0) throw new Error("the page could not be built");
  const api = new Api();
  const [server, browser] = await Promise.all([servePage(DIST, api), openBrowser()]);
  return {
    api,
    address: `${server.origin}/platformEntry/`,
    files: await texts(),
    async newPage() {
      // it would ask the server itself, where a test answers in the server's place
      const context = await browser.newContext({ locale: "zh-CN", serviceWorkers: "block" });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (line) => {
        if (line.text() === WORKER_BLOCKED) return;
        if (line.type() === "error" || line.type() === "warning") faults.push(line.text());
      });
      return { page, faults };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function texts(): Promise<Map<string, string>> {
  const names = (await readdir(DIST, { recursive: true })).filter((name) =>
    /\.(js|css|html|json)$/.test(name),
  );
  const read = async (name: string) => [name, await readFile(join(DIST, name), "utf8")] as const;
  return new Map(await Promise.all(names.map(read)));
}
