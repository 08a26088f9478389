import { afterAll, beforeAll, expect, test } from "vitest";
import { keepLeavers, readLeavers, setLeaverRule } from "#contract";
import { TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openPeople, type PeopleFixture } from "./people.fixture.ts";

const DAY = 86_400_000;
let at: PeopleFixture;
beforeAll(async () => {
  at = await openPeople();
});
afterAll(() => at.close());

const read = async (who: string, school_id?: string) =>
  (
    await send(at.app, readLeavers, school_id === undefined ? {} : { school_id }, {
      headers: await at.as(who),
    })
  ).body.data;
const accounts = async (who: string) =>
  (await read(who)).leavers.map(({ person }) => person.account);
const enable = (account: string, is_abled: boolean) =>
  at.db.updateTable("membership").set({ is_abled }).where("user_id", "=", at.id(account)).execute();
const erasures = () => at.db.selectFrom("erasure").select(["user_id", "erased_at"]).execute();
const keep = async (who: string, input: Record<string, unknown>) =>
  (
    await send(
      at.app,
      keepLeavers,
      { user_ids: [at.id("maiti")], keep: true, ...input },
      {
        headers: await at.as(who),
      },
    )
  ).body;
const rule = async (who: string, days: number, password = TEST_PASSWORD) =>
  (
    await send(
      at.app,
      setLeaverRule,
      { school_id: "a", days, password },
      {
        headers: await at.as(who),
      },
    )
  ).body;
/** Moves the clock on by days, during which the manager stays signed in. */
const days = async (count: number) => {
  for (let left = count; left > 0; left -= 10) {
    at.pass(Math.min(left, 10) * DAY);
    await read("manager");
  }
};
/** Runs the hourly job at its next time. */
const hour = async () => {
  at.pass(3_600_001);
  await at.app.jobs.runDue();
};

test("who is enabled nowhere is listed with the day of erasure, in the own scope only", async () => {
  await hour();
  await hour();
  const before = await accounts("manager");
  await enable("maiti", false);
  await hour();
  expect(await accounts("manager")).toEqual([...before, "maiti"]);
  expect(await accounts("neighbour")).toEqual([]);
  const [one] = (await read("manager")).leavers.slice(-1);
  const kept = (Date.parse(one?.due_at ?? "") - Date.parse(one?.left_at ?? "")) / DAY;
  expect([kept, one?.kept]).toEqual([365, null]);
  expect((await read("manager", "a")).rule).toEqual({
    ...{ days: 365, is_own: false, platform_days: 365, may_set: true },
  });
  expect(await read("manager", "b")).toMatchObject({ leavers: [], rule: null });
  expect(await read("neighbour", "a")).toMatchObject({ leavers: [], rule: null });
});

test("the school's own rule counts, which is set with a fresh proof and by who may erase", async () => {
  expect((await rule("neighbour", 60)).code).toBe(40400);
  expect((await rule("head", 60)).code).toBe(40005);
  expect((await rule("manager", 7)).msg).toBe("至少保留 30 天，或填 0 表示一直保留");
  expect((await rule("manager", 60)).code).toBe(200);
  expect((await read("manager", "a")).rule).toMatchObject({ days: 60, is_own: true });
  expect((await rule("manager", 0)).code).toBe(200);
  expect((await read("manager")).leavers.at(-1)?.due_at).toBeNull();
  expect((await rule("manager", 60)).code).toBe(200);
});

test("somebody may be kept, with a reason, by who has them in the scope", async () => {
  expect((await keep("neighbour", { why: "休学" })).code).toBe(40400);
  expect((await keep("manager", {})).msg).toBe("请写明为什么保留");
  expect((await keep("manager", { why: "休学", until: "2020-01-01" })).msg).toBe(
    "保留的日子须在今天或以后",
  );
  expect((await keep("manager", { why: "休学" })).code).toBe(200);
  const kept = (await read("manager")).leavers.find(({ person }) => person.account === "maiti");
  expect(kept).toMatchObject({ due_at: null, kept: { until: null, by: "周校长", why: "休学" } });
  await days(70);
  await hour();
  expect((await erasures()).map(({ user_id }) => user_id)).not.toContain(at.id("maiti"));
});

test("who belongs somewhere again in time is not erased; who does not, is", async () => {
  expect((await keep("manager", { keep: false })).code).toBe(200);
  await enable("maiti", true);
  await hour();
  expect(await accounts("manager")).not.toContain("maiti");
  expect((await erasures()).map(({ user_id }) => user_id)).not.toContain(at.id("maiti"));
  await enable("maiti", false);
  await hour();
  await days(59);
  await hour();
  expect((await erasures()).map(({ user_id }) => user_id)).not.toContain(at.id("maiti"));
  await days(2);
  await hour();
  await hour();
  await hour();
  const erased = (await erasures()).find(({ user_id }) => user_id === at.id("maiti"));
  expect(erased?.erased_at).not.toBeNull();
  const { name } = await at.db
    .selectFrom("user")
    .select("name")
    .where("id", "=", at.id("maiti"))
    .executeTakeFirstOrThrow();
  expect(name).not.toBe("吕麦提");
});
