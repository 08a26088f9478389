import { describe, expect, test, vi } from "vitest";
import type { PageMessage } from "./messages.ts";
import { findTransport, openTransports, type ShellScope } from "./transports.ts";

const MESSAGE: PageMessage = { schoolgate: 1, type: "ping", id: "ping-1" };

describe("which shell is there", () => {
  const post = { postMessage: () => undefined };
  test.each<[string, ShellScope, string | undefined]>([
    ["none", {}, undefined],
    ["an injected object", { schoolgateShell: { kind: "desktop", ...post } }, "injected"],
    ["Electron's preload", { schoolgateShell: { runtime: "electron", ...post } }, "electron"],
    ["WKWebView", { webkit: { messageHandlers: { schoolgate: post } } }, "webkit"],
    ["another's WKWebView", { webkit: { messageHandlers: { other: post } } }, undefined],
    ["Android", { schoolgateAndroid: post }, "android"],
    ["Tauri with its global", { __TAURI__: { core: { invoke: () => undefined } } }, "tauri"],
    ["Tauri without", { __TAURI_INTERNALS__: { invoke: () => undefined } }, "tauri"],
    ["a mark without a way", { schoolgateShell: { kind: "desktop" } }, undefined],
    ["things of another kind", { schoolgateShell: 1, webkit: "x", __TAURI__: null }, undefined],
    ["an object that throws", { schoolgateShell: trap(), webkit: trap() }, undefined],
  ])("%s", (_, scope, name) => {
    expect(findTransport(scope)?.name).toBe(name);
    expect(openTransports(scope)).toEqual(name === undefined ? [] : [name]);
  });

  test("the object made for us wins over what the engine offers", () => {
    const scope = {
      schoolgateShell: post,
      webkit: { messageHandlers: { schoolgate: post } },
      __TAURI_INTERNALS__: { invoke: () => undefined },
    };
    expect(findTransport(scope)?.name).toBe("injected");
    expect(openTransports(scope)).toEqual(["injected", "webkit", "tauri"]);
  });
});

describe("talking", () => {
  test("host methods are called on their own object", () => {
    class Handler {
      said: unknown[] = [];
      postMessage(message: unknown) {
        this.said.push(message);
      }
    }
    const handler = new Handler();
    findTransport({ webkit: { messageHandlers: { schoolgate: handler } } })?.post(MESSAGE);
    expect(handler.said).toEqual([MESSAGE]);
  });

  test("Android gets text, for it takes nothing else; a listener object speaks back", () => {
    const target = new EventTarget();
    const said: unknown[] = [];
    const object = Object.assign(target, { postMessage: (text: unknown) => said.push(text) });
    const transport = findTransport({ schoolgateAndroid: object });
    transport?.post(MESSAGE);
    expect(said).toEqual([JSON.stringify(MESSAGE)]);
    const received = vi.fn();
    const stop = transport?.listen(received);
    target.dispatchEvent(Object.assign(new Event("message"), { data: "hello" }));
    stop?.();
    target.dispatchEvent(Object.assign(new Event("message"), { data: "again" }));
    expect(received.mock.calls).toEqual([["hello"]]);
  });

  test("a plain Android interface has no listeners, and that is no fault", () => {
    const transport = findTransport({ schoolgateAndroid: { postMessage: () => undefined } });
    expect(() => transport?.listen(() => {})()).not.toThrow();
  });

  test("Tauri is called by its command, and speaks by its event", async () => {
    const invoke = vi.fn().mockResolvedValue("answer");
    const stopTauri = vi.fn();
    let speak: (event: object) => void = () => {};
    const listen = async (name: string, receive: (event: object) => void) => {
      expect(name).toBe("schoolgate");
      speak = receive;
      return stopTauri;
    };
    const transport = findTransport({ __TAURI__: { core: { invoke }, event: { listen } } });
    expect(await transport?.post(MESSAGE)).toBe("answer");
    expect(invoke.mock.calls).toEqual([["schoolgate_message", { message: MESSAGE }]]);
    const received = vi.fn();
    const stop = transport?.listen(received);
    speak({ payload: { a: 1 } });
    expect(received.mock.calls).toEqual([[{ a: 1 }]]);
    stop?.();
    await vi.waitFor(() => expect(stopTauri).toHaveBeenCalled());
  });

  test.each(["injected", "electron"])("an object (%s) gets objects and calls back", (runtime) => {
    const said: unknown[] = [];
    const stopped = vi.fn();
    let speak: (raw: unknown) => void = () => {};
    const schoolgateShell = {
      runtime,
      postMessage: (message: unknown) => said.push(message),
      onMessage(receive: (raw: unknown) => void) {
        speak = receive;
        return stopped;
      },
    };
    const transport = findTransport({ schoolgateShell });
    transport?.post(MESSAGE);
    expect(said).toEqual([MESSAGE]);
    const received = vi.fn();
    transport?.listen(received);
    speak("x");
    expect(received.mock.calls).toEqual([["x"]]);
  });
});

function trap(): object {
  return new Proxy(
    {},
    {
      get() {
        throw new Error("foreign");
      },
    },
  );
}
