/** Measures many sign-ins at once: for those who sign in, and for those who are signed in already (architecture.md). */
import { CALLS } from "#contract";
import { runServer } from "../e2e/harness/run-server.ts";
import { DEMO_PASSWORD, signIn } from "../e2e/harness/wire.ts";
import type { Alone } from "./argon2-alone.ts";
import { noPostgres, startPostgres } from "../server/test/postgres.ts";
import { ask } from "./client.ts";
import { demoPeople, prepareDistrict } from "./district.ts";
import { startLineProcess } from "./line-process.ts";
import { machineLoad, median, percentile, row } from "./load.ts";
import type { OthersLoad } from "./others.ts";
import { cpuMs } from "./process.ts";

/** In longer rounds the demo has too few people. */
const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = Number(process.argv[3] ?? 3);
/** The number of people who sign in at once, far more than a machine can hash within the five seconds that a sign-in may wait. */
const AT_ONCE = Number(process.argv[4] ?? 1000);
/** The number of people signed in already, each of whom calls again and again. */
const OTHERS = 20;
const OTHERS_EVERY_MS = 200;
const TARGET_SHARE = 0.75;
const TARGET_P99 = 3;

/** The database engine: `embedded`, or `server` for a PostgreSQL server of the bench's own. */
const ENGINE = process.argv[5] ?? "embedded";

if (ENGINE === "server" && noPostgres()) process.exit(0);
const postgres = ENGINE === "server" ? await startPostgres() : undefined;
const url = await postgres?.createDatabase("storm");
const { dataDir, remove } = await prepareDistrict(url);
const environment: Record<string, string> = {
  LOG_LEVEL: "silent",
  ...(url !== undefined && { DATABASE_URL: url, DEMO: "on" }),
};
const { BENCH_NODE_OPTIONS } = process.env;
if (BENCH_NODE_OPTIONS !== undefined) environment["NODE_OPTIONS"] = BENCH_NODE_OPTIONS;
const platform = await runServer(dataDir, environment);
const alone = startLineProcess<number, Alone>("argon2-alone.ts");
const others = startLineProcess<OthersLoad, number[]>("others.ts");
const tokens: string[] = [];
try {
  const people = demoPeople();
  for (const { account } of people.splice(0, OTHERS)) {
    tokens.push(await signIn(platform.origin, account));
  }
  const next = people.values();
  console.log(
    `${ENGINE} database; ${ROUNDS} rounds of ${SECONDS} s, ${AT_ONCE} distinct people at once; ${OTHERS} others ask for user/detail every ${OTHERS_EVERY_MS} ms; ${machineLoad()}\n`,
  );
  const heads = [
    "round",
    "argon2 alone/s",
    "sign-ins/s",
    "share",
    "CPU ms (argon2)",
    "200",
    "429",
    "503",
    "no Retry-After",
    "none or other",
    "wait p99 ms",
    "others p99 before",
    "in the storm",
  ];
  console.log(heads.join("  "));
  const shares: number[] = [];
  const slowdowns: number[] = [];
  let lost = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await hashAlone(SECONDS / 2);
    const calm = await others.ask(asking(SECONDS / 2));
    const usedBefore = cpuMs(platform.pid);
    const [{ answers, seconds }, waited] = await Promise.all([
      storm(next),
      others.ask(asking(SECONDS)),
    ]);
    const used = cpuMs(platform.pid) - usedBefore;
    const after = await hashAlone(SECONDS / 2);
    const rate = (before.rate + after.rate) / 2;
    const hashMs = (before.cpuMs + after.cpuMs) / 2;
    const signedIn = answers.filter(({ status }) => status === 200);
    const share = signedIn.length / seconds / rate;
    const slowdown = percentile(waited, 99) / percentile(calm, 99);
    shares.push(share);
    slowdowns.push(slowdown);
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    const turnedAway = answers.filter(({ status }) => status === 429 || status === 503);
    const bad = answers.length - signedIn.length - turnedAway.length;
    lost += bad + turnedAway.filter(({ retryAfter }) => retryAfter === 0).length;
    const waits = signedIn.map(({ ms }) => ms);
    const cells = [
      round,
      rate.toFixed(0),
      (signedIn.length / seconds).toFixed(0),
      `${(share * 100).toFixed(0)} %`,
      `${(used / signedIn.length).toFixed(1)} (${hashMs.toFixed(1)})`,
      count(200),
      count(429),
      count(503),
      turnedAway.filter(({ retryAfter }) => retryAfter === 0).length,
      bad,
      percentile(waits, 99).toFixed(0),
      percentile(calm, 99).toFixed(1),
      `${percentile(waited, 99).toFixed(1)} (${slowdown.toFixed(1)}x)`,
    ];
    console.log(row(heads, cells));
  }
  console.log(
    `\nmedians: ${(median(shares) * 100).toFixed(0)} % of the ceiling (target ${TARGET_SHARE * 100} %), p99 of the others ${median(slowdowns).toFixed(1)}x (target ${TARGET_P99}x); ${machineLoad()}`,
  );
  if (lost > 0) throw new Error(`${lost} answers were none, or did not say when to come back`);
} finally {
  alone.stop();
  others.stop();
  await platform.stop();
  await remove();
  await postgres?.remove();
}

/** Measures hashes per second, and the processor time of one. */
async function hashAlone(seconds: number): Promise<{ rate: number; cpuMs: number }> {
  const before = cpuMs(alone.pid);
  const { rate, done } = await alone.ask(seconds);
  return { rate, cpuMs: (cpuMs(alone.pid) - before) / done };
}

function asking(seconds: number): OthersLoad {
  return { origin: platform.origin, tokens, everyMs: OTHERS_EVERY_MS, seconds };
}

/** Has everybody try until they are signed in, waiting as long as told; then somebody new takes their place. */
async function storm(next: Iterator<{ account: string }>) {
  const url = platform.origin + CALLS.login.path;
  const answers: { status: number; retryAfter: number; ms: number }[] = [];
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1000;
  let lastAt = startedAt;
  const come = async (): Promise<void> => {
    for (let person = next.next(); person.done !== true; person = next.next()) {
      const body = { account: person.value.account, password: DEMO_PASSWORD };
      for (let status = 0; status !== 200;) {
        if (performance.now() >= until) return;
        const { retryAfter, ms, ...answer } = await ask(url, { method: "POST", body });
        ({ status } = answer);
        answers.push({ status, retryAfter, ms });
        if (status === 200) lastAt = performance.now();
        else await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000 || 1000));
      }
    }
    throw new Error("Nobody is left to sign in: fewer rounds, or shorter ones");
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  return { answers, seconds: (lastAt - startedAt) / 1000 };
}
