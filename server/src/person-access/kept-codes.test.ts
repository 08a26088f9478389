import { afterAll, beforeAll, expect, test } from "vitest";
import { type Call, openKeptCode, readKeptCodes } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let now = new Date("2026-11-20T08:00:00Z");
let at: TestApp;
const as: Record<string, Record<string, string>> = {};
const ids: Record<string, string> = {};
const MOBILES = { teacher: "13800000001", manager: "13800000002", far: "13800000003" };

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const district = await makeSchool(at.db, { kind: "district" });
  const school = await makeSchool(at.db, { parent_id: district });
  const other = await makeSchool(at.db, { parent_id: district });
  for (const [account, place, identity] of [
    ["lin", school, "manager"],
    ["he", district, "inner_admin"],
    ["wang", district, "admin"],
    ["teacher", school, "teacher"],
    ["manager", school, "manager"],
    ["far", other, "teacher"],
  ] as const) {
    const memberships = [{ school: place, identity }];
    ids[account] = await makePerson(at.db, { account, name: account, memberships });
    const mobile = (MOBILES as Record<string, string>)[account];
    if (mobile === undefined) continue;
    await at.db
      .updateTable("user")
      .set({ mobile })
      .where("id", "=", ids[account] ?? "")
      .execute();
  }
  await at.db
    .updateTable("user")
    .set({ mobile: MOBILES.manager })
    .where("account", "=", "wang")
    .execute();
  for (const account of ["lin", "he", "teacher"]) {
    as[account] = (await signIn(at.app, account)).headers;
  }
  for (const receiver of Object.values(MOBILES)) await keep(receiver, receiver);
  await keep("nobody", "13999999999", "bind");
});
afterAll(() => at.close());

/** Stores a code as it is kept where no provider delivers. */
async function keep(id: string, receiver: string, use: "login" | "bind" = "login") {
  await at.db
    .insertInto("outbox")
    .values({
      ...{ id, channel: "mobile", receiver, use, code: "402817", status: "kept" },
      ...{ created_at: now, expires_at: new Date(now.getTime() + 300_000) },
    })
    .execute();
}
async function make<C extends Call>(who: string, call: C, input: Record<string, unknown> = {}) {
  return (await send(at.app, call, input, { headers: as[who] ?? {} })).body;
}
const listed = async (who: string) =>
  (await make(who, readKeptCodes)).data.codes.map(({ id }) => id).toSorted();

test("codes are shown, without themselves, to who may set a password for everybody who has the number", async () => {
  const { codes } = (await make("lin", readKeptCodes)).data;
  // another manager shares a number with the district's administrator, who is above
  expect(codes).toMatchObject([
    {
      id: MOBILES.teacher,
      receiver: "138****0001",
      people: [{ name: "teacher", account: "teacher" }],
    },
  ]);
  expect(JSON.stringify(codes)).not.toContain("402817");
  expect(await listed("he")).toEqual([...Object.values(MOBILES), "nobody"].toSorted());
  expect((await make("teacher", readKeptCodes)).code).toBe(40005);
});

test("one is opened with a fresh proof and a line in the audit; what is outside does not exist", async () => {
  const opened = await make("lin", openKeptCode, { id: MOBILES.teacher });
  expect(opened.data.code).toBe("402817");
  const absent = await make("lin", openKeptCode, { id: "nothing" });
  expect(absent.code).toBe(40400);
  for (const id of [MOBILES.manager, MOBILES.far, "nobody"]) {
    expect(await make("lin", openKeptCode, { id })).toEqual(absent);
  }
  const entries = await at.db
    .selectFrom("audit_entry")
    .select(["user_id", "subject_id", "detail"])
    .where("action", "=", "code-hand-on")
    .execute();
  expect(entries).toEqual([
    {
      ...{ user_id: ids["lin"], subject_id: ids["teacher"] },
      detail: { use: "login", channel: "mobile" },
    },
  ]);
});

test("an hour later nothing is there any more, and a proof is wanted for what comes", async () => {
  now = new Date(now.getTime() + 3_600_000);
  expect(await listed("he")).toEqual([]);
  await keep("later", MOBILES.teacher);
  expect(await make("lin", openKeptCode, { id: "later" })).toMatchObject({
    ...{ code: 40004, data: { check: "password" } },
  });
  const proved = await make("lin", openKeptCode, { id: "later", password: TEST_PASSWORD });
  expect(proved.data.code).toBe("402817");
});
