import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { reportEvents } from "#contract";
import { openTestDatabase } from "../../test/database.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import type { HttpTimeouts } from "./slow-bodies.ts";

/** The real time-outs, fifty times as fast. */
const TIMEOUTS: HttpTimeouts = {
  headMs: 300,
  bodyMs: 300,
  fileMs: 2400,
  stillMs: 2400,
  idleMs: 1400,
  lookEveryMs: 100,
};
const TRICKLE_EVERY_MS = 40;
const POST = `${reportEvents.method} ${reportEvents.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;

let database: ConnectedDatabase;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  database = await openTestDatabase();
  const config = readConfig({ DEMO: "off", LOG_LEVEL: "silent" });
  app = await buildApp({ db: database.db, config, timeouts: TIMEOUTS });
  app.get("/much", async () => "x".repeat(30_000_000));
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/**
 * Sends a text one character at a time until the server ends the connection; returns its answer and the milliseconds
 * passed.
 */
async function trickle(text: string): Promise<{ said: string; ms: number }> {
  const socket = await open();
  const from = performance.now();
  let said = "";
  let over = false;
  socket.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  const closed = once(socket, "close").then(() => (over = true));
  for (const character of text) {
    if (over || said !== "") break;
    socket.write(character);
    await setTimeout(TRICKLE_EVERY_MS);
  }
  await closed;
  return { said, ms: performance.now() - from };
}

describe("who is slow is cut off, and told so (OP-04)", () => {
  test.each([
    ["in the head", `${POST}content-length: 20\r\n`],
    ["in a head that never ends", `${POST}${"x-a: b\r\n".repeat(200)}`],
  ])("%s", async (_name, text) => {
    const { said, ms } = await trickle(text);
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toMatch(/connection: close/i);
    expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: 40001 });
    expect(ms).toBeLessThan(TIMEOUTS.fileMs);
  });

  test.each([
    ["in a body of known length", "content-length: 2000"],
    ["in a body in pieces", "transfer-encoding: chunked"],
  ])("%s", async (_name, length) => {
    const socket = await open();
    const heard = { said: "" };
    socket.setEncoding("utf8").on("data", (piece: string) => (heard.said += piece));
    const closed = once(socket, "close");
    socket.write(`${POST}${length}\r\n\r\n`);
    const from = performance.now();
    while (heard.said === "" && performance.now() - from < TIMEOUTS.fileMs) {
      socket.write(length.includes("chunked") ? "1\r\nx\r\n" : "x");
      await setTimeout(TRICKLE_EVERY_MS);
    }
    expect(heard.said).toMatch(/^HTTP\/1\.1 408 /);
    await closed;
  });

  test("who says nothing at all", async () => {
    const socket = await open();
    const from = performance.now();
    socket.resume();
    await once(socket, "close");
    expect(performance.now() - from).toBeLessThan(TIMEOUTS.stillMs + 1000);
  });

  test("who asks for much and reads none of it", async () => {
    const socket = await open();
    socket.pause();
    socket.write("GET /much HTTP/1.1\r\nhost: x\r\n\r\n");
    const connections = () =>
      new Promise<number>((resolve) =>
        app.server.getConnections((_error, count) => resolve(count)),
      );
    const from = performance.now();
    while ((await connections()) > 0 && performance.now() - from < TIMEOUTS.stillMs + 3000) {
      await setTimeout(50);
    }
    expect(await connections()).toBe(0);
  });

  test("meanwhile others are answered", async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, open));
    for (const socket of slow) socket.write("GET / HTTP/1.1\r\nx: ");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/healthz`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});
