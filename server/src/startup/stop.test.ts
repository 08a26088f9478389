import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { reportEvents } from "#contract";
import { buildTestApp } from "../../test/build.ts";
import { dataDirectory, startMain } from "../../test/process.ts";

const WORKERS = 12;
const PROBE_EVERY_MS = 40;
const EVENT = JSON.stringify({ event: "load" });
const JSON_HEADERS = { "content-type": "application/json" };

interface Answered {
  status: number;
  closes: boolean;
}

/** Sends a call over a kept connection, as a proxy in front does. */
function post(origin: string, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method, path } = reportEvents;
    const sent = request(origin + path, { method, agent, headers: JSON_HEADERS }, (answer) => {
      answer.resume().once("end", () => {
        const closes = answer.headers.connection === "close";
        resolve({ status: answer.statusCode ?? 0, closes });
      });
      answer.once("error", reject);
    });
    sent.once("error", reject).end(EVENT);
  });
}

describe("a stop drops no call (OP-04)", () => {
  test(
    "told to stop under load, a node first says that it is not ready, answers all it is sent, and ends",
    { timeout: 60_000 },
    async () => {
      const DATA_DIR = await dataDirectory("migrated");
      const platform = await startMain({ DATA_DIR, DRAIN_SECONDS: "1" });
      await platform.ready();
      const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
      const kept = { inRotation: true, answered: [] as Answered[], afterNotReady: 0 };

      // what a load balancer does: it sends on, until a probe tells it not to
      const probing = (async () => {
        while (kept.inRotation) {
          const probe = await fetch(`${platform.origin}/readyz`);
          if (probe.status === 503) {
            expect(await probe.text()).toBe("not ready: stopping\n");
            const before = kept.answered.length;
            await setTimeout(PROBE_EVERY_MS);
            // on a busy machine no answer may come within a probe's time
            while (kept.answered.length === before) await setTimeout(5);
            kept.afterNotReady = kept.answered.length - before;
            kept.inRotation = false;
          } else await setTimeout(PROBE_EVERY_MS);
        }
      })();
      const working = Array.from({ length: WORKERS }, async () => {
        while (kept.inRotation) kept.answered.push(await post(platform.origin, agent));
      });
      while (kept.answered.length < 200) await setTimeout(5);
      const half = halfSent(platform.origin);
      await half.begun;
      const toldAt = performance.now();
      platform.kill("SIGTERM");
      await probing;
      await Promise.all(working);
      half.finish();

      expect(await half.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(await half.answer).toMatch(/\r\nconnection: close\r\n/i);
      expect(await platform.ended).toBe(0);
      expect(performance.now() - toldAt).toBeLessThan(8000);
      expect(platform.written.error).toBe("");
      expect(new Set(kept.answered.map(({ status }) => status))).toEqual(new Set([200]));
      expect(kept.afterNotReady).toBeGreaterThan(0);
      expect(kept.answered.at(-1)?.closes).toBe(true);
      expect(kept.answered[0]?.closes).toBe(false);
      agent.destroy();
    },
  );

  test("closing takes no new connection, and still answers on one that is kept", async () => {
    const at = await buildTestApp();
    await at.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = at.app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const ask = async () => {
      socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
      return String((await once(socket, "data"))[0]);
    };
    expect(await ask()).toMatch(/connection: keep-alive/i);
    const closing = at.close();
    while (at.app.server.listening) await setTimeout(1);
    const refused = connect(port, "127.0.0.1");
    expect((await once(refused, "error"))[0]).toMatchObject({ code: "ECONNREFUSED" });
    const last = await ask();
    expect(last).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(last).toMatch(/connection: close/i);
    await closing;
  });

  test("closing waits for work that no answer waits for", async () => {
    const at = await buildTestApp();
    const { promise, resolve } = Promise.withResolvers<void>();
    const done: string[] = [];
    at.app.background.run("work", async () => {
      await promise;
      await at.app.db.selectFrom("school").select("id").execute();
      done.push("work");
    });
    const closing = at.close().then(() => done.push("closed"));
    resolve();
    await closing;
    expect(done).toEqual(["work", "closed"]);
  });
});

/** Sends a call of which the second half of the body comes later. */
function halfSent(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const begun = once(socket, "connect").then(() => {
    const head = [
      `${reportEvents.method} ${reportEvents.path} HTTP/1.1`,
      "host: x",
      "content-type: application/json",
      `content-length: ${EVENT.length}`,
    ];
    return new Promise<void>((resolve) => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${EVENT.slice(0, 5)}`, () => resolve());
    });
  });
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const answer = once(socket, "close").then(() => text);
  return { begun, answer, finish: () => void socket.write(EVENT.slice(5)) };
}
