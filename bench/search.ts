/**
 * Measures searches against bare node:http: in an embedded demo district, and over many items on a PostgreSQL server
 * (architecture.md).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLS } from "#contract";
import { runServer } from "../e2e/harness/run-server.ts";
import { signIn } from "../e2e/harness/wire.ts";
import { noPostgres, query, startPostgres } from "../server/test/postgres.ts";
import { ask } from "./client.ts";
import { seedPeople } from "./seed.ts";
import { demoPeople, prepareDistrict } from "./district.ts";
import { startLineProcess } from "./line-process.ts";
import { machineLoad, median, percentile, row, startBare } from "./load.ts";
import type { Asked } from "./others.ts";

const ITEMS = Number(process.argv[2] ?? 100_000);
const SECONDS = Number(process.argv[3] ?? 3);
/** The number of people who search at once, each again as soon as the answer has come. */
const AT_ONCE = 20;
/** The number of searches that one person sends at once, to see how long others wait. */
const OF_ONE = 12;
const PLAIN = "分数";
/** Keywords that match nearly everything, have the most readings, or find nothing. */
const WORST = [
  "",
  "的",
  "学",
  "课",
  "数学",
  "shu",
  "xianxianxianxianxianxianb",
  "的 一 学 课 数 生",
  "没有这样的",
];

interface Site {
  origin: string;
  tokens: readonly string[];
}

const others = startLineProcess<Asked, number[]>("others.ts");
try {
  await measureEmbedded();
  if (!noPostgres()) await measureServer();
} finally {
  others.stop();
}

async function measureEmbedded(): Promise<void> {
  const { dataDir, remove } = await prepareDistrict();
  const platform = await runServer(dataDir, environment());
  try {
    const tokens: string[] = [];
    for (const { account } of demoPeople().slice(0, AT_ONCE + 1)) {
      tokens.push(await signIn(platform.origin, account));
    }
    await measure("embedded database, the demo's items", { origin: platform.origin, tokens });
  } finally {
    await platform.stop();
    await remove();
  }
}

async function measureServer(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase("search");
    const people = await seedPeople(url, 1000, AT_ONCE + 1);
    await multiply(url);
    const settings = { DATABASE_URL: url, SECOND_FACTOR: "offered", ...environment() };
    const platform = await runServer(dataDir, settings);
    try {
      const tokens = people.map(({ token }) => token);
      await measure(`PostgreSQL server, ${ITEMS} items`, { origin: platform.origin, tokens });
    } finally {
      await platform.stop();
    }
  } finally {
    await postgres.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Copies everyone's items until there are so many, each with a day of its own. */
async function multiply(url: string): Promise<void> {
  const columns =
    "type_id, title, description, cover, stage_id, grade_id, subject_id, author, source, keywords, sections, media, state, tok, title_plain, sounds, initials";
  await query(
    url,
    `insert into content (school_id, id, published_at, ${columns})
     select '', id || '-' || n, published_at - n * interval '7 hours', ${columns}
     from generate_series(1, ${ITEMS}) n cross join (select * from content where school_id = '' and state = 'published') c
     limit greatest(0, ${ITEMS} - (select count(*) from content where school_id = ''))`,
  );
  await query(url, "vacuum analyze");
}

async function measure(name: string, site: Site): Promise<void> {
  const everybody = { ...site, tokens: site.tokens.slice(0, AT_ONCE) };
  const { text } = await ask(addressOf(site, PLAIN), { headers: as(site.tokens[0] ?? "") });
  const bare = await startBare({ "content-type": "application/json" }, text);
  console.log(`${name}; ${AT_ONCE} people at once for ${SECONDS} s each; ${machineLoad()}\n`);
  const heads = [
    "keyword                    ",
    "  found",
    "    /s",
    "bare/s",
    " p50 ms",
    " p99 ms",
    "alone ms",
    "to plain",
    "faults",
  ];
  console.log(heads.join("  "));
  await searching(everybody, PLAIN, 1);
  let plain = 0;
  for (const keyword of [PLAIN, ...WORST]) {
    const { waits, faults } = await searching(everybody, keyword, SECONDS);
    const limit = await flood([...everybody.tokens], () => ask(bare.url), 0.5);
    const alone = await searching({ ...site, tokens: site.tokens.slice(0, 1) }, keyword, 0.5);
    const p50 = percentile(alone.waits, 50);
    plain ||= p50;
    const { body } = await first(site, keyword);
    console.log(
      row(heads, [
        `“${keyword}”`.slice(0, 27),
        body.data.total,
        (waits.length / SECONDS).toFixed(0),
        (limit.waits.length / 0.5).toFixed(0),
        percentile(waits, 50).toFixed(1),
        percentile(waits, 99).toFixed(1),
        p50.toFixed(2),
        `${(p50 / plain).toFixed(1)}x`,
        faults,
      ]),
    );
  }
  bare.stop();
  await besideOthers(site);
}

/** Has one person search as much as possible; resolves to the time that others wait for user/detail. */
async function besideOthers({ origin, tokens }: Site): Promise<void> {
  const asked = { origin, tokens: tokens.slice(0, AT_ONCE), everyMs: 100, seconds: SECONDS };
  const calm = await others.ask(asked);
  const one = Array.from({ length: OF_ONE }, () => tokens.at(-1) ?? "");
  const [meanwhile] = await Promise.all([
    others.ask(asked),
    flood(
      one,
      (token) => ask(addressOf({ origin }, WORST[1] ?? ""), { headers: as(token) }),
      SECONDS,
    ),
  ]);
  const [before, during] = [median(calm), median(meanwhile)];
  console.log(
    `\nuser/detail of others, p50: ${before.toFixed(2)} ms, ${during.toFixed(2)} ms while one person searches ${OF_ONE} times at once: ${(during / before).toFixed(1)}x; ${machineLoad()}\n`,
  );
}

async function searching(site: Site, keyword: string, seconds: number) {
  return flood(
    site.tokens,
    (token) => ask(addressOf(site, keyword), { headers: as(token) }),
    seconds,
  );
}

async function flood(
  tokens: readonly string[],
  once: (token: string) => ReturnType<typeof ask>,
  seconds: number,
): Promise<{ waits: number[]; faults: number }> {
  const until = performance.now() + seconds * 1000;
  const waits: number[] = [];
  let faults = 0;
  const going = tokens.map(async (token) => {
    while (performance.now() < until) {
      const { status, ms } = await once(token);
      if (status === 200) waits.push(ms);
      else faults += 1;
    }
  });
  await Promise.all(going);
  return { waits, faults };
}

async function first(site: Site, keyword: string) {
  const { text } = await ask(addressOf(site, keyword), { headers: as(site.tokens[0] ?? "") });
  return { body: JSON.parse(text) as { data: { total: number } } };
}

function addressOf({ origin }: Pick<Site, "origin">, keyword: string): string {
  return `${origin}${CALLS.searchContent.path}?${new URLSearchParams({ keyword, page: "1", page_size: "12" })}`;
}

function as(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, client: "web" };
}

function environment(): Record<string, string> {
  const { BENCH_NODE_OPTIONS } = process.env;
  return { LOG_LEVEL: "silent", ...(BENCH_NODE_OPTIONS && { NODE_OPTIONS: BENCH_NODE_OPTIONS }) };
}
