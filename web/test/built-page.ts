import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build } from "vite";
import { openBrowser } from "./browser.ts";
import { Api, servePage } from "./page-server.ts";

const CONFIG = fileURLToPath(new URL("../vite.config.ts", import.meta.url));

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

export async function openBuiltPage(): Promise<BuiltPage> {
  const dist = await mkdtemp(join(tmpdir(), "schoolgate-page-"));
  await build({ configFile: CONFIG, logLevel: "error", build: { outDir: dist } });
  const api = new Api();
  const [server, browser] = await Promise.all([servePage(dist, api), openBrowser()]);
  return {
    api,
    address: `${server.origin}/platformEntry/`,
    files: await textsIn(dist),
    async newPage() {
      // it would ask the server itself, where a test answers in the server's place
      const context = await browser.newContext({ locale: "zh-CN", serviceWorkers: "block" });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (line) => {
        if (line.type() === "error" || line.type() === "warning") faults.push(line.text());
      });
      return { page, faults };
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(dist, { recursive: true, force: true });
    },
  };
}

async function textsIn(dist: string): Promise<Map<string, string>> {
  const names = (await readdir(dist, { recursive: true })).filter((name) =>
    /\.(js|css|html|json)$/.test(name),
  );
  const texts = await Promise.all(names.map((name) => readFile(join(dist, name), "utf8")));
  return new Map(names.map((name, index) => [name, texts[index] ?? ""]));
}
