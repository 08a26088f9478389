/**
 * Badges that apps send in whole batches, several at once, for pupils of ten schools (IN-06): how many a second both engines
 * keep, how long a batch waits, the processor time that a badge costs, and whether every pupil has the newest. A word
 * `profile` lists the statements.
 */
import { sql } from "kysely";
import { runServer } from "../e2e/harness/run-server.ts";
import type { Database } from "../server/src/database/database.ts";
import { UNASKED } from "./administrator.ts";
import { APPS, fillPupils, PUPILS, sendBatch } from "./pupils-with-apps.ts";
import { onEngines, type Site } from "./engines.ts";
import { machineLoad, percentile } from "./load.ts";
import { cpuMs, memoryMb } from "./process.ts";

const SECONDS = Number(process.argv[2] ?? 10);
const AT_ONCE = Number(process.argv[3] ?? 4);
const TARGET = 5000;
const BATCH = 500;

const counts = process.argv.includes("profile");
const failed: string[] = [];

await onEngines({ only: process.argv[4], counts }, measure);
console.log(failed.length === 0 ? "\nall within their limits" : `\nnot: ${failed.join("; ")}`);

async function measure(site: Site): Promise<void> {
  await (await runServer(site.dataDir, { ...UNASKED, ...site.settings })).stop();
  const subjects = await site.within(fillPupils);
  const { BENCH_NODE_OPTIONS } = process.env;
  const node = await runServer(site.dataDir, {
    ...{ ...UNASKED, ...site.settings },
    ...(BENCH_NODE_OPTIONS !== undefined && { NODE_OPTIONS: BENCH_NODE_OPTIONS }),
  });
  console.log(
    `\n${site.engine} database, batches of ${BATCH}, ${AT_ONCE} at once, ${PUPILS} pupils; ${machineLoad()}`,
  );
  const waits: number[] = [];
  let version = 0;
  const sendOne = async () => {
    version += 1;
    const nth = version;
    const app = nth % APPS;
    const people = subjects[app] ?? [];
    const first = (Math.floor(nth / APPS) * BATCH) % people.length;
    const badges = people.slice(first, first + BATCH).map((sub) => ({
      ...{ sub, version: nth, identity: "student", count: nth % 10_000 },
    }));
    const startedAt = performance.now();
    await sendBatch(node.origin, app, badges);
    waits.push(performance.now() - startedAt);
  };
  // plans and caches: each app's people once
  for (let nth = 0; nth < APPS * (PUPILS / BATCH); nth += 1) await sendOne();
  await site.statements();
  waits.length = 0;
  const before = { at: performance.now(), node: cpuMs(node.pid), engine: site.engineCpuMs() };
  const until = before.at + SECONDS * 1000;
  const line = async () => {
    while (performance.now() < until) await sendOne();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  const seconds = (performance.now() - before.at) / 1000;
  const badges = waits.length * BATCH;
  const rate = badges / seconds;
  const each = (ms: number) => `${((ms * 1000) / badges).toFixed(0)} µs`;
  const isShort = rate < TARGET;
  if (isShort) failed.push(site.engine);
  console.log(
    `  ${rate.toFixed(0)} badges a second, limit ${TARGET}${isShort ? "  NOT KEPT" : ""}; a batch p50 ${percentile(waits, 50).toFixed(0)} ms, p99 ${percentile(waits, 99).toFixed(0)} ms`,
  );
  console.log(
    `  a badge costs the node ${each(cpuMs(node.pid) - before.node)}, the engine ${each(site.engineCpuMs() - before.engine)}; memory at most ${memoryMb(node.pid).most} MB; ${machineLoad()}`,
  );
  for (const statement of await site.statements()) console.log(`      ${statement}`);
  await node.stop();
  await site.within(checkNewest);
}

/** Throws where a badge is not the one of its version. */
async function checkNewest(db: Database): Promise<void> {
  const { rows } = await sql<{ people: number; odd: number }>`
    select count(*)::int as people,
      (count(*) filter (where (body->>'count')::bigint <> version % 10000))::int as odd from app_item`.execute(
    db,
  );
  const [{ people, odd } = { people: 0, odd: 0 }] = rows;
  if (people !== APPS * PUPILS || odd > 0) {
    throw new Error(`${people} badges, ${odd} of them odd`);
  }
}
