/**
 * Fakes of the shells that makers build, put into the page before it runs. Each records messages in `shellHeard`, and
 * sends by `shellSays`. They run inside the page: nothing from outside the function is available there.
 */
export const SHELLS = [
  "electron",
  "injected",
  "webkit",
  "android",
  "android-listener",
  "tauri",
] as const;
export type ShellName = (typeof SHELLS)[number];

/** The properties that the fakes put on the window. */
export interface FakeShell {
  shellHeard: { schoolgate: number; type: string; id?: string }[];
  shellSays(message: unknown): void;
}

export function installFakeShell(name: ShellName): void {
  const heard: FakeShell["shellHeard"] = [];
  let speak: (message: unknown) => void = (message) => window.postMessage(message, location.origin);
  const answer = ({ type, id }: { type: string; id?: string }) =>
    id === undefined
      ? undefined
      : {
          schoolgate: 1,
          type: "reply",
          id,
          detail:
            type === "hello" ? { version: 1, name: `样例-${name}`, app_version: "3.2.1" } : {},
        };
  const take = (message: FakeShell["shellHeard"][number]) => {
    heard.push(message);
    return answer(message);
  };
  const install: Record<ShellName, () => object> = {
    // contextBridge: the call crosses processes, and so does what comes back.
    electron: () => ({
      schoolgateShell: {
        kind: "desktop",
        runtime: "electron",
        postMessage: async (message: never) => take(message),
        onMessage(listen: (message: unknown) => void) {
          speak = listen;
          return () => undefined;
        },
      },
    }),
    // Answers later, by a message of its own.
    injected: () => ({
      schoolgateShell: {
        kind: "desktop",
        postMessage(message: never) {
          const reply = take(message);
          setTimeout(() => speak(reply), 20);
        },
        onMessage: (listen: (message: unknown) => void) => void (speak = listen),
      },
    }),
    // WKScriptMessageHandlerWithReply; speaks by evaluateJavaScript("window.postMessage(…)").
    webkit: () => ({
      schoolgateShell: { kind: "mobile" },
      webkit: {
        messageHandlers: { schoolgate: { postMessage: async (message: never) => take(message) } },
      },
    }),
    // addJavascriptInterface: text in, text out.
    android: () => ({
      schoolgateShell: { kind: "mobile" },
      schoolgateAndroid: {
        postMessage: (text: string) => JSON.stringify(take(JSON.parse(text) as never)),
      },
    }),
    // WebViewCompat.addWebMessageListener
    "android-listener": () => {
      const target = new EventTarget();
      speak = (message) =>
        target.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
      return {
        schoolgateShell: { kind: "mobile" },
        schoolgateAndroid: Object.assign(target, {
          postMessage(text: string) {
            const reply = take(JSON.parse(text) as never);
            setTimeout(() => speak(reply), 20);
          },
        }),
      };
    },
    tauri: () => ({
      schoolgateShell: { kind: "desktop" },
      __TAURI__: {
        core: {
          invoke: async (command: string, { message }: { message: never }) => {
            if (command !== "schoolgate_message") throw new Error(`no command ${command}`);
            return take(message);
          },
        },
        event: {
          listen: async (event: string, listen: (event: { payload: unknown }) => void) => {
            if (event === "schoolgate") speak = (payload) => listen({ payload });
            return () => undefined;
          },
        },
      },
      __TAURI_INTERNALS__: {},
    }),
  };
  Object.assign(window, install[name](), {
    shellHeard: heard,
    shellSays: (message: unknown) => speak(message),
  });
}
