import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { startPlatform } from "./platform.ts";
import type { Platform } from "./run-server.ts";

/** The platform and the browser of a file's tests. `close` is called also where `open` failed. */
export class Stage {
  platform!: Platform;
  browser!: Browser;
  readonly #opened: { platform?: Platform; browser?: Browser } = {};

  async open(): Promise<void> {
    const opening = [
      startPlatform().then((platform) => (this.#opened.platform = this.platform = platform)),
      openBrowser().then((browser) => (this.#opened.browser = this.browser = browser)),
    ];
    // what opens after the other has failed must be known by then, to be closed
    await Promise.allSettled(opening);
    await Promise.all(opening);
  }

  async close(): Promise<void> {
    try {
      await this.#opened.browser?.close();
    } finally {
      await this.#opened.platform?.stop();
    }
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
