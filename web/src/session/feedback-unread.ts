import { createStore } from "zustand/vanilla";
import { readFeedbackUnread } from "#contract";
import { send } from "../api/client.ts";
import { session } from "./session.ts";

/** AP-09: the interval in ms between two requests while home is visible; after failures it grows up to the longest one. */
export const ASK_EVERY_MS = 60_000;
export const ASK_AT_LAST_MS = 600_000;
/** The age in ms up to which a count is not asked for again when the person comes back to the page. */
export const FRESH_MS = 20_000;

/** Unread messages of feedback, for the dot: their number, or `some` when only that is known; null before the first answer. */
export const feedbackUnread = createStore<{ count: number | "some" | null }>(() => ({
  count: null,
}));

/** Returns the words of what is unread in feedback; none without anything. */
export function unreadWords({ count }: { count: number | "some" | null }): string | undefined {
  if (count === null || count === 0) return undefined;
  return count === "some" ? "有未读消息" : `${count} 条未读`;
}

let whose = "";

/** Asks for the number of unread messages; false when no answer came. One of another person or identity is not shown meanwhile. */
export async function askUnread(): Promise<boolean> {
  const { token, identity } = session.getState();
  const now = `${identity ?? ""} ${token ?? ""}`;
  if (now !== whose) feedbackUnread.setState({ count: null });
  whose = now;
  if (token === null) return false;
  try {
    const quiet = { quietGeneral: true, quietError: true };
    const { has_unread, count } = await send(readFeedbackUnread, {}, quiet);
    const now = session.getState();
    if (now.token === token && now.identity === identity) {
      feedbackUnread.setState({ count: has_unread && count === 0 ? "some" : count });
    }
    return true;
  } catch {
    return false;
  }
}

interface Page {
  isHidden(): boolean;
  /** Notifies when the page is hidden or visible again; returns a function that stops it. */
  onVisibility(listen: () => void): () => void;
  now(): number;
}

const PAGE: Page = {
  isHidden: () => document.visibilityState === "hidden",
  onVisibility(listen) {
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  },
  now: () => Date.now(),
};

/** Asks repeatedly while the page is visible, less often after failures; returns a function that stops it. */
export function watchUnread(
  ask: () => Promise<boolean> = askUnread,
  page: Page = PAGE,
): () => void {
  let clock: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let wait = ASK_EVERY_MS;
  let over = false;

  async function turn(): Promise<void> {
    clearTimeout(clock);
    if (over || page.isHidden()) return;
    askedAt = page.now();
    const answered = await ask();
    wait = answered ? ASK_EVERY_MS : Math.min(wait * 2, ASK_AT_LAST_MS);
    clearTimeout(clock);
    if (!over) clock = setTimeout(() => void turn(), wait);
  }

  const stop = page.onVisibility(() => {
    if (page.isHidden()) clearTimeout(clock);
    else if (page.now() - askedAt >= FRESH_MS) void turn();
    else clock = setTimeout(() => void turn(), wait);
  });
  void turn();
  return () => {
    over = true;
    clearTimeout(clock);
    stop();
  };
}
