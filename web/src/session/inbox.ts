import { createStore } from "zustand/vanilla";
import { INBOX_EVENTS_PATH, type InboxCounts, readInboxCounts } from "#contract";
import { send } from "../api/client.ts";
import { invalidate } from "../api/query.ts";
import { absoluteUrl, apiHeaders } from "../api/request.ts";
import { pageClient } from "../platform/shell.ts";
import { watchUnread } from "./feedback-unread.ts";
import { platformEntry } from "./platform-entry.ts";
import { session } from "./session.ts";
import { APPS_QUERY } from "./user-queries.ts";

/** Answers about the inbox in the query cache begin with this. */
export const INBOX_KEY = "inbox:";
/** Milliseconds until a stream that has ended is opened again, and the longest wait after failures. */
const OPEN_AGAIN_MS = 2000;
const OPEN_AT_LAST_MS = 300_000;
/** A stream that ends within these milliseconds counts as a failure: a proxy ends it. */
const SHORT_MS = 10_000;
/** The longest wait in ms for the first stream to open, or to fail, before the counts are asked for without it. */
const OPENS_WITHIN_MS = 2000;
/** Milliseconds without a word, where the server says one every 25 seconds, after which a stream counts as lost. */
const SILENT_MS = 60_000;

/** Counts of the inbox of the current identity (IN-01); null before the first answer. */
export const inbox = createStore<{ counts: InboxCounts | null }>(() => ({ counts: null }));

/** Returns the number at the bell, and what it says: messages that are unread, and what waits beside them. */
export function bellOf({ unread, tasks }: Pick<InboxCounts, "unread" | "tasks">) {
  const said = [unread > 0 && `${unread} 条未读`, tasks > 0 && `${tasks} 件待办`];
  const parts = said.filter((one) => one !== false);
  const count = unread + tasks;
  // the number that is seen is in what is read out
  const all = parts.length > 1 ? [`${count} 件`] : [];
  return { count, label: ["消息", ...all, ...parts].join("，") };
}

/** The person and identity that the counts are of; those of somebody else, or of another identity, are not shown while theirs are asked for. */
let whose = "";
function forgetOthers(): void {
  const { token, identity } = session.getState();
  const now = `${identity ?? ""} ${token ?? ""}`;
  if (now !== whose) inbox.setState({ counts: null });
  whose = now;
}

/** The number of times that counts were asked for, and which of these is shown. */
let asked = 0;
let shown = 0;

/** Shows the counts that are answered, unless they are of somebody else by now, or what was asked for later is shown. */
export async function showCounts(ask: () => Promise<InboxCounts>): Promise<void> {
  const { token, identity } = session.getState();
  asked += 1;
  const turn = asked;
  const counts = await ask();
  const now = session.getState();
  if (now.token !== token || now.identity !== identity || turn < shown) return;
  shown = turn;
  inbox.setState({ counts });
}

/** Asks for the counts; false when no answer came. */
export async function askInbox(): Promise<boolean> {
  if (session.getState().token === null) return false;
  try {
    await showCounts(() => send(readInboxCounts, {}, { quietGeneral: true, quietError: true }));
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps the counts up to date while the page is visible: by a stream of events, and by asking once a minute where there is
 * none. Returns a function that stops it.
 */
export function watchInbox(): () => void {
  forgetOthers();
  let streams = false;
  let isFirst = true;
  let over = false;
  let heard: () => void = () => {};
  const firstHeard = new Promise<void>((resolve) => {
    heard = resolve;
    setTimeout(resolve, OPENS_WITHIN_MS);
  });
  const stopAsking = watchUnread(async () => {
    // an opened stream has the counts asked for: once is enough
    await firstHeard;
    return over || streams || askInbox();
  });
  const stopStream = keepStream((event) => {
    heard();
    streams = event !== undefined;
    if (event === undefined) return;
    void askInbox();
    invalidate(INBOX_KEY);
    // what came while no stream was open was not told of; home has just read its apps when the first one opens
    if (event === "apps" || (event === "open" && !isFirst)) invalidate(APPS_QUERY);
    isFirst = false;
  });
  return () => {
    over = true;
    stopAsking();
    stopStream();
  };
}

/** Keeps a stream open while the page is visible; tells of each event, and of the stream's end by undefined. */
function keepStream(tell: (event: string | undefined) => void): () => void {
  let wait = OPEN_AGAIN_MS;
  let clock: ReturnType<typeof setTimeout> | undefined;
  let stop: AbortController | undefined;
  let over = false;
  const turn = async () => {
    clearTimeout(clock);
    if (over || document.visibilityState === "hidden" || stop !== undefined) return;
    const own = (stop = new AbortController());
    const since = performance.now();
    // how it ended makes no difference
    await readStream(own, tell).catch(() => {});
    if (stop === own) {
      stop = undefined;
      const isShort = performance.now() - since < SHORT_MS;
      wait = isShort ? Math.min(wait * 2, OPEN_AT_LAST_MS) : OPEN_AGAIN_MS;
    }
    tell(undefined);
    // not all of a school at once, after a node was replaced
    if (!over) clock = setTimeout(() => void turn(), wait * (1 + Math.random()));
  };
  const follow = () => {
    if (document.visibilityState === "hidden") {
      stop?.abort();
      stop = undefined;
    } else void turn();
  };
  document.addEventListener("visibilitychange", follow);
  void turn();
  return () => {
    over = true;
    clearTimeout(clock);
    stop?.abort();
    document.removeEventListener("visibilitychange", follow);
  };
}

/** Reads the stream to its end, and gives it up when nothing comes. The token goes in a header, as no EventSource sends it. */
async function readStream(stop: AbortController, onEvent: (event: string) => void): Promise<void> {
  const { token, identity } = session.getState();
  if (token === null) throw new Error("nobody is signed in");
  const apiServer = platformEntry.getState().global.apiServer ?? "";
  const caller = { token, identity, apiServer, client: pageClient() };
  let clock: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(clock);
    clock = setTimeout(() => stop.abort(), SILENT_MS);
  };
  try {
    hear();
    const answer = await fetch(absoluteUrl(INBOX_EVENTS_PATH, apiServer), {
      headers: apiHeaders(INBOX_EVENTS_PATH, caller),
      credentials: "omit",
      signal: stop.signal,
    });
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok || answer.body === null || !type.startsWith("text/event-stream")) {
      throw new Error(`no stream: ${answer.status}`);
    }
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let left = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      hear();
      const lines = (left + decoder.decode(value, { stream: true })).split("\n");
      left = lines.pop() ?? "";
      const events = lines.flatMap((line) => /^data: (\w+)/.exec(line)?.[1] ?? []);
      for (const event of new Set(events)) onEvent(event);
    }
  } finally {
    clearTimeout(clock);
  }
}
