import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayShow, type Identity, type PersonState } from "#contract";
import { UNTIDY_ADULTS, UNTIDY_PUPILS } from "../../../demo/generate/mess.ts";
import { demoAppAddress, loadDemo } from "../../../demo/load.ts";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { readPage } from "../people/list.ts";
import { pendingErasures } from "../privacy/api.ts";

const CONFIG = { host: "127.0.0.1", demoAppPort: 7101 };
const PRIMARY = "启明小学";
const JUNIOR = "启明中学";
const OLD = "旧城小学";

let connected: ConnectedDatabase;
beforeAll(async () => {
  connected = await openTestDatabase();
  await loadDemo(connected.db, CONFIG);
});
afterAll(() => connected.close());

interface Expected {
  name: string;
  /** Memberships in the person's order: identity, school, whether the school is enabled. */
  memberships: [Identity, string, boolean][];
  /** Taught classes with their subject; `null`: the head-teacher. */
  teaches?: [string, string | null][];
  learnsIn?: string;
  children?: string[];
}

const PEOPLE: Record<string, Expected> = {
  linlan: {
    name: "林岚",
    memberships: [
      ["manager", PRIMARY, true],
      ["teacher", PRIMARY, true],
      ["parent", PRIMARY, true],
      ["teacher", JUNIOR, true],
    ],
    teaches: [
      ["七年级（1）班", "语文"],
      ["七年级（2）班", "语文"],
      ["三年级（2）班", "语文"],
      ["三年级（2）班", null],
    ],
    children: ["林小满"],
  },
  linxiaoman: {
    name: "林小满",
    memberships: [["student", PRIMARY, true]],
    learnsIn: "三年级（2）班",
  },
  zhaoyifan: {
    name: "赵一凡",
    memberships: [["student", JUNIOR, true]],
    learnsIn: "八年级（1）班",
  },
  zhaoyinuo: {
    name: "赵一诺",
    memberships: [["student", PRIMARY, true]],
    learnsIn: "一年级（1）班",
  },
  chenjing: {
    name: "陈静",
    memberships: [
      ["parent", JUNIOR, true],
      ["parent", PRIMARY, true],
    ],
    children: ["赵一凡", "赵一诺"],
  },
  sunhao: {
    name: "孙浩",
    memberships: [["teacher", JUNIOR, true]],
    teaches: [
      ["七年级（7）班", "数学"],
      ["八年级（1）班", "数学"],
    ],
  },
  wangfang: { name: "王芳", memberships: [["admin", "晨曦区教育局", true]] },
  hezhi: { name: "何志", memberships: [["inner_admin", "晨曦区教育局", true]] },
  wuguishu: { name: "吴归书", memberships: [] },
  jiucheng: {
    name: "程旧",
    memberships: [["teacher", OLD, false]],
    teaches: [["四年级（1）班", "语文"]],
  },
  liangdi: {
    name: "梁地",
    memberships: [
      ["teacher", OLD, false],
      ["parent", PRIMARY, true],
    ],
    teaches: [
      ["五年级（1）班", "数学"],
      ["四年级（1）班", "数学"],
    ],
    children: ["梁思齐"],
  },
};

describe("the named people are as the demo says", () => {
  test.each(Object.entries(PEOPLE))("%s", async (account, expected) => {
    const { db } = connected;
    const person = await db
      .selectFrom("user")
      .selectAll()
      .where("account", "=", account)
      .executeTakeFirstOrThrow();
    expect(person).toMatchObject({ name: expected.name, is_abled: true });
    expect(person.identity).toBe(expected.memberships[0]?.[0] ?? null);

    const memberships = await db
      .selectFrom("membership")
      .innerJoin("school", "school.id", "membership.school_id")
      .select(["membership.identity", "school.name", "school.is_abled", "membership.school_id"])
      .where("user_id", "=", person.id)
      .orderBy("sort")
      .execute();
    expect(memberships.map((row) => [row.identity, row.name, row.is_abled])).toEqual(
      expected.memberships,
    );
    expect(person.school_id).toBe(memberships[0]?.school_id ?? null);

    expect(await taughtBy(person.id)).toEqual(expected.teaches ?? []);
    const learns = await db
      .selectFrom("class_student")
      .innerJoin("class", "class.id", "class_student.class_id")
      .select("class.name")
      .where("user_id", "=", person.id)
      .execute();
    expect(learns.map(({ name }) => name)).toEqual(expected.learnsIn ? [expected.learnsIn] : []);
    const children = await db
      .selectFrom("guardian")
      .innerJoin("user", "user.id", "guardian.child_id")
      .select("user.name")
      .where("guardian.user_id", "=", person.id)
      .execute();
    expect(children.map(({ name }) => name).toSorted()).toEqual(expected.children ?? []);
  });
});

describe("the demo district as a whole", () => {
  test("has its 2,400 pupils in 60 classes, its teachers and parents, and those of the mess", async () => {
    const { db } = connected;
    const rows = await db
      .selectFrom("membership")
      .select(({ fn }) => ["identity", fn.count<number>("user_id").distinct().as("people")])
      .groupBy("identity")
      .execute();
    const people = Object.fromEntries(rows.map((row) => [row.identity, row.people]));
    const untidy = Object.values(UNTIDY_ADULTS).map(({ role }) => role);
    const teachers = untidy.filter((role) => role === "teacher").length;
    expect(people).toMatchObject({
      // and one who was made by hand
      student: 2400 + Object.keys(UNTIDY_PUPILS).length + 1,
      teacher: 180 + teachers,
      parent: 3000 + untidy.length - teachers,
    });
    const classes = await db
      .selectFrom("class")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(classes.count).toBe(60);
  });

  test("gives the named people quick apps that they may see", async () => {
    const { db } = connected;
    const quick = await db
      .selectFrom("quick_app")
      .innerJoin("user", "user.id", "quick_app.user_id")
      .select(["account", "quick_app.identity", "app_ids"])
      .execute();
    const memberships = Object.values(PEOPLE).flatMap((person) => [
      ...new Set(person.memberships.map(([identity]) => identity)),
    ]);
    expect(quick).toHaveLength(memberships.length);
    const apps = await db.selectFrom("app").selectAll().execute();
    const byId = new Map(apps.map((app) => [app.id, app]));
    for (const { account, identity, app_ids } of quick) {
      const isHead = PEOPLE[account]?.teaches?.some(([, subject]) => subject === null) === true;
      const held = isHead ? [identity, "head-teacher"] : [identity];
      expect(app_ids.length, `${account} ${identity}`).toBeGreaterThan(0);
      for (const id of app_ids) {
        const app = byId.get(id);
        expect(app, id).toBeDefined();
        expect(mayShow(app?.roles ?? [], held), `${account} ${identity} ${id}`).toBe(true);
        expect(app?.display_status).toBe("display");
      }
    }
  });

  test("points the tiles at the demo's app server", async () => {
    const rows = await connected.db
      .selectFrom("app")
      .select("url")
      .where("launch", "!=", "module")
      .execute();
    expect(rows.length).toBeGreaterThan(5);
    for (const { url } of rows) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:7101\/[\w-]+$/);
  });

  test("is not brought in a second time, and of apps that moved only the catalogue", async () => {
    const steps: string[] = [];
    const say = ({ step }: { step: string }) => steps.push(step);
    expect(await loadDemo(connected.db, CONFIG, say)).toBe(false);
    expect(steps).toEqual([]);
    expect(await loadDemo(connected.db, { ...CONFIG, demoAppPort: 7999 }, say)).toBe(true);
    expect(new Set(steps)).toEqual(new Set(["写入应用"]));
    const moved = await connected.db
      .selectFrom("app")
      .select("url")
      .where("id", "=", "homework")
      .executeTakeFirstOrThrow();
    expect(moved.url).toBe("http://127.0.0.1:7999/homework");
  });
});

describe("there is something to put in order (docs/administration.md)", () => {
  const accountsIn = async (state: PersonState) => {
    const asked = { scope: { kind: "all" }, ways: null, now: new Date(), state } as const;
    const { people } = await readPage(connected.db, { ...asked, sort: "account", limit: 200 });
    return people.map(({ account }) => account);
  };
  const UNTIDY = [...Object.keys(UNTIDY_ADULTS), ...Object.keys(UNTIDY_PUPILS), "xujiashu2"];

  test.each<[PersonState, string[]]>([
    ["locked", ["fengliqun", "weizimo"]],
    ["no-class", ["konglingyi", "miaoyutong", "qiuyuchen", "xujiashu2"]],
    ["expiring", ["hanruoxi"]],
  ])("the filter %s finds %j", async (state, accounts) => {
    expect(await accountsIn(state)).toEqual(accounts);
  });

  test("pupils have left, and others have no guardian", async () => {
    const disabled = await accountsIn("disabled");
    expect(disabled).toEqual(expect.arrayContaining(["zhuyunfei", "zoukexin"]));
    const alone = await accountsIn("no-guardian");
    expect(alone).toEqual(expect.arrayContaining(["dilinuer", "konglingyi", "weizimo"]));
  });

  test("three people have two accounts each, with one name and birthday", async () => {
    const rows = await connected.db
      .selectFrom("user")
      .select(({ fn }) => ["name", fn.countAll<number>().as("count")])
      .where("account", "in", UNTIDY)
      .groupBy(["name", "birth_date"])
      .having(({ fn }) => fn.countAll(), ">", 1)
      .orderBy("name")
      .execute();
    const names = rows.map(({ name, count }) => `${name} ${count}`);
    expect(names.toSorted()).toEqual(["姚书文 2", "许嘉树 2", "高明慧 2"].toSorted());
  });

  test("leavers are to be erased in three and ten days; the school objects to an erasure", async () => {
    const leavers = await connected.db
      .selectFrom("leaver as l")
      .innerJoin("user as u", "u.id", "l.user_id")
      .select(["u.account", "l.left_at"])
      .orderBy("l.left_at")
      .execute();
    const daysAgo = (moment: Date) => Math.round((Date.now() - moment.getTime()) / 86_400_000);
    expect(leavers.map(({ account, left_at }) => [account, daysAgo(left_at)])).toEqual([
      ["zhuyunfei", 362],
      ["zoukexin", 355],
    ]);
    const waiting = await pendingErasures(connected.db);
    expect(waiting.map(({ account, school }) => [account, school])).toEqual([
      ["dongzihan", JUNIOR],
    ]);
  });

  test("rights have run out, run out soon, or were given long ago", async () => {
    const held = await connected.db
      .selectFrom("right_grant as g")
      .innerJoin("user as u", "u.id", "g.user_id")
      .select(["u.account", "g.until"])
      .orderBy("u.account")
      .execute();
    const days = held.map(({ account, until }) => [
      account,
      until && Math.round((until.getTime() - Date.now()) / 86_400_000),
    ]);
    expect(days).toEqual([
      ["helanzhi", null],
      ["jiangwenbo", -9],
      ["tanjingyi", 6],
    ]);
  });

  test("names are long, hold a point between, or a character that is rare", async () => {
    const rows = await connected.db
      .selectFrom("user")
      .select("name")
      .where("account", "in", ["ayixiamu", "dilinuer", "liuyan2018", "shenfu"])
      .orderBy("account")
      .execute();
    expect(rows.map(({ name }) => name)).toEqual([
      "阿依夏木古丽·阿卜杜克热木·买买提明·吐尔逊",
      "迪丽努尔·吐尔逊",
      "刘䶮",
      "沈𫖯",
    ]);
  });
});

test.each([
  [{ host: "0.0.0.0", demoAppPort: 7101 }, "http://127.0.0.1:7101"],
  [{ host: "::1", demoAppPort: 7101 }, "http://[::1]:7101"],
  [
    { host: "127.0.0.1", demoAppPort: 7101, publicUrl: "https://school.example/x" },
    "http://school.example:7101",
  ],
])("%o finds the apps at %s", (config, address) => {
  expect(demoAppAddress(config)).toBe(address);
});

/** Returns class and subject of every lesson, with a further row for each class that the person heads. */
async function taughtBy(userId: string): Promise<[string, string | null][]> {
  const rows = await connected.db
    .selectFrom("class_teacher")
    .innerJoin("class", "class.id", "class_teacher.class_id")
    .leftJoin("subject", "subject.id", "class_teacher.subject_id")
    .select(["class.name", "subject.name as subject", "is_head"])
    .where("user_id", "=", userId)
    .execute();
  return rows
    .flatMap(({ name, subject, is_head }): [string, string | null][] => [
      ...(subject === null ? [] : [[name, subject] as [string, string]]),
      ...(is_head ? [[name, null] as [string, null]] : []),
    ])
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
