import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  countPeople,
  exportPeople,
  matchPeople,
  PERSON_STATES,
  readClass,
  readDuplicates,
  readPeople,
  markDistinct,
} from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ownAndChildInForce } from "../consent/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { openPeople, type PeopleFixture } from "./people.fixture.ts";
import { textsIn } from "./rules.ts";
import { countMatching, readPage } from "./list.ts";
import { waysOf } from "./rules.ts";
import type { PeopleFilter } from "./search-sql.ts";

const BY_PINYIN = [
  "Anna Smith",
  "陈老师",
  "何两",
  "林老师",
  "吕麦提",
  "孙浩",
  "曾大山",
  "曾小满",
  "赵一凡",
  "周校长",
];

let at: PeopleFixture;
beforeAll(async () => {
  at = await openPeople();
});
afterAll(() => at.close());

const find = async (who: string, input: Record<string, unknown> = {}) => {
  const { body } = await send(at.app, readPeople, input, { headers: await at.as(who) });
  expect(body.code, JSON.stringify(body)).toBe(200);
  return body.data.people;
};
const accounts = async (who: string, input: Record<string, unknown> = {}) =>
  (await find(who, { sort: "account", ...input })).map(({ account }) => account);
const count = async (who: string, input: Record<string, unknown> = {}) =>
  (await send(at.app, countPeople, input, { headers: await at.as(who) })).body.data;

describe("everybody who may reads those of the own scope alone", () => {
  test("a head-teacher the pupils and parents of the class", async () => {
    expect(await accounts("head")).toEqual(["both", "maiti", "papa", "xiaoman"]);
  });

  test("a manager the school's people", async () => {
    expect(await accounts("manager")).toEqual([
      "both",
      "gone",
      "head",
      "loose",
      "maiti",
      "manager",
      "papa",
      "substitute",
      "teacher",
      "xiaoman",
    ]);
  });

  test("a district's administrator those of its schools and its own", async () => {
    const found = await accounts("admin");
    expect(found).toContain("xiaoman");
    expect(found).toContain("admin");
    expect(found).toContain("neighbour");
    expect(found).not.toContain("stranger");
  });

  test("the platform's everybody's", async () => {
    expect(await accounts("root", { q: "stranger" })).toEqual(["stranger"]);
    expect(await count("root")).toEqual({ count: at.people, more: false });
  });

  test("nobody else", async () => {
    for (const who of ["teacher", "papa", "xiaoman"]) {
      const { body } = await send(at.app, readPeople, {}, { headers: await at.as(who) });
      expect(body.code).toBe(40005);
    }
    expect((await send(at.app, readPeople)).status).toBe(401);
  });

  test("a person at two schools: each school sees its own part", async () => {
    const [here] = await find("manager", { q: "both" });
    expect(here?.memberships.map(({ school_id }) => school_id)).toEqual(["a"]);
    expect(here?.classes.map(({ id }) => id)).toEqual(["3-1"]);
    const [there] = await find("neighbour", { q: "both" });
    expect(there?.memberships.map(({ school_id }) => school_id)).toEqual(["b"]);
    expect(there?.classes.map(({ id }) => id)).toEqual(["7-1"]);
  });

  test("another school is as one that does not exist", async () => {
    for (const input of [{ school_id: "b" }, { school_id: "nowhere" }, { class_id: "7-1" }]) {
      expect(await find("manager", input)).toEqual([]);
      expect(await count("manager", input)).toEqual({ count: 0, more: false });
    }
  });
});

describe("a person is found by", () => {
  test.each([
    ["a part of the name", "小满", ["xiaoman"]],
    ["one character", "满", ["xiaoman"]],
    ["the name with a space", "曾 小满", ["xiaoman"]],
    ["the name's pinyin, the family name as such names are read", "zengxiaoman", ["xiaoman"]],
    ["its beginning", "zengxiaom", ["xiaoman"]],
    ["syllables apart, in capitals", "Zeng Xiao Man", ["xiaoman"]],
    ["the given name's pinyin", "xiaoman", ["xiaoman"]],
    ["the initials", "zxm", ["xiaoman"]],
    ["their beginning", "zx", ["manager", "xiaoman"]],
    ["the initials of the given name", "xm", ["xiaoman"]],
    ["ü as v", "lv", ["maiti"]],
    ["a foreign name", "maiti", ["maiti"]],
    ["the account", "subst", ["substitute"]],
    ["the account in capitals and full width", "ＳＵＢＳＴ", ["substitute"]],
    ["the student number", "G110105201609010021", ["xiaoman"]],
    ["its tail", "0021", ["xiaoman"]],
    ["three digits of it", "021", ["xiaoman"]],
    ["the mobile number", "13800000017", ["papa"]],
    ["its tail of four", "0017", ["papa"]],
    ["nothing that stands anywhere", "没有这个人", []],
    ["letters that begin nothing", "qqqq", []],
    ["three digits of a mobile number, which are too few", "017", []],
    ["signs that are patterns elsewhere", "%", []],
    ["the same, in a name", "小%", []],
  ])("%s", async (_what, q, found) => {
    expect(await accounts("manager", { q })).toEqual(found);
    expect(await count("manager", { q })).toEqual({ count: found.length, more: false });
  });

  test("a new name at once, and the old one no longer", async () => {
    await at.db
      .updateTable("user")
      .set({ name: "欧阳小满" })
      .where("account", "=", "xiaoman")
      .execute();
    expect(await accounts("manager", { q: "ouyangxiaoman" })).toEqual(["xiaoman"]);
    expect(await accounts("manager", { q: "zengxiaoman" })).toEqual([]);
    await at.db
      .updateTable("user")
      .set({ name: "曾小满" })
      .where("account", "=", "xiaoman")
      .execute();
  });

  test("blanks find everybody", async () => {
    expect(await accounts("manager", { q: "  " })).toHaveLength(10);
  });
});

describe("a list is filtered by", () => {
  test.each([
    ["the school", { school_id: "a" }, 10],
    ["the district, with its schools", { school_id: "d", q: "both" }, 1],
    ["the class", { class_id: "3-1" }, ["both", "head", "maiti", "xiaoman"]],
    ["the class and the parents of its pupils", { class_id: "3-1", identity: "parent" }, ["papa"]],
    ["the grade", { grade_id: "3", identity: "student" }, ["both", "maiti", "xiaoman"]],
    ["an identity", { identity: "teacher" }, ["head", "substitute", "teacher"]],
    ["who has never signed in", { state: "never-signed-in", identity: "teacher" }, ["substitute"]],
    ["who is disabled", { state: "disabled" }, ["gone"]],
    ["who is locked", { state: "locked" }, ["loose"]],
    ["pupils of no class", { state: "no-class" }, ["gone", "loose"]],
    ["pupils without a guardian", { state: "no-guardian" }, ["both", "gone", "loose", "maiti"]],
    [
      "a consent that is missing",
      { state: "consent-missing", identity: "teacher" },
      ["substitute"],
    ],
    ["an identity that ends soon", { state: "expiring" }, ["substitute"]],
    ["several at once", { state: "no-class", q: "loose", identity: "student" }, ["loose"]],
    [
      "a state that pupils alone have, and teachers",
      { state: "no-class", identity: "teacher" },
      [],
    ],
  ])("%s", async (_what, input, found) => {
    const who = "school_id" in input && input.school_id === "d" ? "admin" : "manager";
    // those who sign in here have agreed
    for (const one of ["head", "teacher"]) await at.as(one);
    const listed = await accounts(who, input);
    expect(typeof found === "number" ? listed.length : listed).toEqual(found);
    expect(await count(who, input)).toEqual({ count: listed.length, more: false });
  });

  test("a child's consent, which is the guardian's to give", async () => {
    const missing = () => accounts("manager", { state: "consent-missing", identity: "student" });
    expect(await missing()).toContain("maiti");
    const user_id = at.id("maiti");
    const given = { user_id, type: "child", version: 1, given_by: at.id("papa") };
    await at.db.insertInto("consent").values(given).execute();
    expect(await missing()).not.toContain("maiti");
    await at.db.deleteFrom("consent").where("user_id", "=", user_id).execute();
  });
});

describe("page by page", () => {
  const page = async (input: Record<string, unknown>) => {
    const headers = await at.as("root");
    const { body } = await send(at.app, readPeople, { limit: 3, ...input }, { headers });
    expect(body.code, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  /** Reads all pages, doing something between any two. */
  const walk = async (sort: string, between: (nth: number) => Promise<unknown>) => {
    const seen: string[] = [];
    let after: string | null | undefined;
    for (let nth = 0; after !== null; nth += 1) {
      const { people, next } = await page({ sort, ...(after && { after }) });
      seen.push(...people.map(({ account }) => account));
      expect(next === null || people.length === 3).toBe(true);
      after = next;
      await between(nth);
    }
    return seen;
  };

  test.each(["name", "account", "recent"])(
    "everybody is listed once by %s, whoever comes and goes meanwhile",
    async (sort) => {
      const before = await walk(sort, async () => {});
      expect(new Set(before).size).toBe(at.people);
      const seen = await walk(sort, (nth) => at.come(`${sort}-${nth}`));
      expect(seen.filter((one) => before.includes(one))).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
      await at.leave();
    },
  );

  test("by name means by pinyin", async () => {
    const { people } = await page({ q: "", school_id: "a", limit: 20 });
    expect(people.map(({ name }) => name)).toEqual(BY_PINYIN);
  });

  test.each(["", "x", "W10", "WyJuYW1lIl0", "WyJuYW1lIiwiYSIsImIiLCJjXHUwMDAwIl0"])(
    "a place that is none is refused: %s",
    async (after) => {
      const headers = await at.as("root");
      const { body } = await send(at.app, readPeople, { after }, { headers });
      expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "after" }] } });
    },
  );

  test("the place of another order is refused", async () => {
    const { next } = await page({ sort: "account" });
    const headers = await at.as("root");
    const input = { sort: "recent", after: next };
    expect((await send(at.app, readPeople, input, { headers })).body.code).toBe(40001);
  });
});

test("what is shown of a person", async () => {
  const [one] = await find("manager", { q: "小满" });
  expect(one).toEqual({
    id: at.id("xiaoman"),
    name: "曾小满",
    account: "xiaoman",
    avatar: null,
    is_abled: true,
    memberships: [
      { school_id: "a", school_name: "启明小学", identity: "student", is_abled: true, until: null },
    ],
    classes: [{ school_id: "a", id: "3-1", name: "3-1 班" }],
    mobile_masked: "138****0018",
    student_number: "G110105201609010021",
    last_sign_in: expect.any(String),
    locked: null,
  });
  const [locked] = await find("manager", { state: "locked" });
  expect(locked?.locked).toEqual({ reason: "多次冒用他人账号", until: null });
});

test("a class tells as much of the state of its pupils as the list does", async () => {
  const lock = { user_id: at.id("maiti"), reason: "家长要求", until: null, locked_by: null };
  await at.db
    .insertInto("person_lock")
    .values({ ...lock, locked_at: at.app.now() })
    .execute();
  for (const who of ["head", "admin"]) {
    const room = { school_id: "a", class_id: "3-1" };
    const { body } = await send(at.app, readClass, room, { headers: await at.as(who) });
    const listed = await find(who, { ...room, identity: "student", sort: "account" });
    const states = listed.map(
      ({ id, name, account, is_abled, memberships, last_sign_in, locked }) => ({
        ...{ id, name, account, is_abled, memberships, last_sign_in, locked },
      }),
    );
    expect(body.data.pupils).toEqual(states);
    expect(states.map(({ locked, last_sign_in }) => locked?.reason ?? last_sign_in)).toEqual([
      null,
      "家长要求",
      expect.any(String),
    ]);
  }
  await at.db.deleteFrom("person_lock").where("user_id", "=", lock.user_id).execute();
});

test("staff who list pupils leave one entry that names them", async () => {
  const before = await at.reads();
  await find("head");
  const [entry, ...others] = (await at.reads()).slice(before.length);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    user_id: at.id("head"),
    object_kind: "people",
    detail: { children: [at.id("both"), at.id("maiti"), at.id("xiaoman")] },
  });
});

/** The ways of reading a page: comparing tables, checking a handful, walking through the list. */
const WAYS_TO_READ = [
  { fewAre: 1000, aHandfulIs: -1 },
  { fewAre: 1000, aHandfulIs: 1000 },
  { fewAre: -1, aHandfulIs: -1 },
];

describe("a list that is gone through finds whom the compared tables find", () => {
  const everything = { kind: "all" } as const;
  const school = { kind: "parts", schools: ["a"], grades: [], classes: [] } as const;
  const classes = [{ school_id: "a", class_id: "3-1" }];
  const one = { kind: "parts", schools: [], grades: [], classes } as const;
  const texts = ["", "小满", "xm", "zeng", "021", "0017", "subst", "没有"];
  const filters: readonly Partial<PeopleFilter>[] = [
    {},
    { identity: "student" },
    { schools: ["a", "b"], identity: "parent" },
    { class_id: "3-1" },
    { grade_id: "3", identity: "parent" },
    ...PERSON_STATES.map((state) => ({ state })),
    ...PERSON_STATES.map((state) => ({ state, identity: "student" as const })),
  ];

  test.each([
    ["everywhere", everything],
    ["in a school", school],
    ["in a class", one],
  ])("%s", async (_where, scope) => {
    const now = at.app.now();
    const agreements = await ownAndChildInForce(at.db, now);
    let found = 0;
    for (const text of texts) {
      for (const filter of filters) {
        const asked = { ...filter, scope, ways: waysOf(text), now, agreements };
        const [compared, ...others] = await acrossSchools("administration", () =>
          Promise.all(
            WAYS_TO_READ.map((bounds) =>
              readPage(at.app.db, { ...asked, sort: "name", limit: 100 }, bounds),
            ),
          ),
        );
        const shown = JSON.stringify([text, filter]);
        for (const other of others) expect(other, shown).toEqual(compared);
        const count = await acrossSchools("administration", () =>
          countMatching(at.app.db, asked, 100),
        );
        expect(count, shown).toBe(compared?.people.length);
        found += count;
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});

describe("a pasted column", () => {
  const match = async (who: string, lines: string[], more: Record<string, unknown> = {}) =>
    (await send(at.app, matchPeople, { lines, ...more }, { headers: await at.as(who) })).body.data;

  test("is matched by account, number and mobile, in its order, each person once", async () => {
    const { people, unmatched } = await match("manager", [
      "13800000017",
      " XIAOMAN ",
      "",
      "ｇ110105201609010021",
      "nobody-of-this-name",
      "1380000001",
    ]);
    expect(people.map(({ account }) => account)).toEqual(["papa", "xiaoman"]);
    expect(unmatched).toEqual([
      { line: 5, text: "nobody-of-this-name", why: "nobody" },
      { line: 6, text: "1380000001", why: "nobody" },
    ]);
  });

  test("does not match anyone at another school", async () => {
    const { people, unmatched } = await match("neighbour", ["xiaoman", "absent"]);
    expect(people).toEqual([]);
    expect(unmatched.map(({ why }) => why)).toEqual(["nobody", "nobody"]);
    const elsewhere = await match("manager", ["xiaoman"], { school_id: "c" });
    expect(elsewhere.people).toEqual([]);
  });

  test("leaves a record that pupils were looked at", async () => {
    const before = (await at.reads()).length;
    await match("manager", ["xiaoman"]);
    expect((await at.reads()).slice(before).map(({ subject_id }) => subject_id)).toEqual([
      at.id("xiaoman"),
    ]);
  });
});

describe("an export", () => {
  const take = async (who: string, input: Record<string, unknown>) =>
    (await send(at.app, exportPeople, input, { headers: await at.as(who) })).body.data;
  const lines = () =>
    at.db
      .selectFrom("audit_entry")
      .select(["user_id", "detail"])
      .where("action", "=", "export")
      .orderBy("id")
      .execute();

  test("holds the people that the list shows, and leaves a line in the audit", async () => {
    const before = (await lines()).length;
    const { people, next } = await take("manager", { identity: "student", sort: "account" });
    expect(people.map(({ account }) => account)).toEqual(
      await accounts("manager", { identity: "student" }),
    );
    expect(next).toBeNull();
    expect((await lines()).slice(before)).toEqual([
      { user_id: at.id("manager"), detail: { people: people.length, continues: false } },
    ]);
  });

  test("of chosen people leaves out anyone outside", async () => {
    const { people } = await take("neighbour", { user_ids: [at.id("xiaoman"), "absent"] });
    expect(people).toEqual([]);
    const own = await take("manager", { user_ids: [at.id("xiaoman"), at.id("papa")] });
    expect(own.people.map(({ account }) => account)).toEqual(["xiaoman", "papa"]);
  });
});

describe("accounts that look like one person's (AD-14)", () => {
  const groups = async (who: string, input: Record<string, unknown> = {}) => {
    const { body } = await send(at.app, readDuplicates, input, { headers: await at.as(who) });
    return body.data.groups.map(({ why, people }) => [
      why,
      ...people.map(({ account }) => account),
    ]);
  };
  const change = (account: string, values: Record<string, string | null>) =>
    at.db.updateTable("user").set(values).where("account", "=", account).execute();

  test("are listed with what is the same, until somebody says that they are several people's", async () => {
    expect(await groups("manager")).toEqual([]);
    const { birth_date, name } = { name: "曾小满", birth_date: "2016-09-01" };
    await change("maiti", { birth_date, name });
    expect(await groups("manager")).toEqual([["birth", ...twins()]]);
    expect(await groups("neighbour")).toEqual([]);
    expect(await groups("neighbour", { school_id: "a" })).toEqual([]);
    expect(await groups("admin", { school_id: "a" })).toHaveLength(1);
    expect(await groups("admin", { school_id: "b" })).toEqual([]);
    const user_ids = [at.id("xiaoman"), at.id("maiti")];
    const say = async (who: string) =>
      (await send(at.app, markDistinct, { user_ids }, { headers: await at.as(who) })).body.code;
    expect(await say("neighbour")).toBe(40400);
    expect(await groups("manager")).toHaveLength(1);
    expect(await say("manager")).toBe(200);
    expect(await groups("manager")).toEqual([]);
    await change("maiti", { name: "吕麦提", birth_date: "2017-02-01" });
  });

  test("the place of the next page tells nothing that the list masks", async () => {
    const memberships = [{ school: "b", identity: "parent" as const }];
    for (let pair = 0; pair < 21; pair += 1) {
      const who = { name: `家长${pair}`, mobile: `138000099${pair + 10}`, memberships };
      for (const half of ["x", "y"]) {
        await makePerson(at.db, { ...who, account: `twin-${pair}-${half}` });
      }
    }
    const all: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 2; page += 1) {
      const input = { school_id: "b", ...(after !== undefined && { after }) };
      const headers = await at.as("neighbour");
      const { body } = await send(at.app, readDuplicates, input, { headers });
      all.push(...body.data.groups.flatMap(({ people }) => people.map(({ account }) => account)));
      after = body.data.next ?? undefined;
      if (page > 0) continue;
      const place = textsIn(after ?? "");
      const numbers = Array.from(
        { length: 21 },
        (_one, pair) => `家长${pair} 138000099${pair + 10}`,
      );
      const digests = numbers.map((one) => createHash("md5").update(one).digest("hex"));
      expect(place.filter((one) => digests.includes(one))).toEqual([]);
    }
    expect([new Set(all).size, after]).toEqual([42, undefined]);
    await at.db
      .deleteFrom("membership")
      .where(
        "user_id",
        "in",
        at.db.selectFrom("user").select("id").where("account", "like", "twin-%"),
      )
      .execute();
    await at.db.deleteFrom("user").where("account", "like", "twin-%").execute();
  });

  const twins = () =>
    ["xiaoman", "maiti"].toSorted((one, other) => (at.id(one) < at.id(other) ? -1 : 1));
});
