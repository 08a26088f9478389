import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openBridge, type Bridge } from "./bridge.ts";
import { PAGE_MESSAGES, type PageMessage } from "./messages.ts";

const ORIGIN = "https://gate.example";
const WELCOME = { version: 1, name: "教室端", app_version: "2.1.0" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open({ answer }: { answer?: (message: PageMessage) => unknown } = {}) {
  const said: PageMessage[] = [];
  const delivered: string[] = [];
  let speak: (raw: unknown) => void = () => {};
  let post: (message: { data: unknown; origin: string; fromSelf: boolean }) => void = () => {};
  const stopped = { transport: 0, window: 0 };
  const bridge = openBridge(
    {
      name: "injected",
      post(message) {
        said.push(message);
        return answer?.(message);
      },
      listen(receive) {
        speak = receive;
        return () => void (stopped.transport += 1);
      },
    },
    {
      origin: ORIGIN,
      onWindowMessage(listen) {
        post = listen;
        return () => void (stopped.window += 1);
      },
      deliver: (callback) => void delivered.push(callback),
      openScanned(content) {
        if (content.startsWith(ORIGIN)) delivered.push(content);
        return content.startsWith(ORIGIN);
      },
      now: () => 1000,
    },
  );
  return {
    bridge,
    said,
    delivered,
    stopped,
    speak: (raw: unknown) => speak(raw),
    post: (m: Parameters<typeof post>[0]) => post(m),
  };
}

const lines = ({ snapshot }: Bridge) =>
  snapshot().journal.map(({ direction, type, outcome }) => [direction, type, outcome].join(" "));
const welcome = ({ id, type }: PageMessage) =>
  type === "hello" ? { schoolgate: 1, type: "reply", id, detail: WELCOME } : undefined;
const settled = () => vi.advanceTimersByTimeAsync(0);

describe("the handshake", () => {
  test("is the first thing said, and the answer may be what the call returns", async () => {
    const { bridge, said } = open({ answer: welcome });
    expect(bridge.snapshot().state).toEqual({ status: "connecting" });
    await settled();
    expect(said).toEqual([
      { schoolgate: 1, type: "hello", id: "hello-1", detail: { version: 1, oldest: 1 } },
    ]);
    expect(bridge.snapshot().state).toEqual({
      status: "connected",
      version: 1,
      name: "教室端",
      appVersion: "2.1.0",
    });
    expect(lines(bridge)).toEqual(["out hello answered"]);
  });

  test("may be answered by a message of its own", async () => {
    const { bridge, speak } = open();
    speak({ schoolgate: 1, type: "reply", id: "hello-1", detail: WELCOME });
    await settled();
    expect(bridge.snapshot().state).toMatchObject({ status: "connected", name: "教室端" });
  });

  test("without an answer the shell counts as silent, and is told and heard all the same", async () => {
    const { bridge, said, delivered, speak } = open();
    await vi.advanceTimersByTimeAsync(PAGE_MESSAGES.hello.timeoutMs);
    expect(bridge.snapshot().state).toEqual({ status: "silent" });
    bridge.notify("logout");
    speak({ schoolgate: 1, type: "need-authorize" });
    expect(said[1]).toEqual({ schoolgate: 1, type: "logout" });
    expect(delivered).toEqual(["need-authorize"]);
  });

  test("a shell of another time does not fit, and is still told of the log-out", async () => {
    const later = { version: 4, oldest: 3, name: "新端" };
    const { bridge, said } = open({
      answer: ({ id }) => ({ schoolgate: 4, type: "reply", id, detail: later }),
    });
    await settled();
    expect(bridge.snapshot().state).toMatchObject({ status: "incompatible", name: "新端" });
    bridge.notify("logout");
    expect(said.map(({ type }) => type)).toEqual(["hello", "logout"]);
  });

  test("can be done again", async () => {
    const answers = [undefined, welcome];
    const { bridge } = open({ answer: (message) => answers.shift()?.(message) });
    await vi.advanceTimersByTimeAsync(PAGE_MESSAGES.hello.timeoutMs);
    await bridge.hello();
    expect(bridge.snapshot().state.status).toBe("connected");
  });
});

describe("requests", () => {
  test("end with the answer's detail", async () => {
    const { bridge } = open({
      answer: async ({ id }) =>
        JSON.stringify({ schoolgate: 1, type: "reply", id, detail: { ok: true } }),
    });
    expect(await bridge.request("ping")).toEqual({ ok: true });
  });

  test("end when the time is over; the late answer counts for nothing", async () => {
    const { bridge, speak } = open({ answer: welcome });
    await settled();
    const asked = bridge.request("ping").catch(String);
    await vi.advanceTimersByTimeAsync(PAGE_MESSAGES.ping.timeoutMs);
    expect(await asked).toContain("no answer to ping");
    speak({ schoolgate: 1, type: "reply", id: "ping-2" });
    expect(lines(bridge)).toEqual(["in reply unasked", "out ping timed-out", "out hello answered"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("gone"))],
  ])("end at once when the shell %s", async (_, answer) => {
    const { bridge } = open({ answer });
    await expect(bridge.request("ping")).rejects.toThrow("could not be sent");
    expect(bridge.snapshot().state).toEqual({ status: "silent" });
    expect(() => bridge.notify("logout")).not.toThrow();
    await settled();
    expect(lines(bridge)[0]).toBe("out logout failed");
  });

  test("the shell's own error rejects", async () => {
    const { bridge } = open({
      answer: ({ id }) => ({ schoolgate: 1, type: "reply", id, error: "忙" }),
    });
    await expect(bridge.request("ping")).rejects.toThrow("忙");
  });
});

describe("what comes in", () => {
  test("by the window only from this page itself", () => {
    const { bridge, delivered, post } = open();
    const data = { schoolgate: 1, type: "authorized-error" };
    post({ data, origin: "https://evil.example", fromSelf: false });
    post({ data, origin: ORIGIN, fromSelf: false });
    post({ data: "react-devtools", origin: ORIGIN, fromSelf: true });
    expect(delivered).toEqual([]);
    expect(lines(bridge)).toEqual(["in  foreign", "in  foreign"]);
    post({ data, origin: ORIGIN, fromSelf: true });
    expect(delivered).toEqual(["authorized-error"]);
  });

  test("what was scanned is opened, when it is an address of this page", () => {
    const { bridge, delivered, speak } = open();
    const scanned = (content: string) =>
      speak({ schoolgate: 1, type: "scanned", detail: { content } });
    scanned("https://evil.example/#/qr/a");
    expect(delivered).toEqual([]);
    scanned(`${ORIGIN}/#/qr/a`);
    expect(delivered).toEqual([`${ORIGIN}/#/qr/a`]);
    expect(lines(bridge)).toEqual(["in scanned accepted", "in scanned foreign"]);
  });

  test("what is not on the list is written down and goes nowhere", () => {
    const { bridge, delivered, speak } = open();
    speak("alert(1)");
    speak({ schoolgate: 1, type: "open-url" });
    expect(delivered).toEqual([]);
    expect(lines(bridge)).toEqual(["in  unknown-type", "in  not-json"]);
  });

  test("the journal keeps the last fifty lines, and watchers hear of each", () => {
    const { bridge, speak } = open();
    const notified = vi.fn();
    const stop = bridge.subscribe(notified);
    for (let count = 0; count < 60; count += 1) speak("x");
    stop();
    speak("x");
    expect(notified).toHaveBeenCalledTimes(60);
    expect(bridge.snapshot().journal).toHaveLength(50);
    expect(new Set(bridge.snapshot().journal.map(({ key }) => key)).size).toBe(50);
  });

  test("closing stops everything", async () => {
    const { bridge, stopped } = open();
    bridge.close();
    await settled();
    expect(stopped).toEqual({ transport: 1, window: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
