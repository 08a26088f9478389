import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelErasure, requestErasure, type Call } from "#contract";
import { buildTestApp, type TestApp } from "./build.ts";
import { makePerson, makeSchool, signIn } from "./people.ts";
import { backupsAt } from "./put-back.ts";
import { send } from "./send.ts";
import { verify } from "../src/audit/verify.ts";
import type { Database } from "../src/database/database.ts";

const DAY_MS = 86_400_000;
const start = new Date("2026-09-01T08:00:00+08:00");
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);

const PEOPLE = ["takes-back", "asks-anew", "stands"];

let now = start;
let at: TestApp;
const { emptyPlace, backUp, putBack } = backupsAt(() => now);
/**
 * Backups: before any request; with the requests; of the place where the first was restored, before and after some
 * requests were withdrawn.
 */
let older: string;
let newer: string;
let carried: string;
let last: string;

async function says(account: string, call: Call): Promise<void> {
  const { headers } = await signIn(at.app, account);
  const input = call === requestErasure ? { account } : {};
  expect((await send(at.app, call, input, { headers })).body.code).toBe(200);
}

/** Returns the time of each waiting erasure request, by account. */
async function requests(db: Database): Promise<Record<string, Date>> {
  const rows = await db
    .selectFrom("erasure as e")
    .innerJoin("user as u", "u.id", "e.user_id")
    .select(["u.account", "e.requested_at"])
    .where("e.erased_at", "is", null)
    .execute();
  return Object.fromEntries(rows.map(({ account, requested_at }) => [account, requested_at]));
}

async function stateOf(place: Database, path: string, more: object = {}) {
  const { again, takenBack } = (await putBack(place, path, more)).erasures;
  return { again, takenBack, requests: await requests(place) };
}

/** Opens a place where a backup is restored, without any later state. */
async function placeOf(path: string): Promise<Database> {
  const place = await emptyPlace();
  await putBack(place, path);
  return place;
}

beforeAll(async () => {
  at = await buildTestApp({ now: () => now, rowSecurity: false });
  const memberships = [{ school: await makeSchool(at.db), identity: "teacher" as const }];
  for (const account of PEOPLE) {
    await makePerson(at.db, { account, memberships });
  }
  older = await backUp(at.db);
  now = day(1);
  for (const account of PEOPLE) await says(account, requestErasure);
  now = day(2);
  newer = await backUp(at.db);

  // the first state comes back, and the requests with it: they were made in what it knows nothing of
  now = day(3);
  await putBack(at.db, older, { erasuresOf: newer });
  now = day(4);
  carried = await backUp(at.db);
  now = day(5);
  for (const account of ["takes-back", "asks-anew"]) await says(account, cancelErasure);
  now = day(6);
  await says("asks-anew", requestErasure);
  now = day(7);
  last = await backUp(at.db);
  now = day(8);
});
afterAll(() => at.close());

describe("a request taken back in a place that was restored", () => {
  const STANDING = () => ({ "asks-anew": day(6), stands: day(1) });

  test.each([
    ["the later backup", () => newer],
    ["a backup of that very place", () => carried],
  ])("is not alive again when %s, which has it, is put over it", async (_which, path) => {
    const found = await stateOf(await placeOf(last), path());
    expect(found).toEqual({ again: 0, takenBack: 2, requests: STANDING() });
  });

  test.each([
    ["the later backup", () => newer],
    ["a backup of that very place", () => carried],
  ])("nor when %s is put back with a backup that knows of it", async (_which, path) => {
    const found = await stateOf(await emptyPlace(), path(), { erasuresOf: last });
    expect(found).toEqual({ again: 0, takenBack: 2, requests: STANDING() });
  });

  test("nor when one that knows neither was put over it in between", async () => {
    const place = await placeOf(last);
    await stateOf(place, older);
    // what is carried over for this proves itself as what was written there does
    expect(await verify(place, start)).toMatchObject({ faults: [] });
    const found = await stateOf(place, newer);
    expect(found).toEqual({ again: 0, takenBack: 2, requests: STANDING() });
  });
});

describe("a request made anew where the first one was not known", () => {
  let stands: string;
  let anew: string;

  beforeAll(async () => {
    now = day(9);
    const place = await placeOf(older);
    const person = place.selectFrom("user").select("id").where("account", "=", "stands");
    stands = (await person.executeTakeFirstOrThrow()).id;
    const of = { user_id: stands, requested_by: stands, requested_at: now, due_at: day(24) };
    await place
      .insertInto("erasure")
      .values({ ...of, erased_at: null })
      .execute();
    anew = await backUp(place);
    now = day(10);
  });

  test("is not replaced by that one, when a place is that knows of that alone", async () => {
    const found = await stateOf(await placeOf(newer), anew);
    expect(found.requests).toMatchObject({ stands: day(9) });
  });

  test("nor when both are known to be later", async () => {
    const found = await stateOf(await placeOf(newer), older, { erasuresOf: anew });
    expect(found.requests).toMatchObject({ stands: day(9) });
  });

  test("but who was erased because of the first one is to be erased again", async () => {
    const place = await placeOf(newer);
    await place
      .updateTable("erasure")
      .set({ due_at: now, erased_at: now })
      .where("user_id", "=", stands)
      .execute();
    const found = await stateOf(place, anew);
    expect(found).toMatchObject({ again: 1, requests: { stands: day(1) } });
  });
});
