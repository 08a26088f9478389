import type { PageMessage } from "./messages.ts";

/** Objects of a shell in the window. They are foreign and may be anything. */
export interface ShellScope {
  schoolgateShell?: unknown;
  schoolgateAndroid?: unknown;
  webkit?: unknown;
  __TAURI__?: unknown;
  __TAURI_INTERNALS__?: unknown;
}

export const TRANSPORTS = ["electron", "injected", "webkit", "android", "tauri"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** A transport to one kind of shell. */
export interface Transport {
  name: TransportName;
  /** Sends a message; its result, or the promise's value, may be the reply. */
  post(message: PageMessage): unknown;
  /** Receives the shell's messages. Returns a function that stops it. */
  listen(receive: (raw: unknown) => void): () => void;
}

/** The command of a Tauri shell, and its event. */
const TAURI_COMMAND = "schoolgate_message";
const TAURI_EVENT = "schoolgate";

/** Returns the transport to the shell around this page; one made for us comes before one that the shell's engine offers. */
export function findTransport(scope: ShellScope): Transport | null {
  for (const name of TRANSPORTS) {
    const transport = FINDERS[name](scope);
    if (transport !== null) return transport;
  }
  return null;
}

/** Returns the transports that are available here, for the debug page. */
export function openTransports(scope: ShellScope): TransportName[] {
  return TRANSPORTS.filter((name) => FINDERS[name](scope) !== null);
}

const FINDERS: Record<TransportName, (scope: ShellScope) => Transport | null> = {
  electron: (scope) =>
    read(scope.schoolgateShell, "runtime") === "electron" ? injected("electron", scope) : null,
  injected: (scope) =>
    read(scope.schoolgateShell, "runtime") === "electron" ? null : injected("injected", scope),

  webkit({ webkit }) {
    const handler = read(read(webkit, "messageHandlers"), "schoolgate");
    const post = method(handler, "postMessage");
    return post && { name: "webkit", post, listen: () => () => {} };
  },

  android({ schoolgateAndroid: object }) {
    const post = method(object, "postMessage");
    if (post === null) return null;
    const listen = (receive: (raw: unknown) => void) => {
      // A WebMessageListener's object speaks; a plain JavaScript interface is deaf to this.
      const onMessage = (event: unknown) => receive(read(event, "data"));
      method(object, "addEventListener")?.("message", onMessage);
      return () => void method(object, "removeEventListener")?.("message", onMessage);
    };
    return { name: "android", post: (message) => post(JSON.stringify(message)), listen };
  },

  tauri(scope) {
    const invoke =
      method(read(scope.__TAURI__, "core"), "invoke") ??
      method(scope.__TAURI_INTERNALS__, "invoke");
    if (invoke === null) return null;
    const subscribe = method(read(scope.__TAURI__, "event"), "listen");
    const listen = (receive: (raw: unknown) => void) =>
      stopper(subscribe?.(TAURI_EVENT, (event: unknown) => receive(read(event, "payload"))));
    return { name: "tauri", post: (message) => invoke(TAURI_COMMAND, { message }), listen };
  },
};

function injected(name: "electron" | "injected", { schoolgateShell: shell }: ShellScope) {
  const post = method(shell, "postMessage");
  if (post === null) return null;
  const listen = (receive: (raw: unknown) => void) =>
    stopper(method(shell, "onMessage")?.((raw: unknown) => receive(raw)));
  return { name, post, listen };
}

/** Returns a function that stops a subscription, whatever subscribing returned: a function, a promise of one, or nothing. */
function stopper(answer: unknown): () => void {
  const stop = Promise.resolve(answer).catch(() => undefined);
  return () => void stop.then((end) => (typeof end === "function" ? (end as () => void)() : null));
}

function read(object: unknown, name: string): unknown {
  if ((typeof object !== "object" && typeof object !== "function") || object === null) return;
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Returns the object's method, bound to it: host objects refuse calls without their own `this`. */
function method(object: unknown, name: string): ((...values: unknown[]) => unknown) | null {
  const found = read(object, name);
  return typeof found === "function"
    ? (...values) => Reflect.apply(found, object, values) as unknown
    : null;
}
