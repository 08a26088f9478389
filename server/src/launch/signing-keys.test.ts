import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { KEY_OVERLAP_MS, KEY_PERIOD_MS, periodsShown, SigningKeys } from "./signing-keys.ts";

const PERIOD = 230;
const START = PERIOD * KEY_PERIOD_MS;
const LAST_WEEK = START + KEY_PERIOD_MS - KEY_OVERLAP_MS;

let connected: ConnectedDatabase;
let now = START + KEY_OVERLAP_MS;
const node = () => new SigningKeys({ db: connected.db, now: () => new Date(now) });

beforeAll(async () => {
  connected = await openTestDatabase();
});
afterAll(() => connected.close());

it.each([
  ["at the start of a period the one before is still shown", START, [PERIOD, PERIOD - 1]],
  ["a week later it is alone", START + KEY_OVERLAP_MS, [PERIOD]],
  ["until the last week", LAST_WEEK - 1, [PERIOD]],
  ["when the next is shown ahead", LAST_WEEK, [PERIOD, PERIOD + 1]],
])("%s", (_when, at, periods) => {
  expect(periodsShown(at)).toEqual(periods);
});

it("is the same key for all nodes that start at once", async () => {
  const sets = await Promise.all([node(), node(), node()].map((keys) => keys.read()));
  expect(new Set(sets.map(({ signing }) => signing.kid)).size).toBe(1);
});

it("rotates: shown ahead, then signing, then gone, and no key's private half is shown", async () => {
  const keys = node();
  const first = (await keys.read()).signing.kid;
  now = LAST_WEEK;
  const ahead = await keys.read();
  expect(ahead.signing.kid).toBe(first);
  expect(ahead.published).toHaveLength(2);
  const next = ahead.published[1]?.kid;
  now = START + KEY_PERIOD_MS;
  const { keys: shown } = await keys.publicSet();
  expect(shown.map(({ kid }) => kid)).toEqual([next, first]);
  for (const key of shown)
    expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  now += KEY_OVERLAP_MS;
  expect((await keys.publicSet()).keys.map(({ kid }) => kid)).toEqual([next]);
});

it("makes a new key at once when the rows are deleted", async () => {
  const keys = node();
  const before = (await keys.read()).signing.kid;
  await connected.db.deleteFrom("signing_key").execute();
  now += 1000;
  expect((await keys.read()).signing.kid).not.toBe(before);
});
