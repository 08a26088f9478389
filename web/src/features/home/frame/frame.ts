import type { Launch } from "#contract";
import { NetworkError } from "../../../api/failures.ts";
import { go, isWebAddress } from "../launch/launch.ts";

/** The document around an app's frame, whose Content-Security-Policy names the app's origin. */
export interface HostFrame {
  element: HTMLIFrameElement;
  /** Resolves when the document has loaded; rejects when it does not load. */
  ready: Promise<void>;
}

/** Puts the document around the app `id` into `area`; calls `onRefused` when its policy blocks an address. */
export function startFrame(
  id: string,
  name: string,
  area: HTMLElement | null,
  onRefused: () => void,
): HostFrame {
  const element = document.createElement("iframe");
  element.title = name;
  element.allow = "autoplay; clipboard-write; fullscreen; picture-in-picture";
  const ready = new Promise<void>((resolve, reject) => {
    element.addEventListener("load", () => {
      if (innerFrame(element) === null) return reject(new NetworkError());
      element.contentDocument?.addEventListener("securitypolicyviolation", onRefused);
      resolve();
    });
  });
  ready.catch(() => {}); // Awaited with the launch.
  element.src = `${import.meta.env.BASE_URL}app-frame?app=${encodeURIComponent(id)}`;
  area?.append(element);
  return { element, ready };
}

/**
 * Sends the app's own frame where the launch says, and calls `onLoad` when it has loaded, an error page of the browser
 * included. Returns the sentence to show where it cannot be.
 */
export function openInFrame(
  host: HTMLIFrameElement,
  answer: Launch,
  name: string,
  onLoad: () => void,
): string | null {
  const inner = innerFrame(host);
  const frame = inner?.contentWindow;
  if (!frame || answer.opens_in !== "frame") return frameFault("elsewhere", name);
  // In a frame our own address could read this page: nothing of ours is an app.
  const isOurs = isWebAddress(answer.url) && new URL(answer.url).origin === location.origin;
  if (!isWebAddress(answer.url) || (isOurs && !isWayIn(answer.url))) {
    return frameFault("refused", name);
  }
  inner.addEventListener("load", onLoad, { once: true });
  go(frame, answer);
  return null;
}

/** Returns whether an address is one of ours that leads on to an app after sign-in. */
function isWayIn(url: string): boolean {
  return /^\/(oidc|cas)\//.test(new URL(url).pathname);
}

export function frameFault(why: "refused" | "elsewhere", name: string): string {
  return why === "refused" ? `“${name}”不能在页内打开` : `“${name}”要在新标签页打开`;
}

function innerFrame(host: HTMLIFrameElement): HTMLIFrameElement | null {
  return host.contentDocument?.querySelector("iframe") ?? null;
}
