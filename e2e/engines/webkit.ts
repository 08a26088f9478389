import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import { freePort } from "../../server/test/free-port.ts";
import {
  COMES_WITHIN_MS,
  ELEMENT,
  findNamed,
  letGo,
  spawnUntilLetGo,
  textOfPage,
} from "../harness/other-engine.ts";

const READY_WITHIN_MS = 60_000;
/** Its own bar would not let the window be as narrow as a phone. */
const NARROW_BAR = "window * { min-width: 0; min-height: 0; padding: 0; margin: 0; }";

/**
 * A WebKit as it comes with GTK, in a window on a screen of its own. It is driven by the driver that it brings, by W3C
 * WebDriver; playwright drives a changed WebKit.
 */
export class WebKit {
  #home!: string;
  #screen!: ChildProcess;
  #driver!: ChildProcess;
  #session = "";

  static async start(): Promise<WebKit> {
    const webkit = new WebKit();
    webkit.#home = await mkdtemp(join(inject("runDir"), "webkit-"));
    await mkdir(join(webkit.#home, "gtk-3.0"));
    await writeFile(join(webkit.#home, "gtk-3.0", "gtk.css"), NARROW_BAR);
    const screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"];
    webkit.#screen = spawnUntilLetGo(screen, process.env, "pipe");
    const [number] = (await once(webkit.#screen.stdout!, "data")) as [Buffer];
    const port = await freePort();
    webkit.#driver = spawnUntilLetGo(["WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"], {
      ...{ PATH: process.env["PATH"], DISPLAY: `:${String(number).trim()}`, TZ: "Asia/Shanghai" },
      ...{ HOME: webkit.#home, XDG_CONFIG_HOME: webkit.#home, XDG_RUNTIME_DIR: webkit.#home },
      ...{ LC_ALL: "C.UTF-8", DBUS_SESSION_BUS_ADDRESS: "disabled:" },
    });
    await webkit.#open(`http://127.0.0.1:${port}`);
    return webkit;
  }

  async #open(driver: string): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while ((await fetch(`${driver}/status`).catch(() => null))?.ok !== true) {
      if (Date.now() > deadline) throw new Error("WebKit's driver was not ready");
      await wait(50);
    }
    const [binary] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
    const options = { binary, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    this.#session = `${driver}/session`;
    const { sessionId } = await this.#send<{ sessionId: string }>("POST", "", { capabilities });
    this.#session += `/${sessionId}`;
  }

  async close(): Promise<void> {
    await this.#send("DELETE", "").catch(() => {});
    await letGo(this.#driver);
    await letGo(this.#screen);
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Makes the page's own area this large. */
  async resize(width: number, height: number): Promise<void> {
    let more = [0, 0];
    for (let turn = 0; turn < 2; turn += 1) {
      const [wider = 0, higher = 0] = more;
      const rect = { x: 0, y: 0, width: width + wider, height: height + higher };
      await this.#send("POST", "/window/rect", rect);
      more = await this.run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
    }
  }

  async goTo(url: string): Promise<void> {
    await this.#send("POST", "/url", { url });
  }

  async back(): Promise<void> {
    await this.#send("POST", "/back", {});
  }

  async addCookie(name: string, value: string): Promise<void> {
    await this.#send("POST", "/cookie", { cookie: { name, value, path: "/", httpOnly: true } });
  }

  /** Runs a function in the page, and resolves to what it returns or resolves to. */
  async run<T, A extends unknown[]>(
    script: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T> {
    return this.#send("POST", "/execute/sync", {
      script: `return (${String(script)})(...arguments)`,
      args,
    });
  }

  /** Types into the field with this name. */
  async type(name: string, text: string): Promise<void> {
    await this.#onElement(name, "input, textarea", (at) =>
      this.#send("POST", `${at}/value`, { text }),
    );
  }

  /** Presses what has these words in its name; waits for it, as the page may still be on its way. */
  async press(
    name: string,
    kinds = "button, a, [role^=menuitem], [role=option], input",
  ): Promise<void> {
    await this.#onElement(name, kinds, (at) => this.#send("POST", `${at}/click`, {}));
  }

  async #onElement(name: string, kinds: string, act: (at: string) => Promise<unknown>) {
    let came = "";
    for (const end = Date.now() + COMES_WITHIN_MS; Date.now() < end; await wait(50)) {
      const found = await this.run(findNamed, name, kinds);
      const id = (found as unknown as Record<string, string> | null)?.[ELEMENT];
      // something may still lie over it
      came = id === undefined ? "not there" : await act(`/element/${id}`).then(() => "", String);
      if (came === "") return;
    }
    throw new Error(`${name}: ${came}`);
  }

  /** Returns the text of the page, and of what it keeps in shadow roots. */
  async text(): Promise<string> {
    return this.run(textOfPage);
  }

  /** Waits for a window that the page opens, goes on in it, and returns what goes back to the page and closes it. */
  async goOnInNew(open: () => Promise<void>): Promise<() => Promise<void>> {
    const before = await this.#send<string>("GET", "/window");
    await open();
    let handle: string | undefined;
    for (const end = Date.now() + COMES_WITHIN_MS; handle === undefined; await wait(50)) {
      if (Date.now() > end) throw new Error("no window was opened");
      const handles = await this.#send<string[]>("GET", "/window/handles");
      handle = handles.find((one) => one !== before);
    }
    await this.#send("POST", "/window", { handle });
    return async () => {
      await this.#send("DELETE", "/window");
      await this.#send("POST", "/window", { handle: before });
    };
  }

  async #send<T>(method: string, path: string, input?: object): Promise<T> {
    const body = input === undefined ? {} : { body: JSON.stringify(input) };
    const answer = await fetch(this.#session + path, { method, ...body });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }
}
