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
  /** Chromium switches for these tests only. */
  switches?: readonly string[];
  /** The full browser instead of the headless shell, for features that only it has. */
  kind?: "whole";
}

/**
 * A platform of a test file's own, and a browser: the worker's, emptied of its contexts at the end, or one of the file's
 * own where that asks for switches or a kind. `close` is also called where `open` failed.
 */
export class Stage {
  platform!: Platform;
  browser!: Browser;
  readonly options: StageOptions;
  readonly #opened: { platform?: Platform; browser?: Browser } = {};

  constructor(options: StageOptions = {}) {
    this.options = options;
  }

  async open(): Promise<void> {
    const { host, env, prepare } = this.options;
    const opening = [
      startPlatform(env, prepare).then((platform) => {
        this.#opened.platform = platform;
        this.platform = under(platform, host);
      }),
      this.#openBrowser().then((browser) => (this.browser = browser)),
    ];
    // what opens after the other has failed must be known by then, to be closed
    await Promise.allSettled(opening);
    await Promise.all(opening);
  }

  async close(): Promise<void> {
    try {
      await (this.#opened.browser?.close() ?? closeContexts(this.browser));
    } finally {
      await this.#opened.platform?.stop();
    }
  }

  async #openBrowser(): Promise<Browser> {
    const { switches, kind } = this.options;
    if (switches === undefined && kind === undefined) return (sharedBrowser ??= openBrowser());
    return (this.#opened.browser = await openBrowser(switches, kind));
  }
}

/** The browser of the worker's files, which ends with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/**
 * The platform and browser that a worker's files share, one after another. For files that leave nothing behind which
 * another could notice (a setting, a second factor, a contact, an app, a lock on an account), and that need nothing
 * which another might have changed. What a file changes is put back, or is of people whom no other file names.
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
    await closeContexts(this.browser);
  }
}

/** The shared stage, which ends with the worker: platform and browser end with their parent process. */
let shared: Promise<Stage> | undefined;

async function openShared(): Promise<Stage> {
  const stage = new Stage();
  await stage.open();
  return stage;
}

/** Returns the platform under another host name of this machine. */
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
