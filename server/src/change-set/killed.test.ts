import { env } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { CALLS, type CallName } from "#contract";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { dataDirectory, type RunningProcess, startMain } from "../../test/process.ts";
import { connectDatabase } from "../database/connect.ts";

/** Times that the node is killed on each engine; KILLS=20 takes some minutes. */
const KILLS = Number(env["KILLS"] ?? 2);
const PUPILS = 3000;
/** The kinds of change that are tried, with the number of rows in the tables that they write, of which a plan may leave none out. */
const WAYS = [
  // three thousand rows, in one transaction
  { kind: "membership-state", isWhole: true, rows: PUPILS },
  // an account and a lock each: six thousand rows, in chunks
  { kind: "account-state", isWhole: false, rows: 2 * PUPILS },
] as const;
type Way = (typeof WAYS)[number];
/** Two managers: the one plans, the other approves. */
const MANAGERS = ["manager", "other"];
/** Settings under which a password alone signs in. */
const OPEN = { SECOND_FACTOR: "offered" };

let server: TestServer | undefined;
const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  await server?.remove();
  for (const remove of removals) await remove();
});

/** A place of a node's data, with the way in which the test reads it. */
type Site = { environment: Record<string, string>; config: Record<string, unknown> };

async function embeddedSite(): Promise<Site> {
  const dataDir = await dataDirectory("migrated", (remove) => removals.push(remove));
  return { environment: { ...OPEN, DATA_DIR: dataDir }, config: { dataDir } };
}

async function serverSite(): Promise<Site> {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase("killed");
  const node = await startMain({ DATABASE_URL: databaseUrl });
  await node.ready();
  node.kill("SIGTERM");
  await node.ended;
  return { environment: { ...OPEN, DATABASE_URL: databaseUrl }, config: { databaseUrl } };
}

const ENGINES = [
  ["embedded", embeddedSite, false],
  ["server", serverSite, noPostgres()],
] as const;

describe.each(ENGINES)("%s database", (_engine, open, isMissing) => {
  test.skipIf(isMissing)(
    `killed ${KILLS} times while a change is applied or undone: in one transaction it is whole or not there, in chunks it goes on (CS-04)`,
    { timeout: 600_000 },
    async () => {
      const { environment, config } = await open();
      const read = async <T>(work: (db: Parameters<typeof makeSchool>[0]) => Promise<T>) => {
        const { db, close } = await connectDatabase({ ...config, databasePoolSize: 1 } as never);
        try {
          return await work(db);
        } finally {
          await close();
        }
      };
      await read(fill);
      const seen = { before: 0, within: 0, after: 0 };
      for (const [way, round] of turns()) {
        const node = await startMain(environment);
        await node.ready();
        const token = await signIn(node);
        const id = await startChange(node, token, { way, undoes: round % 2 === 1 });
        await wait((round * 23) % (way.isWhole ? 150 : 600));
        node.kill("SIGKILL");
        await node.ended;
        const found = await read((db) => stateOf(db, id));
        if (way.isWhole) expect([0, way.rows]).toContain(found.written);
        // what is called done is done, and what is done is called so
        const isUndo = round % 2 === 1;
        const isDone = found.state === (isUndo ? "undone" : "applied");
        const wanted = isUndo ? 0 : way.rows;
        expect(found.written === wanted).toBe(isDone);
        const isBefore = found.written === way.rows - wanted;
        seen[isDone ? "after" : isBefore ? "before" : "within"] += 1;
        const next = await startMain(environment);
        await next.ready();
        await expect
          .poll(() => send(next, "readChange", { change_id: id }, token), { timeout: 60_000 })
          .toMatchObject({ state: isUndo ? "undone" : "applied" });
        next.kill("SIGTERM");
        await next.ended;
        expect((await read((db) => stateOf(db, id))).written).toBe(wanted);
      }
      console.log(
        `killed before its first row ${seen.before} times, between two chunks ${seen.within}, after its end ${seen.after}`,
      );
    },
  );
});

/** Each way is applied and undone in turn. */
function turns(): [Way, number][] {
  return WAYS.flatMap((way) =>
    Array.from({ length: KILLS }, (_one, round): [Way, number] => [way, round]),
  );
}

async function fill(db: Parameters<typeof makeSchool>[0]): Promise<void> {
  await makeSchool(db, { id: "a" });
  const agreements = await db.selectFrom("agreement").select(["type", "version"]).execute();
  for (const id of MANAGERS) {
    await makePerson(db, { id, account: id, memberships: [{ school: "a", identity: "manager" }] });
    const agreed = agreements.map((agreement) => ({ ...agreement, user_id: id }));
    await db.insertInto("consent").values(agreed).execute();
  }
  await sql`insert into "user" (id, account, name)
    select 'p' || n, 'p' || n, '学生' || n from generate_series(1, ${PUPILS}) n`.execute(db);
  await sql`insert into membership (school_id, user_id, identity)
    select 'a', 'p' || n, 'student' from generate_series(1, ${PUPILS}) n`.execute(db);
}

/** Applies a change, or undoes the last one; returns its id once the call has been acknowledged. */
async function startChange(
  node: RunningProcess,
  token: string,
  { way, undoes }: { way: Way; undoes: boolean },
): Promise<string> {
  if (undoes) {
    const { changes } = (await send(node, "readChanges", { state: "applied" }, token)) as {
      changes: { id: string }[];
    };
    const change_id = changes[0]?.id ?? "";
    await send(node, "undoChange", { change_id }, token);
    return change_id;
  }
  const user_ids = Array.from({ length: PUPILS }, (_one, index) => `p${index + 1}`);
  const what = way.isWhole ? { school_id: "a", identity: "student" } : { reason: "试一试" };
  const change = { ...what, kind: way.kind, user_ids, is_abled: false };
  const planned = (await send(node, "planChange", { change }, token)) as { id: string };
  const change_id = planned.id;
  await send(node, "applyChange", { change_id, reason: "试一试" }, token);
  // who ends the identities of a whole school is held by a guard
  if (way.isWhole) {
    await send(node, "approveChange", { change_id }, await signIn(node, "other"));
  }
  return change_id;
}

async function stateOf(db: Parameters<typeof makeSchool>[0], id: string) {
  const { rows } = await sql<{ state: string; written: number }>`
    select state, (select count(*)::integer from membership where not is_abled)
      + (select count(*)::integer from "user" where not is_abled)
      + (select count(*)::integer from person_lock) as written
    from change_set where id = ${id}`.execute(db);
  // the lease of a node that is gone, as if its minute were over
  await sql`update job set lease_until = created_at where state = 'running'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the change set is gone");
  return row;
}

async function signIn(node: RunningProcess, account = "manager"): Promise<string> {
  const input = { account, password: TEST_PASSWORD };
  return ((await send(node, "login", input)) as { token: string }).token;
}

async function send(
  node: RunningProcess,
  name: CallName,
  input: Record<string, unknown>,
  token?: string,
): Promise<unknown> {
  const { method, path } = CALLS[name];
  const query =
    method === "GET" ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : "";
  const response = await fetch(node.origin + path + query, {
    method,
    headers: {
      ...(method === "POST" && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(method === "POST" && { body: JSON.stringify(input) }),
  });
  const { code, data, msg } = (await response.json()) as {
    code: number;
    data: unknown;
    msg: string;
  };
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
  return data;
}
