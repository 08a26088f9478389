/**
 * Pages that are open: streams of events of 3,000 people at one node (IN-01). What they cost while nothing happens, the node's
 * memory, and how soon all of them hear of a badge. Fails where a stream is refused, ends or does not hear.
 */
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { INBOX_EVENTS_PATH } from "#contract";
import { runServer, type Platform } from "../e2e/harness/run-server.ts";
import { UNASKED } from "./administrator.ts";
import { onEngines, type Site } from "./engines.ts";
import { machineLoad, percentile } from "./load.ts";
import { cpuMs, memoryMb } from "./process.ts";
import { fillPupils, sendBatch } from "./pupils-with-apps.ts";

const STREAMS = Number(process.argv[2] ?? 3000);
const STILL_SECONDS = Number(process.argv[3] ?? 60);
const BATCH = 500;
/** Streams that are opened at a time. */
const AT_ONCE = 50;
/** Of a node, by its engine. */
const TARGET_MB = { embedded: 300, server: 150 };
const TARGET_MS = 2000;
const failed: string[] = [];

await onEngines({ only: process.argv[4] }, measure);
console.log(failed.length === 0 ? "\nall within their limits" : `\nnot: ${failed.join("; ")}`);

interface Stream {
  /** When it heard that apps had sent something; 0: not yet. */
  heardAt: number;
  close(): void;
}

async function measure(site: Site): Promise<void> {
  await (await runServer(site.dataDir, { ...UNASKED, ...site.settings })).stop();
  const [subjects = []] = await site.within(async (db) => {
    const all = await fillPupils(db);
    await sql`insert into session (id, token_hash, user_id, client, expires_at)
      select 'x' || n, encode(sha256(convert_to('token-' || n, 'UTF8')), 'hex'), 'u' || n, 'web', now() + interval '30 days'
      from generate_series(0, ${STREAMS - 1}::int) n`.execute(db);
    return all;
  });
  const node = await runServer(site.dataDir, { ...UNASKED, ...site.settings });
  console.log(`\n${site.engine} database, ${STREAMS} streams; ${machineLoad()}`);
  const before = memoryMb(node.pid).now;
  const streams: Stream[] = [];
  const numbers = Array.from({ length: STREAMS }, (_, nth) => nth).values();
  const line = async () => {
    for (const nth of numbers) streams[nth] = await openStream(node, nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  const told = (what: string, isOver: boolean) => {
    if (isOver) failed.push(`${site.engine}: ${what}`);
    console.log(`  ${what}${isOver ? "  NOT KEPT" : ""}`);
  };
  const from = { node: cpuMs(node.pid), engine: site.engineCpuMs() };
  await wait(STILL_SECONDS * 1000);
  const each = (ms: number) => `${(ms / STILL_SECONDS / 10).toFixed(1)} %`;
  const { now, most } = memoryMb(node.pid);
  const limit = TARGET_MB[site.engine];
  console.log(
    `  nothing happens for ${STILL_SECONDS} s: ${each(cpuMs(node.pid) - from.node)} of a core in the node, ${each(site.engineCpuMs() - from.engine)} in the engine`,
  );
  told(
    `memory ${before} MB before, ${now} MB with the streams, ${most} MB at most since its start; limit ${limit} MB`,
    now > limit,
  );
  const sentAt = performance.now();
  for (let first = 0; first < STREAMS; first += BATCH) {
    const some = subjects.slice(first, Math.min(first + BATCH, STREAMS));
    const badge = { version: 1, identity: "student", count: 1 };
    await sendBatch(
      node.origin,
      0,
      some.map((sub) => ({ sub, ...badge })),
    );
  }
  const storedAt = performance.now();
  while (streams.some(({ heardAt }) => heardAt === 0) && performance.now() - storedAt < 10_000) {
    await wait(50);
  }
  const deaf = streams.filter(({ heardAt }) => heardAt === 0).length;
  if (deaf > 0) throw new Error(`${deaf} streams heard nothing`);
  const waits = streams.map(({ heardAt }) => heardAt - sentAt);
  told(
    `badges for all within ${(storedAt - sentAt).toFixed(0)} ms; heard after p50 ${percentile(waits, 50).toFixed(0)} ms, the last ${(Math.max(...waits) - (storedAt - sentAt)).toFixed(0)} ms after they were stored; limit ${TARGET_MS} ms`,
    Math.max(...waits) - (storedAt - sentAt) > TARGET_MS,
  );
  for (const { close } of streams) close();
  await node.stop();
}

/** Opens a stream of a person; resolves once the node has answered. */
function openStream({ origin }: Platform, nth: number): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const asked = request(origin + INBOX_EVENTS_PATH, {
      agent: false,
      headers: { authorization: `Bearer token-${nth}`, identity: "student" },
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      if (answer.statusCode !== 200) {
        reject(new Error(`stream ${nth} was answered ${answer.statusCode}`));
        return;
      }
      const stream: Stream = { heardAt: 0, close: () => void asked.destroy() };
      answer.setEncoding("utf8").on("data", (text: string) => {
        if (stream.heardAt === 0 && text.includes("data: apps")) stream.heardAt = performance.now();
      });
      // after it is open an end is seen by what it does not hear
      asked.on("error", () => {});
      answer.on("error", () => {});
      resolve(stream);
    });
    asked.end();
  });
}
