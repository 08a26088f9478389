import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  readFactors,
  readUserDetail,
  removeFactor,
  type Identity,
  type SetupWanted,
} from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { insertGrant } from "../../rights/api.ts";
import { codeAt, signInWith } from "../../../test/factors.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

const MINUTE_MS = 60_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;

beforeAll(async () => {
  const config = { secondFactor: "required" } as const;
  at = await buildTestApp({ now: () => new Date(time), config });
});
afterAll(() => at.close());
beforeEach(() => {
  time += 60 * MINUTE_MS;
  account = `person${(people += 1)}`;
});

async function make(identity: Identity, is_abled = true): Promise<string> {
  const school = await makeSchool(at.db);
  return makePerson(at.db, { account, memberships: [{ school, identity, is_abled }] });
}

/** Signs in and returns the second factor that must be set up before the session opens (SE-10). */
async function asked(): Promise<SetupWanted> {
  const { body } = await signInWith(at.app, account);
  expect(body).toMatchObject({ code: 40004, data: { check: "factor_setup" } });
  return body.data as unknown as SetupWanted;
}

describe("where a second factor is required", () => {
  test.each(["admin", "inner_admin", "manager"] as const)(
    "a %s sets it up to get in",
    async (who) => {
      await make(who);
      const { offer, secret } = await asked();
      const setup = (code: string) => signInWith(at.app, account, { setup: { offer, code } });
      expect((await setup("000000")).body.code).toBe(40003);
      const opened = await setup(codeAt(secret, time));
      expect(opened.status).toBe(200);
      expect(opened.body.data.recovery_codes).toHaveLength(10);
      const headers = { authorization: `Bearer ${opened.body.data.token}` };
      const factors = (await send(at.app, readFactors, {}, { headers })).body.data;
      expect(factors).toMatchObject({ required: true, totp: {}, recovery_left: 10 });
      const remove = { kind: "totp", password: TEST_PASSWORD };
      expect((await send(at.app, removeFactor, remove, { headers })).body.code).toBe(40900);
      // the first code was used up
      expect((await setup(codeAt(secret, time))).body.data).toMatchObject({ check: "totp" });
      const totp = codeAt(secret, time);
      expect((await signInWith(at.app, account, { totp })).body.code).toBe(40003);
      time += MINUTE_MS;
      const later = await signInWith(at.app, account, { totp: codeAt(secret, time) });
      expect(later.status).toBe(200);
      expect(later.body.data).not.toHaveProperty("recovery_codes");
    },
  );

  test.each(["teacher", "parent", "student"] as const)("a %s is not held up", async (who) => {
    await make(who);
    expect((await signInWith(at.app, account)).status).toBe(200);
  });

  test.each([
    ["audit.read", null, true],
    ["people.write", null, true],
    ["people.write", -MINUTE_MS, false],
    ["people.read", null, false],
  ] as const)(
    "a teacher with %s, until %s, is asked: %s (GR-07)",
    async (right, until, isAsked) => {
      const id = await make("teacher");
      const { school_id } = await at.db
        .selectFrom("membership")
        .select("school_id")
        .where("user_id", "=", id)
        .executeTakeFirstOrThrow();
      await insertGrant(at.db, {
        ...{ user_id: id, right_name: right, bundle_id: null, given_by: null },
        ...{ place_kind: "school", school_id, part_id: "" },
        ...{ rests_on_school_id: school_id, rests_on_identity: "teacher" },
        ...{ created_at: new Date(time), until: until === null ? null : new Date(time + until) },
      });
      if (!isAsked) return expect((await signInWith(at.app, account)).status).toBe(200);
      const { offer, secret } = await asked();
      const setup = { offer, code: codeAt(secret, time) };
      const opened = await signInWith(at.app, account, { setup });
      expect(opened.status).toBe(200);
      const headers = { authorization: `Bearer ${opened.body.data.token}` };
      const factors = (await send(at.app, readFactors, {}, { headers })).body.data;
      expect(factors).toMatchObject({ required: true });
    },
  );

  test("nor is who could not act as a manager anyway", async () => {
    await make("manager", false);
    expect((await signInWith(at.app, account)).status).toBe(200);
  });

  test("other sessions, which have not shown it, are refused at once, and who follows their end is told", async () => {
    const id = await make("teacher");
    const { headers } = await signIn(at.app, account, { client: "mobile" });
    await at.db
      .updateTable("membership")
      .set({ identity: "manager" })
      .where("user_id", "=", id)
      .execute();
    const { offer, secret } = await asked();
    const told: string[] = [];
    at.app.sessionEnds.listen(async (userId) => told.push(userId));
    const setup = { offer, code: codeAt(secret, time) };
    expect((await signInWith(at.app, account, { setup })).status).toBe(200);
    const elsewhere = await send(at.app, readUserDetail, {}, { headers });
    expect(elsewhere.body).toMatchObject({ code: 401, data: { reason: "revoked" } });
    expect(told).toEqual([id]);
  });

  test("an offer that ran out is followed by another; somebody else's is none", async () => {
    await make("manager");
    const { offer, secret } = await asked();
    time += 16 * MINUTE_MS;
    const late = await signInWith(at.app, account, {
      setup: { offer, code: codeAt(secret, time) },
    });
    const next = late.body.data as unknown as SetupWanted;
    expect(next.check).toBe("factor_setup");
    expect(next.secret).not.toBe(secret);
    account = `${account}other`;
    await make("manager");
    const stolen = { offer: next.offer, code: codeAt(next.secret, time) };
    const answer = await signInWith(at.app, account, { setup: stolen });
    expect(answer.body.data).toMatchObject({ check: "factor_setup" });
  });

  test("two pages that set up at once make one, and both know which", async () => {
    await make("manager");
    const [one, two] = [await asked(), await asked()];
    const answers = await Promise.all(
      [one, two].map(({ offer, secret }) =>
        signInWith(at.app, account, { setup: { offer, code: codeAt(secret, time) } }),
      ),
    );
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(1);
    const headers = { authorization: `Bearer ${opened[0]?.body.data.token ?? ""}` };
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
  });
});
