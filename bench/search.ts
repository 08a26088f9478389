/**
 * Measures searches against bare node:http: in an embedded demo district, and over many items on a PostgreSQL server
 * (architecture.md). A node keeps what it has found, so each keyword is measured twice: as asked by everybody, and `anew`,
 * with a moment of its own each time, of which nothing can be kept.
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
import type { OthersLoad } from "./others.ts";

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

const startedAt = Date.now();
/** The number of moments asked for, each another. */
let moments = 0;

interface Site {
  origin: string;
  tokens: readonly string[];
}

const others = startLineProcess<OthersLoad, number[]>("others.ts");
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
    " anew ms",
    "to plain",
    "faults",
  ];
  console.log(heads.join("  "));
  await searching(everybody, PLAIN, 1);
  const plain = { known: 0, anew: 0 };
  const alone = { ...site, tokens: site.tokens.slice(0, 1) };
  for (const keyword of [PLAIN, ...WORST]) {
    const { waits, faults } = await searching(everybody, keyword, SECONDS);
    const limit = await flood([...everybody.tokens], () => ask(bare.url), 0.5);
    const known = percentile((await searching(alone, keyword, 0.5)).waits, 50);
    const anew = percentile((await searching(alone, keyword, 1, newMoment)).waits, 50);
    plain.known ||= known;
    plain.anew ||= anew;
    const { body } = await first(site, keyword);
    console.log(
      row(heads, [
        `“${keyword}”`.slice(0, 27),
        body.data.total,
        (waits.length / SECONDS).toFixed(0),
        (limit.waits.length / 0.5).toFixed(0),
        percentile(waits, 50).toFixed(1),
        percentile(waits, 99).toFixed(1),
        known.toFixed(2),
        `${(known / plain.known).toFixed(1)}x`,
        anew.toFixed(2),
        `${(anew / plain.anew).toFixed(1)}x`,
        faults,
      ]),
    );
  }
  await eachAnother(everybody);
  bare.stop();
  await besideOthers(site);
}

/** Has everybody search for another pair of characters of the titles each time: kept, and of which nothing can be kept. */
async function eachAnother(site: Site): Promise<void> {
  const titles = await titlesOf(site);
  const keywords = [...new Set(titles.flatMap(pairsOf))];
  for (const [name, moment] of [
    ["each another", () => ({})],
    ["each another, anew", newMoment],
  ] as const) {
    let nth = 0;
    const next = () => keywords[nth++ % keywords.length] ?? "";
    const { waits, faults } = await flood(
      site.tokens,
      (token) => ask(addressOf(site, next(), moment()), { headers: as(token) }),
      SECONDS,
    );
    const [p50, p99] = [percentile(waits, 50), percentile(waits, 99)];
    console.log(
      `${name} of ${keywords.length} keywords: ${(waits.length / SECONDS).toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${faults} faults`,
    );
  }
}

function pairsOf(title: string): string[] {
  return Array.from(title.matchAll(/(?=(\p{Script=Han}{2}))/gu), ([, pair = ""]) => pair);
}

async function titlesOf(site: Site): Promise<string[]> {
  const headers = as(site.tokens[0] ?? "");
  const titles: string[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const url = addressOf(site, "", { page: `${page}`, page_size: "50" });
    const { data } = JSON.parse((await ask(url, { headers })).text) as {
      data: { items: { title: string }[] };
    };
    titles.push(...data.items.map(({ title }) => title));
  }
  return titles;
}

/** Returns a moment of the last minutes that nobody has asked for before. */
function newMoment(): Record<string, string> {
  moments += 1;
  return { as_of: new Date(startedAt - moments).toISOString() };
}

/** Has one person search as much as possible, for what is kept and for what is not; prints the time that others wait for user/detail. */
async function besideOthers({ origin, tokens }: Site): Promise<void> {
  const asked = { origin, tokens: tokens.slice(0, AT_ONCE), everyMs: 100, seconds: SECONDS };
  const one = Array.from({ length: OF_ONE }, () => tokens.at(-1) ?? "");
  for (const [name, moment] of [
    ["", () => ({})],
    [", anew", newMoment],
  ] as const) {
    const calm = await others.ask(asked);
    const [meanwhile] = await Promise.all([
      others.ask(asked),
      flood(
        one,
        (token) => ask(addressOf({ origin }, WORST[1] ?? "", moment()), { headers: as(token) }),
        SECONDS,
      ),
    ]);
    const [before, during] = [median(calm), median(meanwhile)];
    console.log(
      `\nuser/detail of others, p50: ${before.toFixed(2)} ms, ${during.toFixed(2)} ms while one person searches ${OF_ONE} times at once${name}: ${(during / before).toFixed(1)}x; ${machineLoad()}`,
    );
  }
  console.log();
}

async function searching(
  site: Site,
  keyword: string,
  seconds: number,
  more: () => Record<string, string> = () => ({}),
) {
  return flood(
    site.tokens,
    (token) => ask(addressOf(site, keyword, more()), { headers: as(token) }),
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

function addressOf(
  { origin }: Pick<Site, "origin">,
  keyword: string,
  more: Record<string, string> = {},
): string {
  const input = { keyword, page: "1", page_size: "12", ...more };
  return `${origin}${CALLS.searchContent.path}?${String(new URLSearchParams(input))}`;
}

function as(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, client: "web" };
}

function environment(): Record<string, string> {
  const { BENCH_NODE_OPTIONS } = process.env;
  return { LOG_LEVEL: "silent", ...(BENCH_NODE_OPTIONS && { NODE_OPTIONS: BENCH_NODE_OPTIONS }) };
}
