import { afterAll, beforeAll, expect, test } from "vitest";
import { giveTransfer, showTransfer } from "#contract";
import { send } from "../../test/send.ts";
import { allRows } from "../../test/all-rows.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

const DAY = 86_400_000;
let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const give = async (who: string, school_id = "a", user_id = "pupil10") =>
  (await send(on.at.app, giveTransfer, { user_id, school_id }, await on.as(who))).body;
const show = async (who: string, code: string, school_id = "b") =>
  (await send(on.at.app, showTransfer, { school_id, code }, await on.as(who))).body;
const take = (transfer_id: string, more: { class_id?: string } = {}) =>
  ({ kind: "pupil-take", transfer_id, school_id: "b", ...more }) as const;
const memberships = async () =>
  (
    await on.at.db
      .selectFrom("membership")
      .select(["school_id", "user_id", "identity"])
      .where("user_id", "in", ["pupil10", "parent"])
      .orderBy("user_id")
      .orderBy("school_id")
      .execute()
  ).map(({ school_id, user_id, identity }) => `${user_id} ${identity} ${school_id}`);

test("only the pupil's school gives a code, and only a school's administrator shows it", async () => {
  expect((await give("manager-b")).code).toBe(40400);
  expect((await give("manager", "b")).code).toBe(40400);
  expect((await give("manager", "a", "teacher")).code).toBe(40400);
  const { data } = await give("manager");
  expect(data.code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect((await show("manager", data.code)).code, "another's school").toBe(40400);
  expect((await show("manager", data.code, "a")).code, "their own").toBe(40400);
  expect((await show("manager-b", "aaaa-bbbb")).msg).toBe("没有这个转学码，或者已经用过、过期了");
  expect((await show("manager-b", ` ${data.code.toUpperCase()} `)).data).toMatchObject({
    ...{ name: "pupil10", from_school: "启明小学" },
  });
  const anew = await give("manager");
  expect((await show("manager-b", data.code)).code, "the former code").toBe(40400);
  expect((await show("manager-b", anew.data.code)).code).toBe(200);
});

test("of codes that are given at the same moment one is good", async () => {
  const given = await Promise.all([1, 2, 3].map(() => give("manager")));
  expect(given.map(({ code }) => code)).toEqual([200, 200, 200]);
  const shown: number[] = [];
  for (const { data } of given) shown.push((await show("manager-b", data.code)).code);
  expect(shown.filter((code) => code === 200)).toHaveLength(1);
});

test("the pupil and the parents go over whole, and come back by undo", async () => {
  const before = await allRows(on.at.db);
  const { data } = await give("manager");
  const { transfer_id } = (await show("manager-b", data.code)).data;
  expect((await on.plan("manager", take(transfer_id))).code, "not the school's").toBe(40400);
  const planned = await on.plan("manager-b", take(transfer_id, { class_id: "31" }));
  expect(planned.data.act).toBe("接收从“启明小学”转来的“pupil10”");
  await on.apply("manager-b", planned.data.id);
  await on.at.app.jobs.runDue();
  expect((await on.read("manager-b", planned.data.id)).state).toBe("applied");
  expect(await memberships()).toEqual(["parent parent b", "pupil10 student b"]);
  const classes = await on.at.db
    .selectFrom("class_student")
    .select(["school_id", "class_id"])
    .where("user_id", "=", "pupil10")
    .execute();
  expect(classes).toEqual([{ school_id: "b", class_id: "31" }]);
  expect((await show("manager-b", data.code)).code, "used").toBe(40400);
  expect((await on.plan("manager-b", take(transfer_id))).code).toBe(40400);
  await on.undo("manager-b", planned.data.id);
  const after = await allRows(on.at.db);
  for (const rows of [before, after]) {
    delete rows["pupil_transfer"];
    // the used code was tried again
    delete rows["login_throttle"];
  }
  expect(after).toEqual(before);
});

test("a code is used once, also for a pupil who comes back within its days", async () => {
  const { data } = await give("manager");
  const { transfer_id } = (await show("manager-b", data.code)).data;
  const set = await on.change("manager-b", take(transfer_id));
  await on.undo("manager-b", set.id);
  expect(await memberships()).toContain("pupil10 student a");
  expect((await show("manager-b", data.code)).code).toBe(40400);
  expect((await on.plan("manager-b", take(transfer_id))).code).toBe(40400);
});

test("guessing codes slows down, for the network that guesses", async () => {
  const { data } = await give("manager");
  const from = async (address: string, code: string) =>
    send(
      on.at.app,
      showTransfer,
      { school_id: "b", code },
      { ...(await on.as("manager-b")), address },
    );
  const address = "192.0.2.40";
  let tries = 0;
  while ((await from(address, "aaaa-bbbb")).body.code === 40400 && tries < 40) tries += 1;
  expect(tries).toBe(31);
  const blocked = await from(address, data.code);
  expect(blocked.body.code).toBe(42900);
  expect(Number(blocked.headers["retry-after"])).toBeLessThanOrEqual(20);
  expect((await from("192.0.2.41", data.code)).body.code).toBe(200);
});

test("a parent with another child there stays there too", async () => {
  await on.at.db
    .insertInto("guardian")
    .values({ child_id: "pupil11", user_id: "parent", source: null })
    .execute();
  const { data } = await give("manager");
  const { transfer_id } = (await show("manager-b", data.code)).data;
  const set = await on.change("manager-b", take(transfer_id));
  expect(await memberships()).toEqual(["parent parent a", "parent parent b", "pupil10 student b"]);
  await on.undo("manager-b", set.id);
});

test("a code is good for thirty days", async () => {
  const { data } = await give("manager");
  on.clock += 29 * DAY;
  expect((await give("manager", "b")).code, "still signed in").not.toBe(200);
  expect((await show("manager-b", data.code)).code).toBe(200);
  await on.at.app.sessions.settle();
  on.clock += 2 * DAY;
  expect((await show("manager-b", data.code)).code).toBe(40400);
});
