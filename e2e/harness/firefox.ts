import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import {
  COMES_WITHIN_MS,
  ELEMENT,
  findNamed,
  letGo,
  spawnUntilLetGo,
  textOfPage,
} from "./other-engine.ts";

const PROGRAM = "/usr/bin/firefox-esr";
const READY_WITHIN_MS = 60_000;
const DAY_SECONDS = 24 * 3600;
const PRESSED = "button, a, [role=menuitem], [role=menuitemradio], [role=option]";

type Preferences = Readonly<Record<string, string | number | boolean>>;

/** Calls nobody outside and asks nothing by itself; its own set for tests would also turn push off. */
const QUIET: Preferences = {
  ...{ "remote.prefs.recommended": false, "marionette.port": 0 },
  // a proxy that is not there, which what is on this machine needs not
  ...{ "network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9 },
  ...{ "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9 },
  ...{ "browser.aboutwelcome.enabled": false, "browser.shell.checkDefaultBrowser": false },
  // its own windows for notifications, whatever the desktop; a press on a question counts at once
  ...{ "alerts.useSystemBackend": false, "security.notification_enable_delay": 0 },
};

/**
 * A stock Firefox without windows, with a profile of its own. It is driven by Marionette, which it brings for tests and
 * which reaches its own windows too; playwright drives a changed Firefox, or one newer than this.
 */
export class Firefox {
  readonly #profile: string;
  #process!: ChildProcess;
  #socket!: Socket;
  #asked = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async start(preferences: Preferences): Promise<Firefox> {
    const profile = await mkdtemp(join(inject("runDir"), "firefox-"));
    const lines = Object.entries({ ...QUIET, ...preferences }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, "user.js"), lines.join(""));
    const firefox = new Firefox(profile);
    await firefox.open();
    return firefox;
  }

  /** Starts it, the first time or after `quit`. */
  async open(): Promise<void> {
    const switches = ["--headless", "--marionette", "--remote-allow-system-access"];
    const command = [PROGRAM, ...switches, "--profile", this.#profile];
    const env = { ...process.env, HOME: this.#profile, DBUS_SESSION_BUS_ADDRESS: "disabled:" };
    this.#process = spawnUntilLetGo(command, env);
    await this.#connect();
    await this.#send("WebDriver:NewSession", {});
  }

  /** Ends it as a person does: it keeps its profile. */
  async quit(): Promise<void> {
    const gone = once(this.#socket, "close");
    await this.#send("Marionette:Quit", { flags: ["eAttemptQuit"] });
    await gone;
    await this.#end();
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.#end();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(): Promise<void> {
    await letGo(this.#process);
    await rm(this.#portFile, { force: true });
  }

  /** The file with the port that it listens at, written when it is ready. */
  get #portFile(): string {
    return join(this.#profile, "MarionetteActivePort");
  }

  async goTo(url: string): Promise<void> {
    await this.#send("WebDriver:Navigate", { url });
  }

  async addCookie(name: string, value: string): Promise<void> {
    const kept = { path: "/", httpOnly: true, expiry: Math.floor(Date.now() / 1000) + DAY_SECONDS };
    await this.#send("WebDriver:AddCookie", { cookie: { name, value, ...kept } });
  }

  /** Runs a function in the page, and resolves to what it returns or resolves to. */
  async run<T, A extends unknown[]>(
    script: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T> {
    return this.#execute(`return (${String(script)})(...arguments)`, args);
  }

  /** Runs the body of a function in the browser itself, beside its windows. */
  async runInBrowser<T>(script: string): Promise<T> {
    await this.#send("Marionette:SetContext", { value: "chrome" });
    try {
      return await this.#execute(script, []);
    } finally {
      await this.#send("Marionette:SetContext", { value: "content" });
    }
  }

  /**
   * Presses a button, link or entry of a menu of this name, or with these words in it; waits for it, as the page may still
   * be on its way.
   */
  async press(name: string, kinds = PRESSED): Promise<void> {
    await this.#onceThere(kinds, name, (id) => this.#send("WebDriver:ElementClick", { id }));
  }

  /** Types into the field of this name, key by key. */
  async type(name: string, text: string): Promise<void> {
    await this.#onceThere("input", name, (id) =>
      this.#send("WebDriver:ElementSendKeys", { id, text }),
    );
  }

  /** Goes back as the browser's own button does, and resolves once that has led anywhere. */
  async back(): Promise<void> {
    await this.#send("WebDriver:Back", {});
  }

  async #onceThere(kind: string, name: string, act: (id: string) => Promise<unknown>) {
    let came = "";
    for (const end = Date.now() + COMES_WITHIN_MS; Date.now() < end; await wait(100)) {
      const id = await this.#find(kind, name);
      // something may still lie over it
      came = id === undefined ? "not there" : await act(id).then(() => "done", String);
      if (came === "done") return;
    }
    throw new Error(`${name}: ${came}`);
  }

  async #find(kind: string, name: string): Promise<string | undefined> {
    const found = await this.run(findNamed, name, kind);
    return (found as unknown as Record<string, string> | null)?.[ELEMENT];
  }

  /** Returns the text of the page, and of what it keeps in shadow roots. */
  async text(): Promise<string> {
    return this.run(textOfPage);
  }

  /** Opens an empty tab, and closes all others. */
  async closeAll(): Promise<void> {
    const others = await this.#send<string[]>("WebDriver:GetWindowHandles", {});
    const { handle } = await this.#send<{ handle: string }>("WebDriver:NewWindow", { type: "tab" });
    for (const one of others) {
      await this.#send("WebDriver:SwitchToWindow", { handle: one });
      await this.#send("WebDriver:CloseWindow", {});
    }
    await this.#send("WebDriver:SwitchToWindow", { handle });
  }

  /** Goes on in the last tab, and returns the addresses of all. */
  async tabs(): Promise<string[]> {
    const urls: string[] = [];
    for (const handle of await this.#send<string[]>("WebDriver:GetWindowHandles", {})) {
      await this.#send("WebDriver:SwitchToWindow", { handle });
      urls.push((await this.#send<{ value: string }>("WebDriver:GetCurrentURL", {})).value);
    }
    return urls;
  }

  async #execute<T>(script: string, args: unknown[]): Promise<T> {
    const asked = { script, args };
    return (await this.#send<{ value: T }>("WebDriver:ExecuteScript", asked)).value;
  }

  async #connect(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    let port = "";
    while (port === "") {
      if (Date.now() > deadline) throw new Error("Firefox was not ready");
      port = await readFile(this.#portFile, "utf8").catch(() => "");
      if (port === "") await wait(100);
    }
    this.#socket = connect(Number(port), "127.0.0.1");
    let rest = Buffer.alloc(0);
    this.#socket.on("data", (some: Buffer) => {
      rest = Buffer.concat([rest, some]);
      for (let colon = rest.indexOf(":"); colon > 0; colon = rest.indexOf(":")) {
        const end = colon + 1 + Number(rest.subarray(0, colon));
        if (rest.length < end) return;
        this.#take(JSON.parse(rest.toString("utf8", colon + 1, end)));
        rest = rest.subarray(end);
      }
    });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      for (const one of this.#waiting.values()) one.reject(new Error("Firefox has ended"));
    });
  }

  /** Takes an answer; the greeting is none. */
  #take(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message as [1, number, { message: string } | null, unknown];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  #send<T>(command: string, input: object): Promise<T> {
    this.#asked += 1;
    const text = JSON.stringify([0, this.#asked, command, input]);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#asked, waiting);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return waiting.promise as Promise<T>;
  }
}
