/**
 * Defends what the product sets about its process, each beside a server without it: the lower priority of the hashing
 * threads (server/src/sign-in/thread-priority.ts), the two bounds of the allocator and V8's of what is new (scripts/run.mjs).
 */
import { env } from "node:process";
import { CALLS } from "#contract";
import { runServer, type Platform } from "../e2e/harness/run-server.ts";
import { DEMO_PASSWORD, signIn } from "../e2e/harness/wire.ts";
import { ask } from "./client.ts";
import { demoPeople, prepareDistrict } from "./district.ts";
import { startLineProcess } from "./line-process.ts";
import { machineLoad, median, percentile, row } from "./load.ts";
import type { OthersLoad } from "./others.ts";
import { memoryMb } from "./process.ts";

const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 3);
/** People who sign in at once, each again as soon as they are in: more than the cores can hash. */
const AT_ONCE = 24;
const OTHERS = 20;
const OTHERS_EVERY_MS = 200;

/** Loaded before the server: it then has no way to lower a thread's priority. */
const WITHOUT_PRIORITY = `--import=data:text/javascript,${encodeURIComponent(
  'import os from "node:os"; import { syncBuiltinESMExports } from "node:module"; os.setPriority = () => {}; syncBuiltinESMExports();',
)}`;
const BOUNDS = {
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_ARENA_MAX: "2",
  NODE_OPTIONS: "--max-semi-space-size=16",
};

interface Variant {
  name: string;
  bounds: Partial<typeof BOUNDS>;
}
const VARIANTS: readonly Variant[] = [
  { name: "as it is", bounds: BOUNDS },
  {
    name: "one priority",
    bounds: { ...BOUNDS, NODE_OPTIONS: `${BOUNDS.NODE_OPTIONS} ${WITHOUT_PRIORITY}` },
  },
  { name: "no trimming", bounds: without("MALLOC_TRIM_THRESHOLD_") },
  { name: "an arena each", bounds: without("MALLOC_ARENA_MAX") },
  { name: "new of any size", bounds: without("NODE_OPTIONS") },
];

interface Seen {
  p99: number;
  signIns: number;
  idleMb: number;
  mostMb: number;
}

const { dataDir, remove } = await prepareDistrict();
const others = startLineProcess<OthersLoad, number[]>("others.ts");
const seen = new Map<string, Seen[]>(VARIANTS.map(({ name }) => [name, []]));
const people = demoPeople();
const heads = ["variant", "others p99 ms", "sign-ins/s", "MB afterwards", "MB at most"];
try {
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${AT_ONCE} people sign in at once, ${OTHERS} others ask for user/detail; ${machineLoad()}\n`,
  );
  console.log(heads.join("  "));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const variant of VARIANTS) {
      const one = await measure(variant);
      seen.get(variant.name)?.push(one);
      console.log(row(heads, cellsOf(variant.name, one)));
    }
  }
  console.log("\nmedians");
  for (const { name } of VARIANTS) {
    const all = seen.get(name) ?? [];
    const of = (key: keyof Seen) => median(all.map((one) => one[key]));
    const middle = {
      p99: of("p99"),
      signIns: of("signIns"),
      idleMb: of("idleMb"),
      mostMb: of("mostMb"),
    };
    console.log(row(heads, cellsOf(name, middle)));
  }
  console.log(machineLoad());
} finally {
  others.stop();
  await remove();
}

function without(left: keyof typeof BOUNDS): Partial<typeof BOUNDS> {
  return Object.fromEntries(Object.entries(BOUNDS).filter(([name]) => name !== left));
}

function cellsOf(name: string, { p99, signIns, idleMb, mostMb }: Seen) {
  return [name, p99.toFixed(0), signIns.toFixed(1), idleMb.toFixed(0), mostMb.toFixed(0)];
}

/** Runs a server of the variant and storms it. */
async function measure({ bounds }: Variant): Promise<Seen> {
  for (const name of Object.keys(BOUNDS)) delete env[name];
  Object.assign(env, bounds);
  const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
  try {
    const tokens: string[] = [];
    for (const { account } of people.slice(0, OTHERS))
      tokens.push(await signIn(platform.origin, account));
    const asked = { origin: platform.origin, tokens, everyMs: OTHERS_EVERY_MS, seconds: SECONDS };
    const [signIns, waits] = await Promise.all([storm(platform), others.ask(asked)]);
    // what nobody uses any more is given back within some seconds
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const { now, most } = memoryMb(platform.pid);
    return { p99: percentile(waits, 99), signIns: signIns / SECONDS, idleMb: now, mostMb: most };
  } finally {
    await platform.stop();
  }
}

/** Has people sign in until the time is over; returns how many did. */
async function storm({ origin }: Platform): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const next = people.slice(OTHERS).values();
  let done = 0;
  const come = async () => {
    for (const { account } of next) {
      if (performance.now() >= until) return;
      const body = { account, password: DEMO_PASSWORD };
      const { status, retryAfter } = await ask(origin + CALLS.login.path, { method: "POST", body });
      if (status === 200) done += 1;
      else await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000 || 200));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  return done;
}
