/** Measures the waits when everybody signs in, every node dies, and is back after a minute (architecture.md, issue 11). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLS } from "#contract";
import { freePort } from "../server/test/free-port.ts";
import { runServer, type Platform } from "../e2e/harness/run-server.ts";
import { noPostgres, query, startPostgres } from "../server/test/postgres.ts";
import { secondsToNextTry } from "../web/src/features/login/rules.ts";
import type { Alone } from "./argon2-alone.ts";
import { ask } from "./client.ts";
import { SEED_PASSWORD, seedPeople } from "./seed.ts";
import { startLineProcess } from "./line-process.ts";
import { machineLoad, percentile } from "./load.ts";

const PEOPLE = Number(process.argv[2] ?? 3000);
const AWAY_SECONDS = Number(process.argv[3] ?? 60);
const WORKERS = process.argv[4] ?? "1";
/** The time in ms from the first sign-in to the death of all nodes. */
const DIES_AFTER_MS = 3000;
const TARGET_WAIT_SECONDS = 60;
/** The time in ms after which a browser has given up (bench/client.ts). */
const TIMED_OUT_MS = 9900;

if (noPostgres()) process.exit(0);
const postgres = await startPostgres();
const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
const alone = startLineProcess<number, Alone>("argon2-alone.ts");
let platform: Platform | undefined;
try {
  const url = await postgres.createDatabase("morning");
  await seedPeople(url, PEOPLE, 1);
  const environment = {
    DATABASE_URL: url,
    SECOND_FACTOR: "offered",
    LOG_LEVEL: "silent",
    PORT: String(await freePort()),
    WORKERS,
  };
  const open = () => runServer(dataDir, environment);
  platform = await open();
  const login = `http://127.0.0.1:${environment.PORT}${CALLS.login.path}`;
  const { rate } = await alone.ask(2);
  console.log(
    `${PEOPLE} people, away for ${AWAY_SECONDS} s, WORKERS=${WORKERS}; argon2 alone ${rate.toFixed(0)}/s: ${(PEOPLE / rate).toFixed(0)} s for all; ${machineLoad()}\n`,
  );

  let backAt = Number.POSITIVE_INFINITY;
  const waits: number[] = [];
  const statuses = new Map<string, number>();
  const told = new Map<number, number>();
  let timedOut = 0;
  const people = Array.from({ length: PEOPLE }, async (_, n) => {
    const body = { account: `person${n}`, password: SEED_PASSWORD };
    for (let tries = 0; ; tries += 1) {
      const reply = await ask(login, { method: "POST", headers: { client: "pc" }, body });
      const kind = `${reply.status}${performance.now() < backAt ? "" : " after the return"}`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (reply.status === 0 && reply.ms > TIMED_OUT_MS) timedOut += 1;
      if (reply.status === 200) break;
      const after = reply.status === 503 ? reply.retryAfter : undefined;
      if (after !== undefined) told.set(after, (told.get(after) ?? 0) + 1);
      const seconds = secondsToNextTry({ after }, tries, Math.random());
      if (seconds === undefined) throw new Error(`person${n} gave up`);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    if (performance.now() > backAt) waits.push((performance.now() - backAt) / 1000);
  });
  await new Promise((resolve) => setTimeout(resolve, DIES_AFTER_MS));
  process.kill(platform.pid, "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, AWAY_SECONDS * 1000));
  platform = await open();
  backAt = performance.now();
  await Promise.all(people);

  const count = async (statement: string) => Number((await query(url, statement))[0]?.["n"]);
  const twice = await count(
    "select count(*) n from (select from session where client = 'pc' and ended_at is null group by user_id having count(*) > 1) s",
  );
  const without = await count(
    `select ${PEOPLE} - count(distinct user_id) n from session where client = 'pc' and ended_at is null`,
  );
  const slowed = await count("select count(*) n from login_throttle");
  const most = Math.max(...waits);
  const answers = [...statuses].map(([kind, n]) => `${kind}: ${n}`).join(", ");
  const refused = [...told.values()].reduce((sum, n) => sum + n, 0);
  const crowded = refused === 0 ? 0 : Math.max(...told.values()) / refused;
  console.log(`answers (0: none): ${answers}`);
  console.log(
    `turned away ${refused} times, told ${told.size} different Retry-After; the most frequent one to ${(crowded * 100).toFixed(0)} % of them`,
  );
  console.log(
    `in after the return: ${waits.length}, p50 ${percentile(waits, 50).toFixed(1)} s, last ${most.toFixed(1)} s (target ${TARGET_WAIT_SECONDS} s; hashes alone ${(waits.length / rate).toFixed(0)} s)`,
  );
  console.log(
    `timed out without an answer ${timedOut}, with two live sessions ${twice}, with none ${without}, slowed down ${slowed} (target 0 each); ${machineLoad()}`,
  );
  if (timedOut + twice + without + slowed > 0 || most > TARGET_WAIT_SECONDS) process.exitCode = 1;
} finally {
  alone.stop();
  await platform?.stop();
  await postgres.remove();
  await rm(dataDir, { recursive: true, force: true });
}
