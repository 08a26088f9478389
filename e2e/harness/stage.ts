import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { startPlatform } from "./platform.ts";
import type { Platform } from "./run-server.ts";

export interface StageOptions {
  /** The host name of the page's address; passkeys belong to a name, and some pages exist only under one. */
  host?: string;
  /** The product's configuration. */
  env?: Record<string, string>;
  /** Changes the data before the product opens it. */
  prepare?: (dataDir: string) => Promise<void>;
  /** Switches of Chromium that these tests alone need. */
  switches?: readonly string[];
  /** A browser with windows, for what only that one does. */
  kind?: "whole";
}

/** A platform and a browser of a file's own. `close` is called also where `open` failed. */
export class Stage {
  platform!: Platform;
  browser!: Browser;
  readonly options: StageOptions;
  readonly #opened: { platform?: Platform; browser?: Browser } = {};

  constructor(options: StageOptions = {}) {
    this.options = options;
  }

  async open(): Promise<void> {
    const { host, env, prepare, switches, kind } = this.options;
    const opening = [
      startPlatform(env, prepare).then((platform) => {
        this.#opened.platform = platform;
        this.platform = under(platform, host);
      }),
      openBrowser(switches, kind).then(
        (browser) => (this.#opened.browser = this.browser = browser),
      ),
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

/**
 * The one platform and browser of this worker, which its files use one after another. For files that leave nothing behind
 * which another could notice (a setting, a second factor, a contact, an app, a lock on an account), and that ask for
 * nothing which another might have changed.
 */
export class SharedStage extends Stage {
  constructor({ host }: Pick<StageOptions, "host"> = {}) {
    super({ ...(host !== undefined && { host }) });
  }

  override async open(): Promise<void> {
    const { platform, browser } = await (shared ??= openShared());
    this.platform = under(platform, this.options.host);
    this.browser = browser;
  }

  override async close(): Promise<void> {
    await Promise.all(this.browser?.contexts().map((context) => context.close()) ?? []);
  }
}

/** It ends with the worker: the platform sees its parent go, and so does the browser. */
let shared: Promise<Stage> | undefined;

async function openShared(): Promise<Stage> {
  const stage = new Stage();
  await stage.open();
  return stage;
}

/** The platform by another name of this machine. */
export function under(platform: Platform, host: string | undefined): Platform {
  if (host === undefined) return platform;
  return { ...platform, page: platform.page.replace("127.0.0.1", host) };
}

/** Opens it before the first test of the file, and closes it after the last. */
export function openFor<S extends Stage>(stage: S): S {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());
  return stage;
}
