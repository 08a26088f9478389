import { sql } from "kysely";
import { expect, test } from "vitest";
import { login, readNightly, runNightly, saveNightly } from "#contract";
import { digestsOfRows } from "../../test/all-rows.ts";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { dataDirectory, type RunningProcess, startMain } from "../../test/process.ts";
import { connectDatabase } from "../database/connect.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { TestProvider } from "./test-provider.fixture.ts";

/** Tables that say that a run has begun, was killed and will be taken up again. */
const OF_THE_RUN = ["roster_run", "job", "audit_entry", "session", "platform_state", "node"];

/** Works on the database while no node runs on it. */
async function within<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const connected = await connectDatabase({ dataDir, databasePoolSize: 1 });
  await migrate(connected.db);
  const done = await work(connected.everySchool);
  await connected.close();
  return done;
}

async function fill(db: Database): Promise<void> {
  await makeSchool(db, { id: "a", name: "启明小学" });
  const memberships = [{ school: "a", identity: "manager" as const }];
  await makePerson(db, { id: "manager", account: "manager", memberships });
  await sql`insert into consent (user_id, type, version) select 'manager', type, version from agreement`.execute(
    db,
  );
}

/** Returns digests of all tables but those of the run, and ends the leases of the node that is gone. */
function afterKill(dataDir: string) {
  return within(dataDir, async (db) => {
    await sql`update job set lease_until = created_at where state = 'running'`.execute(db);
    const digests = await digestsOfRows(db);
    return Object.fromEntries(
      Object.entries(digests).filter(([table]) => !OF_THE_RUN.includes(table)),
    );
  });
}

async function call(node: RunningProcess, path: string, body: object, token?: string) {
  const response = await fetch(node.origin + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { code: number; data: { token?: string }; msg: string };
  if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}

test(
  "killed in the middle of a night, twice, a run changes nothing, and is whole when it is taken up again (RO-08)",
  { timeout: 120_000 },
  async () => {
    const dataDir = await dataDirectory("migrated");
    await within(dataDir, fill);
    const provider = await TestProvider.start();
    const environment = {
      ...{ DATA_DIR: dataDir, ROSTER_NETWORKS: "127.0.0.0/8", SECOND_FACTOR: "offered" },
    };
    const start = async () => {
      const node = await startMain(environment);
      await node.ready();
      return node;
    };
    /** Resolves once a collection is asked for, which is never answered then. */
    const reached = (collection: string) =>
      new Promise<void>((resolve) => {
        provider.failure = ({ what }) => {
          if (what === collection) resolve();
          return what === collection;
        };
      });

    let node = await start();
    const { token } = await call(node, login.path, { account: "manager", password: TEST_PASSWORD });
    const { address, token_address, secret } = provider;
    await call(
      node,
      saveNightly.path,
      {
        ...{ school_id: "a", version: 0, address, token_address, secret, client_id: "night" },
        ...{ scope: "", demographics: false, org_id: "" },
        ...{ is_on: false, hour: 2, weekdays: [1], days_without: [] },
      },
      token,
    );
    node.kill("SIGTERM");
    await node.ended;
    const before = await afterKill(dataDir);
    node = await start();
    let asked = reached("users");
    await call(node, runNightly.path, { school_id: "a" }, token);
    for (const next of ["enrollments", undefined]) {
      await asked;
      node.kill("SIGKILL");
      await node.ended;
      provider.reset();
      expect(await afterKill(dataDir)).toEqual(before);
      // it is taken up as soon as the node is there again
      if (next !== undefined) asked = reached(next);
      node = await start();
    }
    const query = new URLSearchParams({ school_id: "a" }).toString();
    const runs = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${node.origin}${readNightly.path}?${query}`, { headers });
      const { data } = (await response.json()) as { data: { runs: object[] } };
      return data.runs;
    };
    await expect
      .poll(runs, { timeout: 60_000, interval: 200 })
      .toMatchObject([{ outcome: "change", change: { state: "applied" } }]);
    node.kill("SIGTERM");
    await node.ended;
    const people = await within(dataDir, (db) =>
      db.selectFrom("membership").select("identity").where("source", "is not", null).execute(),
    );
    expect(people).toHaveLength(14);
    await provider.close();
  },
);
