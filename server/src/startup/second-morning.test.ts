import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "#contract";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { startMain, type RunningProcess, temporaryDirectory } from "../../test/process.ts";
import { connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";

const PEOPLE = 40;
const DIES_AFTER = 3;
/** Milliseconds after which an unanswered or refused try is repeated, in place of the seconds of a page. */
const AGAIN_MS = 50;

describe.skipIf(noPostgres())("every node dies while everybody signs in", () => {
  let server: TestServer;
  let database: ConnectedDatabase;
  let environment: Record<string, string>;
  const kills: (() => void)[] = [];
  const removals: (() => Promise<void>)[] = [];
  const start = (given: Record<string, string> = {}): Promise<RunningProcess> =>
    startMain({ ...environment, ...given }, {}, (kill) => kills.push(kill));

  beforeAll(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase("morning");
    database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 2 });
    const { everySchool: db } = database;
    await migrate(db);
    await db.deleteFrom("agreement").execute();
    const school = await makeSchool(db);
    const memberships = [{ school, identity: "student" as const }];
    for (let n = 0; n < PEOPLE; n += 1) {
      await makePerson(db, { account: `person-${n}`, memberships });
    }
    environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: await temporaryDirectory((remove) => removals.push(remove)),
      SECOND_FACTOR: "offered",
    };
  });
  afterAll(async () => {
    for (const kill of kills) kill();
    await database.close();
    await server.remove();
    for (const remove of removals) await remove();
  });

  test("all are in once it is back, each by one live session, and nobody is slowed down", async () => {
    const first = await start();
    await first.ready();
    const signedIn = new Set<string>();
    const statuses = new Set<number>();
    const people = Array.from({ length: PEOPLE }, async (_, n) => {
      const account = `person-${n}`;
      while (!signedIn.has(account)) {
        const status = await fetch(first.origin + CALLS.login.path, {
          method: "POST",
          headers: { "content-type": "application/json", connection: "close" },
          body: JSON.stringify({ account, password: TEST_PASSWORD }),
        }).then(
          (answer) => answer.status,
          () => 0,
        );
        statuses.add(status);
        if (status === 200) signedIn.add(account);
        if (status === 200 && signedIn.size === DIES_AFTER) first.kill("SIGKILL");
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    });
    await first.ended;
    expect(signedIn.size).toBeLessThan(PEOPLE);
    await (await start({ PORT: new URL(first.origin).port })).ready();
    await Promise.all(people);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([0, 200]);

    const { everySchool: db } = database;
    const live = await db
      .selectFrom("session")
      .select("user_id")
      .where("ended_at", "is", null)
      .execute();
    expect(live).toHaveLength(PEOPLE);
    expect(new Set(live.map(({ user_id }) => user_id)).size).toBe(PEOPLE);
    expect(await db.selectFrom("login_throttle").selectAll().execute()).toEqual([]);
  });
});
