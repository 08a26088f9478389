/**
 * The turn of a school year (YR-02) of 2,400 pupils in 48 classes on both engines: how long it takes from its hour
 * until it is in force, until an app of the sixth grade is there for who was in the fifth, and until it is undone; whether
 * each pupil is once where the rules say; whether every table of people and classes is in the end as it was before.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { ChangeSet, YearView } from "#contract";
import { runServer, type Platform } from "../e2e/harness/run-server.ts";
import type { Database } from "../server/src/database/database.ts";
import { allRows } from "../server/test/all-rows.ts";
import { makeApps } from "../server/test/apps.ts";
import { fillAdministrator, send, toEnd, UNASKED } from "./administrator.ts";
import { onEngines, type Site } from "./engines.ts";
import { machineLoad } from "./load.ts";
import { cpuMs, memoryMb } from "./process.ts";

const GRADES = 6;
const CLASSES_OF_A_GRADE = 8;
const PUPILS = Number(process.argv[2] ?? 2400);
const OF_A_GRADE = PUPILS / GRADES;
/** The longest until all pupils are where they belong, and until apps follow (YR-02). */
const TURN_MS = 10_000;
const APPS_MS = 1000;
const ASKED_EVERY_MS = 50;
/** The hour of the turn, from its drawing up on: long enough to submit and to approve. */
const SOON_MS = 8000;
/** Tables that a turn changes, and its undo puts back. */
const TABLES = ["class", "class_student", "class_teacher", "graduate", "membership", "user"];
const failed: string[] = [];

await onEngines({ only: process.argv[3] }, measure);
console.log(failed.length === 0 ? "\nall within their limits" : `\nnot: ${failed.join("; ")}`);

async function measure(site: Site): Promise<void> {
  const start = () => runServer(site.dataDir, { ...UNASKED, ...site.settings });
  await (await start()).stop();
  await site.within(fillAdministrator);
  await site.within(fillSchool);
  const before = await site.within(rowsOf);
  const node = await start();
  console.log(`\n${site.engine} database, ${PUPILS} pupils; ${machineLoad()}`);
  const used = cpuMs(node.pid);
  const told = (what: string, ms: number, limit: number) => {
    const isOver = ms > limit;
    if (isOver) failed.push(`${site.engine}: ${what}`);
    const bound = `limit ${(limit / 1000).toFixed(1)} s${isOver ? "  NOT KEPT" : ""}`;
    console.log(`  ${what.padEnd(34)} ${(ms / 1000).toFixed(2).padStart(6)} s, ${bound}`);
  };

  const from = performance.now();
  const { rules, classes, new_classes, pupils, times } = await send<YearView>(node, "readYear", {
    school_id: "a",
  });
  const hour = Date.now() + SOON_MS;
  const effective_at = new Date(hour).toISOString();
  const soon = { ...times, effective_at, pause_from: effective_at };
  const draft = { school_id: "a", version: 0, rules, classes, new_classes, pupils, times: soon };
  const { plan } = await send<YearView>(node, "saveYear", draft);
  const submitted = { school_id: "a", version: plan?.version ?? 0, year: rules.year };
  const { change_id } = await send<{ change_id: string }>(node, "submitYear", submitted);
  told("drawn up, saved and submitted", performance.now() - from, TURN_MS);
  await send(node, "approveChange", { change_id }, "deputy");
  while ((await send<ChangeSet>(node, "readChange", { change_id })).state !== "applied") {
    if (Date.now() - hour > 10 * TURN_MS) throw new Error(node.output().slice(-2000));
    await wait(ASKED_EVERY_MS);
  }
  told("in force after its hour", Date.now() - hour, TURN_MS);
  const turned = performance.now();
  const fifth = `p${4 * OF_A_GRADE + 1}`;
  while (!(await seesSixth(node, fifth))) await wait(ASKED_EVERY_MS);
  told("apps follow", performance.now() - turned, APPS_MS);
  const { outcome } = await send<YearView>(node, "readYear", { school_id: "a", year: rules.year });
  const undoFrom = performance.now();
  const undo = await toEnd(node, "undoChange", change_id);
  told("undone", performance.now() - undoFrom, TURN_MS);
  const spent = ((cpuMs(node.pid) - used) / 1000).toFixed(1);
  console.log(`  node ${spent} s of processor, ${memoryMb(node.pid).most} MB at most`);
  await node.stop();
  const after = await site.within(rowsOf);
  const differing = TABLES.filter((table) => after[table] !== before[table]);
  if (undo.state !== "undone" || differing.length > 0) failed.push(`${site.engine}: not whole`);
  console.log(
    `  ${differing.length === 0 ? "all tables as before" : `NOT AS BEFORE: ${differing.join(", ")}`}`,
    `${JSON.stringify(outcome.counts)}; ${machineLoad()}`,
  );
}

/** Fills school `a` with classes of six grades, and gives `deputy`, who approves, and each pupil a session. */
async function fillSchool(db: Database): Promise<void> {
  const of = sql.lit(OF_A_GRADE);
  for (const statement of [
    sql`update school set stage_ids = '{primary}' where id = 'a'`,
    sql`insert into "user" (id, account, name) values ('deputy', 'deputy', '副管理员')`,
    sql`insert into membership (school_id, user_id, identity) values ('d', 'deputy', 'inner_admin')`,
    sql`insert into class (school_id, id, name, grade_id, stage_id)
      select 'a', 'c' || g || '-' || k, (array['一','二','三','四','五','六'])[g] || '年级' || k || '班', g::text, 'primary'
      from generate_series(1, ${sql.lit(GRADES)}) g, generate_series(1, ${sql.lit(CLASSES_OF_A_GRADE)}) k`,
    sql`insert into "user" (id, account, name)
      select 'p' || n, 'p' || n, '学生' || n from generate_series(0, ${sql.lit(PUPILS - 1)}) n`,
    sql`insert into membership (school_id, user_id, identity)
      select 'a', 'p' || n, 'student' from generate_series(0, ${sql.lit(PUPILS - 1)}) n`,
    sql`insert into class_student (school_id, class_id, user_id)
      select 'a', 'c' || n / ${of} + 1 || '-' || n % ${sql.lit(CLASSES_OF_A_GRADE)} + 1, 'p' || n
      from generate_series(0, ${sql.lit(PUPILS - 1)}) n`,
    sql`insert into consent (user_id, type, version)
      select u.id, type, version from "user" u, agreement where u.id <> 'boss'`,
    sql`insert into session (id, token_hash, user_id, client, expires_at)
      select id, encode(sha256(convert_to('token-' || id, 'UTF8')), 'hex'), id, 'web', now() + interval '30 days'
      from "user" where id <> 'boss'`,
  ]) {
    await statement.execute(db);
  }
  await makeApps(db, [{ id: "sixth", grade_ids: ["6"] }]);
}

async function rowsOf(db: Database): Promise<Record<string, string>> {
  const all = await allRows(db);
  return Object.fromEntries(TABLES.map((table) => [table, JSON.stringify(all[table] ?? [])]));
}

async function seesSixth(node: Platform, person: string): Promise<boolean> {
  const { apps } = await send<{ apps: { id: string }[] }>(node, "readApps", {}, person);
  return apps.some(({ id }) => id === "sixth");
}
