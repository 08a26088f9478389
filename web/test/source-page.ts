import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { createServer, type Plugin } from "vite";
import { openBrowser } from "./browser.ts";
import { Api } from "./page-server.ts";

const CONFIG = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
const BLANK = "/platformEntry/blank";

/** Libraries that the page imports and that are not written as modules. */
const LIBRARIES = [
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-dev-runtime",
  "zustand/react",
  "zustand/vanilla",
];

declare global {
  interface Window {
    /** In a page of {@link openSourcePage}: the module at a path below web/src. */
    load<T>(path: string): Promise<T>;
  }
}

/** A real Chromium on a blank page of the development server: tests import the page's modules there, from source. */
export interface SourcePage {
  api: Api;
  origin: string;
  /** A fresh person with a blank page; pages of one context are tabs of one browser. */
  newContext(): Promise<BrowserContext>;
  newPage(context?: BrowserContext): Promise<Page>;
  close(): Promise<void>;
}

export async function openSourcePage(): Promise<SourcePage> {
  const api = new Api();
  const cacheDir = await mkdtemp(join(tmpdir(), "schoolgate-vite-"));
  const server = await createServer({
    configFile: CONFIG,
    cacheDir,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null, proxy: {} },
    // all of them at once: one found later would make every page load anew, in the middle of a test
    optimizeDeps: { noDiscovery: true, include: LIBRARIES },
    plugins: [blankPage(api)],
  });
  await server.listen();
  const origin = `http://127.0.0.1:${new URL(server.resolvedUrls?.local[0] ?? "").port}`;
  const browser = await openBrowser();
  const newContext = () => browser.newContext({ locale: "zh-CN" });
  return {
    api,
    origin,
    newContext,
    async newPage(context) {
      const page = await (context ?? (await newContext())).newPage();
      // As text: the test runner would rewrite an import().
      await page.addInitScript("window.load = (path) => import('/platformEntry/src/' + path)");
      await page.goto(origin + BLANK);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** From here on the page's time passes only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

function blankPage(api: Api): Plugin {
  return {
    name: "blank-page",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? "";
        if (url.startsWith("/dt-platform/")) return void api.handle(request, response);
        if (!url.startsWith(BLANK)) return next();
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end("<!doctype html><html><head></head><body><div id=root></div></body></html>");
      });
    },
  };
}
