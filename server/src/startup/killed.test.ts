import { env } from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS, type CallName, type Identity } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { dataDirectory, startMain, type RunningProcess } from "../../test/process.ts";
import { connectDatabase, connectToRunning } from "../database/connect.ts";

/** Times that the platform is killed; KILLS=12 takes a minute. */
const ROUNDS = Number(env["KILLS"] ?? 4);
const WRITERS = 12;
const IDENTITY: Identity = "teacher";

let dataDir: string;
let removeData: () => Promise<void>;
let appId: string;

beforeAll(async () => {
  dataDir = await dataDirectory("migrated", (remove) => (removeData = remove));
  const { db, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
  const school = await makeSchool(db);
  appId = "opened-often";
  await makeApps(db, [{ id: appId }]);
  for (let n = 0; n < WRITERS; n += 1) {
    const memberships = [{ school, identity: IDENTITY }];
    const id = await makePerson(db, { id: `writer-${n}`, account: `writer-${n}`, memberships });
    const agreements = await db.selectFrom("agreement").select(["type", "version"]).execute();
    await db
      .insertInto("consent")
      .values(agreements.map((agreement) => ({ ...agreement, user_id: id })))
      .execute();
  }
  await close();
});
afterAll(() => removeData());

/** The writes of one person that the platform has acknowledged. */
interface Acknowledged {
  /** Openings of the app: acknowledged ones, and requested ones. */
  opened: number;
  asked: number;
  /** Tokens of sessions: the live one, and ended ones. */
  live: string | undefined;
  ended: string[];
}

test(
  `${ROUNDS} times killed in the middle of acknowledged writes, none of them is lost`,
  { timeout: 300_000 },
  async () => {
    const told: Acknowledged[] = Array.from({ length: WRITERS }, () => ({
      opened: 0,
      asked: 0,
      live: undefined,
      ended: [],
    }));
    let acknowledged = 0;
    /** Starts the platform, which recovers what the last one left, and looks for all that was told. */
    const recovered = async () => {
      const platform = await startMain({ DATA_DIR: dataDir });
      await platform.ready();
      await expectOpenings(told);
      await expectSessions(platform, told);
      return platform;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const platform = await recovered();
      const before = sum(told, ({ opened }) => opened);
      const writers = told.map((one, n) => writeUntilKilled(platform, one, n));
      // a different moment each time, with writes of every kind under way
      const enough = until(() => sum(told, ({ opened }) => opened) - before > 40 + 13 * round);
      await Promise.race([enough, Promise.all(writers)]);
      platform.kill("SIGKILL");
      expect(await platform.ended).toBe("SIGKILL");
      await Promise.all(writers);
      acknowledged += sum(told, ({ opened }) => opened) - before;
    }
    await recovered();
    expect(acknowledged).toBeGreaterThan(ROUNDS * 40);
  },
);

/** Signs in, opens the app a few times, signs out, and again, until the platform no longer answers. */
async function writeUntilKilled(
  platform: RunningProcess,
  told: Acknowledged,
  n: number,
): Promise<void> {
  try {
    for (;;) {
      told.live ??= await signIn(platform, n);
      for (let times = 0; times < 5; times += 1) {
        told.asked += 1;
        await send(platform, "reportAppLogin", { app_id: appId }, told.live);
        told.opened += 1;
      }
      const token = told.live;
      told.live = undefined; // from here on nobody was told how it ends
      await send(platform, "logout", {}, token);
      told.ended.push(token);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch: the connection broke
  }
}

async function signIn(platform: RunningProcess, n: number): Promise<string> {
  const input = { account: `writer-${n}`, password: TEST_PASSWORD };
  const { token } = (await send(platform, "login", input)) as { token: string };
  return token;
}

async function expectSessions(platform: RunningProcess, told: Acknowledged[]): Promise<void> {
  for (const { live, ended } of told) {
    if (live !== undefined) expect(await status(platform, live)).toBe(200);
    for (const token of ended.slice(-3)) expect(await status(platform, token)).toBe(401);
  }
}

/**
 * Reads the running platform's own database: to open it apart would recover it twice. Writes that were under way may be
 * there or not, and count from here on.
 */
async function expectOpenings(told: Acknowledged[]): Promise<void> {
  const running = await connectToRunning({ dataDir }, { anyVersion: true });
  if (running === undefined) throw new Error("the platform's database cannot be reached");
  const rows = await running.everySchool
    .selectFrom("app_use")
    .select(["user_id", "times"])
    .execute();
  await running.close();
  told.forEach((one, n) => {
    const times = rows.find((row) => row.user_id === `writer-${n}`)?.times ?? 0;
    expect(times).toBeGreaterThanOrEqual(one.opened);
    expect(times).toBeLessThanOrEqual(one.asked);
    one.opened = times;
    one.asked = times;
  });
}

async function status(platform: RunningProcess, token: string): Promise<number> {
  const { path } = CALLS.readUserDetail;
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(platform.origin + path, { headers })).status;
}

async function send(
  platform: RunningProcess,
  name: CallName,
  input: object,
  token?: string,
): Promise<unknown> {
  const { method, path } = CALLS[name];
  const response = await fetch(platform.origin + path, {
    method,
    headers: {
      "content-type": "application/json",
      identity: IDENTITY,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
  });
  const { code, data, msg } = (await response.json()) as {
    code: number;
    data: unknown;
    msg: string;
  };
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
  return data;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
