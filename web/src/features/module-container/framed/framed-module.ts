import { onLookChange } from "../../../ui/use-is-dim.ts";
import type { Manifest } from "../manifest.ts";
import type { ModuleContext, PlatformModule } from "../platform-module.ts";
import { reportModule } from "../queries.ts";
import { chunkFailure } from "../remote-chunk.ts";
import { budget, PROTOCOL, readMessage, sharedParts, type ModuleMessage } from "./messages.ts";

export { parseFramed } from "./framed-manifest.ts";

/** The time in ms within which the module's page must report that it is ready. */
const READY_TIMEOUT_MS = 10_000;
/** The time that a module may take to unmount. */
const UNMOUNT_TIMEOUT_MS = 300;
const FIRST_HEIGHT_PX = 480;
const MESSAGES = { most: 60, stretchMs: 10_000 };
const TOASTS = { most: 3, stretchMs: 10_000 };
/** The identity's colours, given to the module as CSS properties. */
const COLOURS = ["--role", "--role-strong", "--role-soft", "--surface", "--ink", "--ink-soft"];

/**
 * Presents a third party's module as a `PlatformModule`: its page in a sandboxed frame with an opaque origin, and a
 * message channel to it.
 */
export function framedModule(
  manifest: Manifest & { frame: string },
  timeoutMs: number,
): PlatformModule {
  let live: Channel | null = null;
  return {
    async mount(element, context) {
      live = await connect(manifest, element, context, timeoutMs);
      live.send({ type: "mount", place: context.place, ...look(), ...live.session() });
    },
    update({ place }) {
      live?.send({ type: "update", place });
    },
    async unmount() {
      await live?.close();
      live = null;
    },
  };
}

interface Channel {
  send(message: object): void;
  session(): { session: Readonly<Record<string, unknown>> };
  close(): Promise<void>;
}

async function connect(
  manifest: Manifest & { frame: string },
  element: HTMLElement,
  context: ModuleContext,
  timeoutMs: number,
): Promise<Channel> {
  const { frame: address, share, name, version } = manifest;
  const { port1: port, port2 } = new MessageChannel();
  const frame = makeFrame(manifest);
  const connected = signal();
  const gone = signal();
  const loaded = signal();
  const mayReceive = budget(MESSAGES.most, MESSAGES.stretchMs);
  const mayToast = budget(TOASTS.most, TOASTS.stretchMs);

  const obey = (message: ModuleMessage) => {
    switch (message.type) {
      case "ready":
        return connected.give();
      case "unmounted":
        return gone.give();
      case "navigate":
        return context.navigate(message.path);
      case "title":
        return context.setTitle(message.text);
      case "height":
        frame.style.height = `${message.pixels}px`;
        return undefined;
      case "toast":
        if (mayToast(Date.now())) context.notify(message.text, message.tone);
        return undefined;
      case "report":
        return reportModule("module-report", {
          name,
          version,
          event: message.event,
          message: message.text,
        });
      case "fail":
        return context.fail(new Error(message.text || "The module gave up."));
    }
  };
  port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = mayReceive(Date.now()) ? readMessage(data) : null;
    if (message !== null) obey(message);
  });
  port.start();
  frame.addEventListener("load", () => {
    if (loaded.given) {
      // the channel belonged to the page that was there before
      context.fail(new Error("The module's page went elsewhere."));
      return;
    }
    loaded.give();
    // nobody's origin has no name to send to; what goes along is the channel only
    frame.contentWindow?.postMessage({ schoolgate: PROTOCOL, type: "connect" }, "*", [port2]);
  });
  element.append(frame);

  if (!(await loaded.within(timeoutMs))) throw chunkFailure("script", "timeout", address);
  if (!(await connected.within(Math.min(timeoutMs, READY_TIMEOUT_MS)))) {
    throw chunkFailure("script", (await answers(address)) ? "missing" : "error", address);
  }

  const session = () => ({ session: sharedParts(context.session, share) });
  let notified = JSON.stringify(session());
  const notify = () => {
    const now = JSON.stringify(session());
    if (now !== notified) port.postMessage({ type: "session", ...session() });
    notified = now;
  };
  context.session.addEventListener("change", notify);
  const unfollow = followLook((now) => port.postMessage({ type: "look", ...now }));
  return {
    send: (message) => port.postMessage(message),
    session,
    async close() {
      context.session.removeEventListener("change", notify);
      unfollow();
      port.postMessage({ type: "unmount" });
      await gone.within(UNMOUNT_TIMEOUT_MS);
      port.close();
      frame.remove();
    },
  };
}

/**
 * Makes the sandboxed frame: scripts and forms, but an opaque origin, so without storage, cookies, or access to this
 * page or its window.
 */
function makeFrame({ frame: address, title }: Manifest & { frame: string }): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.setAttribute("allow", "");
  frame.referrerPolicy = "no-referrer";
  frame.title = title;
  frame.src = address;
  Object.assign(frame.style, {
    display: "block",
    width: "100%",
    height: `${FIRST_HEIGHT_PX}px`,
    border: "0",
  });
  return frame;
}

interface Look {
  colours: Record<string, string>;
  /** True for letters of 1.4 times the size. */
  large: boolean;
}

function look(): Look {
  const page = document.documentElement;
  const style = getComputedStyle(page);
  return {
    colours: Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(name).trim()])),
    large: page.classList.contains("large"),
  };
}

/** Calls `tell` when the page looks otherwise than before. Returns a function that stops it. */
function followLook(tell: (now: Look) => void): () => void {
  let told = JSON.stringify(look());
  const onChange = () => {
    const now = look();
    if (JSON.stringify(now) === told) return;
    told = JSON.stringify(now);
    tell(now);
  };
  const stop = onLookChange(onChange);
  const letters = new MutationObserver(onChange);
  letters.observe(document.documentElement, { attributeFilter: ["class"] });
  // a colour sheet that was not needed before comes a little later
  document.head.addEventListener("load", onChange, true);
  return () => {
    stop();
    letters.disconnect();
    document.head.removeEventListener("load", onChange, true);
  };
}

/** Returns whether the address gives any answer at all, whatever its status. */
async function answers(address: string): Promise<boolean> {
  try {
    await fetch(address, { mode: "no-cors", cache: "no-store", credentials: "omit" });
    return true;
  } catch {
    return false;
  }
}

/** A promise that is resolved from outside, once. */
function signal() {
  let give = () => {};
  const happened = new Promise<true>((resolve) => {
    give = () => resolve(true);
  });
  const state = {
    given: false,
    give() {
      state.given = true;
      give();
    },
    within(ms: number): Promise<boolean> {
      let clock: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<false>((resolve) => {
        clock = setTimeout(() => resolve(false), ms);
      });
      return Promise.race([happened, late]).finally(() => clearTimeout(clock));
    },
  };
  return state;
}
