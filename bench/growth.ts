/** Measures each call with 1,000 and with 200,000 people in the database (architecture.md): it must hardly slow down. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLS, type CallName } from "#contract";
import { runServer, type Platform } from "../e2e/harness/run-server.ts";
import { noPostgres, startPostgres } from "../server/test/postgres.ts";
import { ask, type Reply } from "./client.ts";
import { SEED_PASSWORD, seedPeople, type Teacher } from "./seed.ts";
import { machineLoad, median, row } from "./load.ts";

const [FEW, MANY] = [1000, Number(process.argv[2] ?? 200_000)];
const ROUNDS = 9;
/**
 * The number of people who call, one school's, so that both sizes have as many. Each calls once a round: no answer comes
 * from the node's cache.
 */
const ASKING = 24;
const TARGET = 1.2;

interface Probe {
  name: string;
  ask(origin: string, teacher: Teacher): Promise<Reply>;
}

const PROBES: readonly Probe[] = [
  { name: "user/detail", ask: get("readUserDetail") },
  { name: "apps", ask: get("readApps", () => ({ identity: "teacher,all" })) },
  { name: "search, a word", ask: get("searchContent", () => ({ keyword: "分数" })) },
  { name: "search, nothing", ask: get("searchContent", () => ({ keyword: "没有这样的" })) },
  { name: "has-unread", ask: get("readFeedbackUnread") },
  { name: "class-roster", ask: get("readClassRoster", ({ class_id }) => ({ class_id })) },
  { name: "save-apps", ask: post("saveQuickApps", () => ({ app_ids: [] })) },
  { name: "setting", ask: post("saveSetting", () => ({ theme: "color" })) },
  {
    name: "login",
    ask: (origin, { account }) =>
      ask(origin + CALLS.login.path, {
        method: "POST",
        headers: { client: "pc" },
        body: { account, password: SEED_PASSWORD },
      }),
  },
];

if (noPostgres()) process.exit(0);
const postgres = await startPostgres();
const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
const running: Platform[] = [];
try {
  const few = await open("few", FEW);
  const many = await open("many", MANY);
  console.log(
    `PostgreSQL server; ${ROUNDS} rounds of ${ASKING} people, one call at a time, in turns; ${machineLoad()}\n`,
  );
  const heads = ["call           ", `p50 ms, ${FEW} people`, `p50 ms, ${MANY} people`, "ratio"];
  console.log(heads.join("  "));
  for (const { name, ask: asking } of PROBES) {
    const waits: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (let nth = 0; nth < ASKING; nth += 1) {
        for (const [kind, { origin, teachers }] of [
          ["few", few],
          ["many", many],
        ] as const) {
          const teacher = teachers[nth];
          if (teacher === undefined) throw new Error("Nobody to ask");
          const { status, ms, text } = await asking(origin, teacher);
          if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
          // the first round plans and compiles
          if (round > 0) waits[kind].push(ms);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const [a, b] = [median(waits.few), median(waits.many)];
    const ratio = b / a;
    const cells = [name, a.toFixed(2), b.toFixed(2), ratio.toFixed(2)];
    console.log(`${row(heads, cells)}  ${ratio > TARGET ? `above ${TARGET}` : ""}`);
  }
  console.log(`\n${machineLoad()}`);
} finally {
  for (const platform of running) await platform.stop();
  await postgres.remove();
  await rm(dataDir, { recursive: true, force: true });
}

async function open(name: string, people: number) {
  const url = await postgres.createDatabase(name);
  const teachers = await seedPeople(url, people, ASKING);
  const platform = await runServer(join(dataDir, name), {
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: "10",
    LOG_LEVEL: "silent",
    SECOND_FACTOR: "offered",
  });
  running.push(platform);
  return { origin: platform.origin, teachers };
}

function get(name: CallName, input: (teacher: Teacher) => Record<string, string> = () => ({})) {
  return (origin: string, teacher: Teacher) =>
    ask(`${origin}${CALLS[name].path}?${new URLSearchParams(input(teacher))}`, {
      headers: { authorization: `Bearer ${teacher.token}` },
    });
}

function post(name: CallName, input: () => unknown) {
  return (origin: string, { token }: Teacher) =>
    ask(origin + CALLS[name].path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: input(),
    });
}
