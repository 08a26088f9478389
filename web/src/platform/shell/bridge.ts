import {
  claimsToBeOurs,
  PAGE_MESSAGES,
  parseShellMessage,
  PROTOCOL_VERSION,
  OLDEST_VERSION,
  shakeHands,
  type Detail,
  type Handshake,
  type NoticeType,
  type PageMessageType,
  type Rejection,
  type RequestType,
  SCANNED,
  type ShellCallback,
} from "./messages.ts";
import type { Transport, TransportName } from "./transports.ts";

export type ShellState = { status: "connecting" } | { status: "silent" } | Handshake;

/** The outcome of a message to or from the shell. */
export type Outcome =
  | "sent"
  | "answered"
  | "timed-out"
  | "failed"
  | "accepted"
  | "foreign"
  | "unasked"
  | Rejection;

export interface JournalLine {
  key: number;
  at: number;
  direction: "out" | "in";
  /** Empty where it could not be read. */
  type: PageMessageType | ShellCallback | typeof SCANNED | "reply" | "";
  outcome: Outcome;
}

export interface BridgeSnapshot {
  state: ShellState;
  journal: readonly JournalLine[];
}

/** The page's connection to its shell. */
export interface Bridge {
  transport: TransportName;
  /** Sends a notice. Never throws: a shell that fails does not stop the page. */
  notify(type: NoticeType): void;
  /** Sends a request; resolves to the answer's detail, rejects when none comes in time. */
  request(type: RequestType): Promise<Detail>;
  /** Repeats the handshake. */
  hello(): Promise<void>;
  snapshot(): BridgeSnapshot;
  subscribe(listen: () => void): () => void;
  close(): void;
}

/** The page's side of the bridge. */
export interface BridgePage {
  origin: string;
  /** Subscribes to messages to the page's window. Returns a function that stops it. */
  onWindowMessage(
    listen: (message: { data: unknown; origin: string; fromSelf: boolean }) => void,
  ): () => void;
  /** Performs a callback that the shell has sent. */
  deliver(callback: ShellCallback): void;
  /** Opens what the shell has scanned; false when that is no address of this page. */
  openScanned(content: string): boolean;
  now(): number;
}

const JOURNAL_LENGTH = 50;

/** Opens the bridge and shakes hands. Log-out and the callbacks belong to every version; a shell need not answer to be notified and listened to. */
export function openBridge(transport: Transport, page: BridgePage): Bridge {
  let snapshot: BridgeSnapshot = { state: { status: "connecting" }, journal: [] };
  let nextId = 1;
  let nextKey = 1;
  const waiting = new Map<string, (detail: Detail | Error) => void>();
  const listeners = new Set<() => void>();

  function show(change: Partial<BridgeSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    for (const notify of listeners) notify();
  }

  function note(
    direction: JournalLine["direction"],
    type: JournalLine["type"],
    outcome: Outcome,
  ): void {
    const line = { key: nextKey++, at: page.now(), direction, type, outcome };
    show({ journal: [line, ...snapshot.journal].slice(0, JOURNAL_LENGTH) });
  }

  function receive(raw: unknown): void {
    const parsed = parseShellMessage(raw);
    if ("reason" in parsed) return note("in", "", parsed.reason);
    const { message } = parsed;
    if (message.type === SCANNED) {
      return note("in", SCANNED, page.openScanned(message.content) ? "accepted" : "foreign");
    }
    if (message.type !== "reply") {
      note("in", message.type, "accepted");
      return page.deliver(message.type);
    }
    const answer = waiting.get(message.id);
    if (answer === undefined) return note("in", "reply", "unasked");
    answer(message.error === null ? message.detail : new Error(message.error));
  }

  function post(type: PageMessageType, id?: string, detail?: Detail): boolean {
    try {
      const returned = transport.post({
        schoolgate: PROTOCOL_VERSION,
        type,
        ...(id === undefined ? {} : { id }),
        ...(detail === undefined ? {} : { detail }),
      });
      Promise.resolve(returned).then(
        (value) => (claimsToBeOurs(value) ? receive(value) : undefined),
        () => fail(type, id),
      );
      return true;
    } catch {
      fail(type, id);
      return false;
    }
  }

  function fail(type: PageMessageType, id: string | undefined): void {
    const answer = id === undefined ? undefined : waiting.get(id);
    if (answer === undefined) note("out", type, "failed");
    else answer(new Error(`${type} could not be sent`));
  }

  function request(type: RequestType, detail?: Detail): Promise<Detail> {
    const id = `${type}-${nextId++}`;
    return new Promise((resolve, reject) => {
      const end = (outcome: Outcome, result: Detail | Error) => {
        clearTimeout(clock);
        waiting.delete(id);
        note("out", type, outcome);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const clock = setTimeout(
        () => end("timed-out", new Error(`no answer to ${type}`)),
        PAGE_MESSAGES[type].timeoutMs,
      );
      waiting.set(id, (result) => end(result instanceof Error ? "failed" : "answered", result));
      post(type, id, detail);
    });
  }

  async function hello(): Promise<void> {
    show({ state: { status: "connecting" } });
    try {
      const answer = await request("hello", { version: PROTOCOL_VERSION, oldest: OLDEST_VERSION });
      show({ state: shakeHands(answer) });
    } catch {
      show({ state: { status: "silent" } });
    }
  }

  const stopListening = transport.listen(receive);
  const stopWindow = page.onWindowMessage(({ data, origin, fromSelf }) => {
    if (!claimsToBeOurs(data)) return;
    if (fromSelf && origin === page.origin) receive(data);
    else note("in", "", "foreign");
  });
  void hello();

  return {
    transport: transport.name,
    notify(type) {
      if (post(type)) note("out", type, "sent");
    },
    request,
    hello,
    snapshot: () => snapshot,
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    close() {
      stopListening();
      stopWindow();
      for (const [id, answer] of waiting) {
        waiting.delete(id);
        answer(new Error("closed"));
      }
    },
  };
}
