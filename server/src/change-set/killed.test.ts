import { env } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import {
  applyChange,
  approveChange,
  type Change,
  planChange,
  submitYear,
  undoChange,
} from "#contract";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { dataDirectory } from "../../test/process.ts";
import { ADMINS, type Config, rowsOf, Site, stateOfAll } from "./killed.fixture.ts";
import { decide, fillFirst, type Way, WAYS, YEAR } from "./killed-schools.fixture.ts";

/** Times that the node is killed on each engine, in apply and in undo by turns; KILLS=20 takes some minutes. */
const KILLS = Number(env["KILLS"] ?? 2);
/** Rows of a chunk of the program `main-in-chunks`, which writes up to 600 in one transaction. */
const CHUNK = 100;

let server: TestServer | undefined;
const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  await server?.remove();
  for (const remove of removals) await remove();
});

async function onEngine(): Promise<Config> {
  return { dataDir: await dataDirectory("migrated", (remove) => removals.push(remove)) };
}

async function onServer(): Promise<Config> {
  server = await startPostgres();
  return { databaseUrl: await server.createDatabase("killed") };
}

const ENGINES = [
  ["embedded", onEngine, false],
  ["server", onServer, noPostgres()],
] as const;

describe.each(ENGINES)("%s database", (_engine, open, isMissing) => {
  test.skipIf(isMissing)(
    `killed ${KILLS} times while changes are applied or undone: what is one transaction is whole or not there, in chunks it goes on (CS-04, YR-02)`,
    { timeout: 600_000 },
    async () => {
      const config = await open();
      const draft_id = await fillFirst(config);
      let on = await Site.start(config);
      for (const admin of ADMINS) await on.signIn(admin);
      for (const { school, kind } of WAYS) if (kind === "school-year") await decide(on, school);
      const before = await stateOfAll(on.db);
      const seen = { before: 0, within: 0, after: 0 };
      let sets = new Map<Way, string>();
      for (let round = 0; round < KILLS; round += 1) {
        const isUndo = round % 2 === 1;
        if (isUndo) await undoAll(on, sets);
        else sets = await applyAll(on, draft_id);
        await wait(((round + 1) * 67) % 400);
        on = await on.killed();
        for (const [way, id] of sets) {
          const { state, rows, after } = await rowsOf(on.db, id);
          // what is called done is done, and what is done is called so
          const isDone = state === (isUndo ? "undone" : "applied");
          expect([way, after === (isUndo ? 0 : rows)]).toEqual([way, isDone]);
          if (way.isWhole) expect([0, rows]).toContain(after);
          // chunks are counted from the first row, whichever way they are gone through
          else expect([0, rows % CHUNK]).toContain(after % CHUNK);
          const isBegun = after !== (isUndo ? rows : 0);
          seen[isDone ? "after" : isBegun ? "within" : "before"] += 1;
        }
        await on.endLeases();
        for (const [way, id] of sets) {
          await expect
            .poll(() => rowsOf(on.db, id), { timeout: 60_000, interval: 200 })
            .toMatchObject({ state: isUndo ? "undone" : "applied" });
          const { rows, after } = await rowsOf(on.db, id);
          expect([way, after]).toEqual([way, isUndo ? 0 : rows]);
        }
        // what was undone is every row of every table as before
        if (isUndo) expect(await stateOfAll(on.db)).toEqual(before);
      }
      await on.stop();
      console.log(
        `killed before its first row ${seen.before} times, between two chunks ${seen.within}, after its end ${seen.after}`,
      );
    },
  );
});

/** Plans all changes, then begins them at once; returns their ids once each has been acknowledged. */
async function applyAll(on: Site, draft_id: string): Promise<Map<Way, string>> {
  const sets = new Map<Way, string>();
  for (const way of WAYS) sets.set(way, await plan(on, way, draft_id));
  await Promise.all(
    [...sets].map(async ([{ kind }, change_id]) => {
      const isHeld = kind === "membership-state";
      if (isHeld) await on.send("planner", applyChange, { change_id, reason: "试一试" });
      if (isHeld || kind === "school-year") await on.send("approver", approveChange, { change_id });
      else await on.send("planner", applyChange, { change_id, reason: "试一试" });
    }),
  );
  // the hour of the school years, for which their jobs wait
  await sql`update job set run_at = created_at where kind = 'change-due'`.execute(on.db);
  return sets;
}

async function undoAll(on: Site, sets: ReadonlyMap<Way, string>): Promise<void> {
  await Promise.all(
    [...sets.values()].map((change_id) => on.send("planner", undoChange, { change_id })),
  );
}

async function plan(on: Site, { school, kind, pupils }: Way, draft_id: string): Promise<string> {
  if (kind === "school-year") {
    const of = { school_id: school, version: 1, year: YEAR };
    return (await on.send("planner", submitYear, of)).change_id;
  }
  const school_id = school;
  const user_ids = Array.from({ length: pupils }, (_one, index) => `${school}-${index + 1}`);
  const change: Change =
    kind === "roster-import"
      ? { kind, school_id, draft_id, ends: "nobody" }
      : kind === "membership-state"
        ? { kind, school_id, identity: "student", user_ids, is_abled: false }
        : { kind, user_ids, is_abled: false, reason: "试一试" };
  return (await on.send("planner", planChange, { change })).id;
}
