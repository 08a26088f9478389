import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { INBOX_EVENTS_PATH } from "#contract";
import { NoticeTestApp } from "../notice/notice.fixture.ts";

let on: NoticeTestApp;
let port: number;
/** The requests that have come, as long as anything keeps them. */
const made: WeakRef<object>[] = [];
const lines: string[] = [];

beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  on = await NoticeTestApp.open({ logLevel: "debug" }, log);
  const note = (request: IncomingMessage) => void made.push(new WeakRef(request));
  on.at.app.server.on("request", note).on("upgrade", note);
  port = Number(new URL(await on.at.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => on.at.close());

/** Sends a request by hand; `heard` is what has come so far. */
async function ask(head: string, account = "mother") {
  const headers = Object.entries((await on.as(account)).headers).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const socket: Socket = connect(port, "127.0.0.1");
  const said = { heard: "", closed: false, socket };
  socket
    .on("data", (bytes) => (said.heard += bytes.toString()))
    .on("close", () => (said.closed = true));
  socket.write([...head.split("\n"), ...headers, "", ""].join("\r\n"));
  return said;
}

const STREAM = `GET ${INBOX_EVENTS_PATH} HTTP/1.1\nhost: a`;
const OPEN = "retry: 5000\ndata: open\n\n";

test("an open stream keeps nothing of its request", async () => {
  const { heard: _, ...said } = await ask(STREAM);
  await vi.waitFor(() => expect(made).toHaveLength(1));
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await vi.waitFor(
    async () => {
      await wait(20);
      collect();
      expect(made.map((one) => one.deref())).toEqual([undefined]);
    },
    { timeout: 5000 },
  );
  expect(said.closed).toBe(false);
  said.socket.destroy();
});

test("is written in chunks, and by HTTP/1.0 as it is; ends when the other side does", async () => {
  const newer = await ask(STREAM);
  const older = await ask(`GET ${INBOX_EVENTS_PATH} HTTP/1.0\nhost: a`);
  await vi.waitFor(() => expect(newer.heard).toMatch(/\r\n\r\n18\r\n[^]*open\n\n\r\n$/));
  expect(newer.heard).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*transfer-encoding: chunked/i);
  await vi.waitFor(() => expect(older.heard.endsWith(`\r\n\r\n${OPEN}`)).toBe(true));
  newer.socket.end();
  await vi.waitFor(() => expect(newer.closed).toBe(true));
  older.socket.destroy();
});

test("a request with a body, without a host, of an upgrade or sent too early is answered or cut, and nothing breaks", async () => {
  const body = await ask(`${STREAM}\ncontent-length: 2`);
  body.socket.write("{}");
  await vi.waitFor(() => expect(body.heard).toContain(OPEN));
  const hostless = await ask(`GET ${INBOX_EVENTS_PATH} HTTP/1.1`);
  await vi.waitFor(() => expect(hostless.heard).toMatch(/^HTTP\/1.1 400/));
  const upgrade = await ask("GET /healthz HTTP/1.1\nhost: a\nconnection: upgrade\nupgrade: h2c");
  await vi.waitFor(() => expect(upgrade.heard).toMatch(/^HTTP\/1.1 200[^]*ok\n$/));
  const early = await ask(`GET /readyz HTTP/1.1\nhost: a\n\n${STREAM}`);
  await vi.waitFor(() => expect(early.closed || early.heard.includes("open")).toBe(true));
  const refused = await ask(`${STREAM}\nx-more: 1`.replace("inbox/events", "inbox/eventz"));
  await vi.waitFor(() => expect(refused.heard).toMatch(/^HTTP\/1.1 404/));
  for (const { socket } of [body, upgrade, early, refused]) socket.destroy();
});

test("the log and the metrics hear of a stream at its end", async () => {
  const stream = await ask(STREAM, "father");
  await vi.waitFor(() => expect(stream.heard).toContain("open"));
  const logged = () =>
    lines.filter((line) => line.includes(INBOX_EVENTS_PATH) && line.includes("200"));
  const before = logged().length;
  on.at.app.inboxEvents.close();
  await vi.waitFor(() => expect(stream.closed).toBe(true));
  expect(stream.heard).toMatch(/\r\n0\r\n\r\n$/);
  await vi.waitFor(() => expect(logged()).toHaveLength(before + 1));
  expect(JSON.parse(logged().at(-1) ?? "")).toMatchObject({ msg: "answered", status: 200 });
  const metrics = await on.at.app.metrics.metrics();
  expect(metrics).toMatch(
    new RegExp(`seconds_count\\{call="${INBOX_EVENTS_PATH}",status="2xx"\\} [1-9]`),
  );
});
