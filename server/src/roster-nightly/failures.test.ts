import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readNightly, readNotices, saveNightly } from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { acrossSchools } from "../database/scope.ts";
import { dataOf, type Way, WAYS } from "./failures.fixture.ts";
import { makeProviderFetch } from "./provider/calls.ts";
import { syncRoster } from "./run.ts";
import { TestProvider } from "./test-provider.fixture.ts";

const LOOPBACK = { rosterNetworks: ["127.0.0.0/8"] };
let on: ChangeTestApp;
let provider: TestProvider;
let before: Awaited<ReturnType<typeof rowsNow>>;
beforeAll(async () => {
  on = await ChangeTestApp.open(LOOPBACK);
  provider = await TestProvider.start();
  await connect();
  before = await rowsNow();
});
afterAll(async () => {
  await on.at.close();
  await provider.close();
});
beforeEach(() => provider.reset());

async function connect(more: object = {}) {
  const { address, token_address, secret } = provider;
  const input = {
    ...{ school_id: "a", version: 0, address, token_address, secret, client_id: "night" },
    ...{ scope: "", demographics: false, org_id: "" },
    ...{ is_on: true, hour: 2, weekdays: [1, 2, 3, 4, 5, 6, 7], days_without: [], ...more },
  };
  const { body } = await send(on.at.app, saveNightly, input, await on.as("manager"));
  expect(body.code).toBe(200);
}

/** Returns every row but those that a failed run writes: its record and message, and which school is which. */
async function rowsNow() {
  const { roster_run, person_notice, roster_place, session, audit, job, ...rows } = await allRows(
    on.at.db,
  );
  return rows;
}

let turn = 0;
/** Runs a synchronisation with bounds that a test can reach. */
async function run(): Promise<string> {
  turn += 1;
  const run_id = `run-${turn}`;
  on.clock += 60_000;
  const means = {
    ...{ call: makeProviderFetch(LOOPBACK, { timeoutMs: 1500 }), wait: async () => {} },
    ...{ signal: new AbortController().signal, bounds: { page: 500, records: 1000, pages: 20 } },
    schoolBytes: 2 * 1024 ** 2,
  };
  await acrossSchools("job", () =>
    syncRoster(on.at.app, { run_id, school_id: "a", by_hand: false }, means),
  );
  return run_id;
}

async function lastRun() {
  const { body } = await send(on.at.app, readNightly, { school_id: "a" }, await on.as("manager"));
  return body.data.runs[0];
}

function fail({ failure, served = {} }: Way): void {
  provider.failure = failure;
  if (served.most !== undefined) provider.most = served.most;
  if (served.tells !== undefined) provider.tells = served.tells;
  if (served.links !== undefined) provider.links = served.links;
}

describe("a provider that fails changes nothing, and says so (RO-08)", () => {
  test.each(Object.entries(WAYS))("%s", async (_name, way) => {
    provider.reset(dataOf(way));
    fail(way);
    const id = await run();
    const last = await lastRun();
    expect(last).toMatchObject({ id, outcome: "failed", change: null });
    expect(last?.sentence).toMatch(way.says);
    expect(last?.sentence).not.toMatch(/[。\n]|undefined|\bat \//);
    expect(await rowsNow()).toEqual(before);
    const { body } = await send(on.at.app, readNotices, {}, await on.as("manager"));
    expect(body.data.notices[0]?.text).toBe(
      `启明小学的每晚同步没有成功，名册没有改动。${last?.sentence}。`,
    );
  });
});
