import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { giveConsent, isChild, readPeople } from "#contract";
import { send } from "../../test/send.ts";
import { missingConsents, ownAndChildInForce, peopleWithoutConsent } from "../consent/api.ts";
import { readAgeFacts } from "../session/age-facts.ts";
import { openPeople, type PeopleFixture } from "./people.fixture.ts";

let at: PeopleFixture;
beforeAll(async () => {
  at = await openPeople();
});
afterAll(() => at.close());

const DAY_MS = 86_400_000;
const now = () => at.app.now();

/** Returns the accounts of those who lack a consent, as the list finds them. */
async function kept(): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select u.account from "user" u where u.id in (${peopleWithoutConsent(await ownAndChildInForce(at.db, now()), now())})
    order by u.account`.execute(at.db);
  return rows.map(({ account }) => account);
}

/** Returns the same, told person by person from what they agreed to and how old they are. */
async function truth(): Promise<string[]> {
  const { own, child } = await ownAndChildInForce(at.db, now());
  const people = await at.db.selectFrom("user").select(["id", "account"]).execute();
  const lacking: string[] = [];
  for (const { id, account } of people) {
    const facts = await readAgeFacts(at.db, id);
    const agreed = await at.db
      .selectFrom("consent")
      .select(["type", "version"])
      .where("user_id", "=", id)
      .execute();
    const wanted = facts !== undefined && isChild(facts, now()) ? child : own;
    if (missingConsents(wanted, agreed).length > 0) lacking.push(account);
  }
  return lacking.toSorted();
}

const agree = (user_id: string, type: string, version = 1) =>
  at.db.insertInto("consent").values({ user_id, type, version, given_by: null }).execute();
const bornOn = (account: string, birth_date: string | null) =>
  at.db.updateTable("user").set({ birth_date }).where("id", "=", at.id(account)).execute();
/** Fourteen years before the day on which the tests begin. */
const TURNS_14 = "2012-11-25";

// one after the other: each finds what those before have left
test.each<[string, () => Promise<unknown>, string[]?]>([
  ["nobody has agreed", async () => {}],
  ["those agree who sign in", () => Promise.all(["head", "teacher", "papa"].map(at.as))],
  [
    "a guardian agrees for a child",
    async () => {
      const input = { agreements: [{ type: "child", version: 1 }], child_id: at.id("xiaoman") };
      const { body } = await send(at.app, giveConsent, input, { headers: await at.as("papa") });
      expect(body.code).toBe(200);
    },
    ["xiaoman"],
  ],
  [
    "the same again, in another's name",
    () => {
      return at.db
        .updateTable("consent")
        .set({ given_by: at.id("head") })
        .where("type", "=", "child")
        .execute();
    },
  ],
  [
    "another guardian is bound, and ended",
    async () => {
      const pair = {
        child_id: at.id("maiti"),
        user_id: at.id("papa"),
        relation: "父亲",
        source: null,
      };
      await at.db.insertInto("guardian").values(pair).execute();
      await at.db.deleteFrom("guardian").where("child_id", "=", pair.child_id).execute();
    },
  ],
  ["a pupil without a date of birth has a child's consent", () => agree(at.id("both"), "child")],
  [
    "and leaves one of two classes",
    () => at.db.deleteFrom("class_student").where("class_id", "=", "7-1").execute(),
    ["both"],
  ],
  [
    "the class goes up to a grade of teens",
    async () => {
      await at.db.updateTable("class").set({ grade_id: "9" }).where("id", "=", "3-1").execute();
      expect(await kept()).toContain("both");
    },
  ],
  ["a date of birth becomes known", () => bornOn("both", TURNS_14), ["both"]],
  ["the day before the birthday", async () => at.pass(4 * DAY_MS), ["both"]],
  [
    "the birthday",
    async () => {
      at.pass(DAY_MS);
      expect(await kept()).toContain("both");
    },
  ],
  [
    "who is of age agrees for oneself",
    async () => {
      for (const type of ["user", "privacy"]) await agree(at.id("both"), type);
    },
    ["both"],
  ],
  ["the date of birth was wrong", () => bornOn("both", "2018-02-28"), ["both"]],
  ["and is taken out", () => bornOn("both", null), ["both"]],
  [
    "a new version is published for later",
    () => {
      const effective_at = new Date(now().getTime() + DAY_MS);
      const row = { id: "90", type: "user", version: 2, title: "新", content: "<p>新</p>" };
      return at.db
        .insertInto("agreement")
        .values({ ...row, effective_at } as never)
        .execute();
    },
    ["head"],
  ],
  [
    "it is in force",
    async () => {
      at.pass(DAY_MS);
      expect(await kept()).toContain("head");
    },
  ],
  ["somebody agrees to it", () => agree(at.id("head"), "user", 2), ["head"]],
  [
    "a consent goes",
    () =>
      at.db
        .deleteFrom("consent")
        .where("user_id", "=", at.id("head"))
        .where("type", "=", "privacy")
        .execute(),
  ],
  [
    "consents pass to another account, as by a merge",
    () =>
      at.db
        .updateTable("consent")
        .set({ user_id: at.id("substitute") })
        .where("user_id", "=", at.id("teacher"))
        .execute(),
  ],
  [
    "somebody becomes a pupil",
    () => {
      const row = { school_id: "a", user_id: at.id("stranger"), identity: "student" as const };
      return at.db.insertInto("membership").values(row).execute();
    },
  ],
  [
    "an account comes and goes",
    async () => {
      await at.come("new");
      expect(await kept()).toEqual(await truth());
      await at.leave();
    },
  ],
])("who lacks a consent, when %s", async (_what, act, agreed = []) => {
  await act();
  const found = await kept();
  expect(found).toEqual(await truth());
  for (const account of agreed) expect(found).not.toContain(account);
});

test("with other filters the same people are found", async () => {
  const headers = await at.as("root");
  const lacking = new Set(await kept());
  for (const input of [
    {},
    { school_id: "d" },
    { q: "何" },
    { identity: "student" },
    { class_id: "3-1" },
  ]) {
    const ask = async (more: object) => {
      const { body } = await send(at.app, readPeople, { ...input, ...more }, { headers });
      return body.data.people.map(({ account }) => account);
    };
    const all = await ask({});
    expect(await ask({ state: "consent-missing" }), JSON.stringify(input)).toEqual(
      all.filter((account) => lacking.has(account)),
    );
  }
});
