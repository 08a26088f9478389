/**
 * A roster of 50,000 pupils that is dropped in the page (RO-07) on both engines: how long it takes to be read, planned,
 * applied and undone, how much processor time the node and the engine use for it, how much memory the node takes, and
 * whether every table is in the end as it was before. The third word may be `profile`, which lists the statements of each
 * part, or `analyzed`: the engine has counted its tables while they were empty.
 */
import { sql } from "kysely";
import type { ChangeSet } from "#contract";
import { runServer } from "../e2e/harness/run-server.ts";
import { digestsOfRows } from "../server/test/all-rows.ts";
import { fillAdministrator, send, toEnd, UNASKED } from "./administrator.ts";
import { onEngines, type Site } from "./engines.ts";
import { machineLoad } from "./load.ts";
import { cpuMs, memoryMb } from "./process.ts";

const PUPILS = Number(process.argv[2] ?? 50_000);
const counts = process.argv.includes("profile");
const isAnalyzed = process.argv.includes("analyzed");
/** The longest from the file to what it changes, and back (RO-07). */
const TARGET_MS = 60_000;
/** Tables that keep what was read of the file, which no undo puts back. */
const OF_THE_FILE = ["roster_draft", "roster_draft_person", "platform_state"];
const failed: string[] = [];

await onEngines({ only: process.argv[3], counts }, measure);
console.log(failed.length === 0 ? "\nall within their limits" : `\nnot: ${failed.join("; ")}`);

async function measure(site: Site): Promise<void> {
  const { BENCH_NODE_OPTIONS } = process.env;
  const start = () =>
    runServer(site.dataDir, {
      ...{ ...UNASKED, ...site.settings },
      ...(BENCH_NODE_OPTIONS !== undefined && { NODE_OPTIONS: BENCH_NODE_OPTIONS }),
    });
  await (await start()).stop();
  await site.within(fillAdministrator);
  if (isAnalyzed) await site.within((db) => sql`analyze`.execute(db));
  const before = await site.within(digestsOfRows);
  console.log(`\n${site.engine} database, ${PUPILS} pupils; ${machineLoad()}`);
  console.log(`${" ".repeat(26)}     s   node s  engine s   memory at most`);
  const node = await start();
  const told = (what: string, ms: number) => {
    const isOver = ms > TARGET_MS;
    if (isOver) failed.push(`${site.engine}: ${what}`);
    const bound = `limit ${TARGET_MS / 1000} s${isOver ? "  NOT KEPT" : ""}`;
    console.log(`  ${what.padEnd(26)} ${(ms / 1000).toFixed(1).padStart(6)} s, ${bound}`);
  };
  const part = async <T>(what: (done: T) => string, work: () => Promise<T>): Promise<T> => {
    const from = { at: performance.now(), node: cpuMs(node.pid), engine: site.engineCpuMs() };
    const done = await work();
    const cell = (ms: number) => (ms / 1000).toFixed(1).padStart(10);
    const of = [
      performance.now() - from.at,
      cpuMs(node.pid) - from.node,
      site.engineCpuMs() - from.engine,
    ];
    console.log(
      `  ${what(done).padEnd(20)}${of.map(cell).join("")}${String(memoryMb(node.pid).most).padStart(10)} MB`,
    );
    for (const line of await site.statements()) console.log(`      ${line}`);
    return done;
  };

  const from = performance.now();
  const file = Buffer.from(roster()).toString("base64");
  const input = { school_id: "a", kind: "student", name: "全校.csv", file, mapping: [] };
  const { draft_id, faults } = await part(
    () => "read",
    () => send<{ draft_id: string | null; faults: object[] }>(node, "readRoster", input),
  );
  if (draft_id === null) throw new Error(JSON.stringify(faults.slice(0, 3)));
  const change = { kind: "roster-import", school_id: "a", draft_id, ends: "nobody" };
  const { id } = await part(
    ({ counts: { rows } }: ChangeSet) => `${rows} rows planned`,
    () => send<ChangeSet>(node, "planChange", { change }),
  );
  const apply = await part(
    ({ state }) => state,
    () => toEnd(node, "applyChange", id),
  );
  const whole = performance.now() - from;
  const undoFrom = performance.now();
  const undo = await part(
    ({ state }) => state,
    () => toEnd(node, "undoChange", id),
  );
  const undone = performance.now() - undoFrom;
  await node.stop();
  const isAllApplied = apply.counts.applied === apply.counts.rows;
  const isAllUndone = undo.counts.undone === apply.counts.rows;
  told("from the file to applied", whole);
  told("undone", undone);
  const after = await site.within(digestsOfRows);
  const differing = Object.keys(after).filter(
    (table) => after[table] !== before[table] && !OF_THE_FILE.includes(table),
  );
  if (!isAllApplied || !isAllUndone || differing.length > 0) {
    failed.push(`${site.engine}: not whole`);
    for (const table of differing) console.log(`    ${table}: ${before[table]} → ${after[table]}`);
  }
  const { length } = Object.keys(after);
  console.log(
    `  ${differing.length === 0 ? `all ${length} tables as before` : "NOT AS BEFORE"}; ${machineLoad()}`,
  );
}

/** Returns a roster of classes of fifty, with names, numbers and birthdays that differ. */
function roster(): string {
  const lines = ["姓名,性别,出生日期,学号,年级,班级"];
  const given = "安宁若水青禾子墨雨桐浩然思源嘉树明慧清扬";
  for (let n = 0; n < PUPILS; n += 1) {
    const room = Math.floor(n / 50);
    const grade = "一二三四五六"[room % 6] ?? "一";
    const name = `${"王李张刘陈杨赵黄"[n % 8]}${given[Math.floor(n / 8) % 20]}${given[Math.floor(n / 160) % 20]}`;
    const born = `${2015 + (n % 5)}-0${1 + (n % 9)}-1${n % 10}`;
    lines.push(
      `${name},${n % 2 === 0 ? "男" : "女"},${born},S${n},${grade}年级,${1 + (Math.floor(room / 6) % 99)}班`,
    );
  }
  return lines.join("\n");
}
