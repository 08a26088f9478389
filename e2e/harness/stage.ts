import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { startPlatform } from "./platform.ts";
import type { Platform } from "./run-server.ts";

/** The platform and the browser of a file's tests. */
export class Stage {
  platform!: Platform;
  browser!: Browser;

  async open(): Promise<void> {
    [this.platform, this.browser] = await Promise.all([startPlatform(), openBrowser()]);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.platform.stop();
  }
}

/** The same under a name: passkeys belong to a name, not to an address. */
export class NamedStage extends Stage {
  override async open(): Promise<void> {
    await super.open();
    const { page } = this.platform;
    this.platform = { ...this.platform, page: page.replace("127.0.0.1", "localhost") };
  }
}

/** Opens it before the first test of the file, and closes it after the last. */
export function openFor<S extends Stage>(stage: S): S {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());
  return stage;
}
