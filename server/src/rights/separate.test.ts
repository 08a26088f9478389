import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  endGrant,
  giveGrant,
  type InputOf,
  makeBundle,
  type Place,
  readAdministration,
  readAudit,
  readBundles,
  readDuties,
  readRightsOf,
  resetPasswords,
  RIGHTS,
  saveGroup,
} from "#contract";
import { operate } from "../../test/operate.ts";
import { TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { dutyFaults } from "../admin/duty.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { importRoster } from "../roster/import.ts";
import { bundleWith, smallBundle, writeFolder } from "../roster/small-bundle.fixture.ts";
import { separationOf } from "./duties.ts";
import { heldOf } from "./queries.ts";
import { decide, scopeOf } from "./rules.ts";
import { personWithin } from "./scope-sql.ts";

type Members = Omit<Extract<Change, { kind: "membership-state" }>, "kind" | "is_abled">;

let on: ChangeTestApp;
const PLATFORM: Place = { kind: "platform", school_id: null, part_id: "" };
const AT_D: Place = { kind: "district", school_id: "d", part_id: "" };
const AT_A: Place = { kind: "school", school_id: "a", part_id: "" };

/** Turns the switch, as a restart does. */
function suspendMixedDuties(isSeparate: boolean): void {
  Object.assign(on.at.app.config, { separateAdmins: isSeparate });
  on.clock += 2000;
}
/** Gives an operator's command; every session's record is older than a second afterwards. */
async function admin(line: string): Promise<string> {
  try {
    const env = { SEPARATE_ADMINS: on.at.app.config.separateAdmins ? "on" : "off" };
    return await operate(on.at.db, `admin ${line}`, { now: new Date(on.clock), env });
  } finally {
    on.clock += 2000;
  }
}
const give = async (by: string, input: Omit<InputOf<typeof giveGrant>, "password">) => {
  const body = (
    await send(on.at.app, giveGrant, { ...input, password: TEST_PASSWORD }, await on.as(by))
  ).body;
  on.clock += 2000;
  return body;
};
const end = async (by: string, grant_id: string) => {
  const input = { grant_id, password: TEST_PASSWORD };
  const { body } = await send(on.at.app, endGrant, input, await on.as(by));
  on.clock += 2000;
  return body;
};
const own = async (account: string) =>
  (await send(on.at.app, readAdministration, {}, await on.as(account))).body.data;
const rightsOf = async (account: string) => (await own(account)).rights.map(({ right }) => right);
const duties = async (by: string, school_id?: string) => {
  const input = school_id === undefined ? {} : { school_id };
  return (await send(on.at.app, readDuties, input, await on.as(by))).body.data;
};
const grantOf = async (account: string, bundle: string) =>
  (
    await on.at.db
      .selectFrom("right_grant")
      .select("id")
      .where("user_id", "=", account)
      .where("bundle_id", "=", bundle)
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow()
  ).id;

beforeAll(async () => {
  on = await ChangeTestApp.open();
  for (const account of ["sys", "sec", "sec2", "aud", "free"]) {
    await on.add(account, ["a", "teacher"]);
    await on.as(account);
  }
  await on.add("twin", ["a", "teacher"], ["b", "manager"]);
});
afterAll(() => on.at.close());

describe("with the switch off", () => {
  test("everything is as it was, and the command already refuses a second duty", async () => {
    expect(await rightsOf("platform")).toEqual(RIGHTS);
    expect(await own("platform")).toMatchObject({ is_separate: false, conflict: [] });
    expect(await duties("platform")).toEqual({ duties: [], conflicts: [] });
    const { data } = (await send(on.at.app, readBundles, {}, await on.as("platform"))).body;
    expect(data.bundles.map(({ id }) => id)).not.toContain("security");
    expect(data.rights).toEqual(RIGHTS);
    const said = await admin("duty sys system");
    expect(said).toContain("已让“sys”（sys）担任系统管理员，范围：全平台。");
    expect(said).toContain("还没有安全管理员、审计管理员");
    await expect(admin("duty sys audit")).rejects.toThrow(
      "“sys”（sys）已经有系统管理员的权限，一个人只能有一种",
    );
  });
});

describe("the command", () => {
  test("gives the first of each duty, once, to staff only", async () => {
    await admin("duty sec security");
    expect(await admin("duty aud audit")).not.toContain("注意");
    await expect(admin("duty aud audit")).rejects.toThrow("已经是那里的审计管理员");
    await expect(admin("duty pupil10 audit")).rejects.toThrow("没有有效的教职工身份");
    await expect(admin("duty free system --school a")).rejects.toThrow("只能在全平台或一个区域");
    await expect(admin("duty free boss")).rejects.toThrow("职责应为 system、security、audit、none");
    await expect(admin("duty manager security --school a")).rejects.toThrow("系统管理员的权限");
  });

  test("is in the audit, and the person is told", async () => {
    const { rows } = await sql<{ detail: object }>`
      select detail from audit_entry where action = 'grant-change' and subject_id = 'sec'`.execute(
      on.at.db,
    );
    expect(rows[0]?.detail).toMatchObject({ by: "operator", step: "give", place: "platform" });
    const told = await on.at.db.selectFrom("person_notice").select("kind").execute();
    expect(told.filter(({ kind }) => kind === "right-given")).toHaveLength(3);
  });
});

describe("with the switch on", () => {
  test("each has the own duty, identities bring none of two", async () => {
    suspendMixedDuties(true);
    expect(await own("sys")).toMatchObject({ is_separate: true, conflict: [] });
    expect(await rightsOf("sys")).toHaveLength(RIGHTS.length - 4);
    expect(await rightsOf("sec")).toEqual([
      ...["people.read", "roster.approve", "grant.give", "agreement.publish", "report.read"],
    ]);
    expect(await rightsOf("aud")).toEqual(["people.read", "audit.read", "report.read"]);
    expect(await rightsOf("platform")).toEqual(["people.read", "report.read"]);
    expect(await rightsOf("district")).toEqual(["people.read", "report.read"]);
    const school = await rightsOf("manager");
    expect(school).toContain("people.write");
    for (const right of ["grant.give", "audit.read", "roster.approve"] as const)
      expect(school).not.toContain(right);
  });

  test("a call of another duty is refused", async () => {
    const codes = async (by: string) => [
      (await send(on.at.app, readAudit, {}, await on.as(by))).body.code,
      (await send(on.at.app, readBundles, {}, await on.as(by))).body.code,
      (
        await on.plan(by, {
          kind: "class-make",
          school_id: "a",
          name: "四年级（1）班",
          grade_id: "4",
          stage_id: "primary",
        })
      ).code,
    ];
    expect(await codes("sys")).toEqual([40005, 40005, 200]);
    expect(await codes("sec")).toEqual([40005, 200, 40005]);
    expect(await codes("aud")).toEqual([200, 40005, 40005]);
    expect(await codes("platform")).toEqual([40005, 40005, 40005]);
  });

  test("SQL says of every person what the decision says", async () => {
    const tree = await on.at.app.organisations.tree();
    const now = new Date(on.clock);
    for (const account of ["sys", "manager", "district", "aud"]) {
      const [holder] = await heldOf(on.at.db, [account], separationOf(on.at.app));
      for (const right of ["people.read", "people.write", "audit.read"] as const) {
        const scope = scopeOf(holder?.held ?? [], right, tree, now);
        const may = (school_id: string) =>
          decide(
            holder?.held ?? [],
            right,
            {
              ...{ school_id, district_id: tree.get(school_id)?.parent_id ?? null },
              ...{ grade_id: null, class_id: null },
            },
            now,
          ).may;
        const { rows } = await sql<{ id: string; schools: string[]; within: boolean }>`
          select u.id, array_agg(m.school_id) as schools,
            ${scope === undefined ? sql`false` : personWithin(scope, sql.ref("u.id"))} as within
          from "user" u join membership m on m.user_id = u.id group by u.id`.execute(on.at.db);
        for (const { id, schools, within } of rows)
          expect(within, `${account} ${right} ${id}`).toBe(schools.some(may));
      }
    }
  });
});

describe("giving", () => {
  test("security gives a duty that is not its own, and what is offered has no two", async () => {
    const { data } = (await send(on.at.app, readBundles, {}, await on.as("sec"))).body;
    const offered = data.bundles.map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(["system", "security", "audit", "school"]));
    for (const joint of ["platform", "district", "auditor"]) expect(offered).not.toContain(joint);
    expect(data.rights).toEqual(RIGHTS);
    const given = await give("sec", { user_id: "sec2", bundle_id: "security", place: PLATFORM });
    expect(given.data).toMatchObject({ bundle: "安全管理员", in_force: true });
    expect(await rightsOf("sec2")).toContain("grant.give");
  });

  test.each([
    ["to oneself", "sec", { bundle_id: "system", place: PLATFORM }, "不能给自己授权"],
    ["one right to oneself", "sec", { right: "audit.read", place: AT_A }, "不能给自己授权"],
    [
      "a second duty",
      "aud",
      { bundle_id: "system", place: AT_D },
      "aud已经有审计管理员的权限，三员分立时不能再有系统管理员的权限。请另选一人，或先收回原来的权限",
    ],
    [
      "one right of another duty, at a class",
      "aud",
      { right: "people.secret", place: { kind: "class", school_id: "a", part_id: "31" } },
      "aud已经有审计管理员的权限",
    ],
    [
      "a duty to a school's administrator",
      "manager",
      { bundle_id: "audit", place: AT_A },
      "manager已经有系统管理员的权限",
    ],
    ["a bundle that is not offered", "free", { bundle_id: "platform", place: PLATFORM }, undefined],
  ] as const)("%s is refused", async (_what, user_id, what, msg) => {
    const answer = await give("sec", { user_id, ...what });
    expect(answer.code).not.toBe(200);
    if (msg !== undefined) expect(answer.msg).toContain(msg);
  });

  test("a district's security gives each duty there, without what only the platform's have", async () => {
    for (const account of ["sec-d", "new-d"]) await on.add(account, ["a", "teacher"]);
    await admin("duty sec-d security --school d");
    for (const bundle_id of ["system", "security", "audit"]) {
      const given = await give("sec-d", { user_id: "new-d", bundle_id, place: AT_D });
      expect([bundle_id, given.code]).toEqual([bundle_id, 200]);
      const rights = await rightsOf("new-d");
      expect(rights).not.toContain("settings.write");
      expect(rights).not.toContain("agreement.publish");
      expect((await end("sec-d", await grantOf("new-d", bundle_id))).code).toBe(200);
    }
    await admin("duty sec-d none");
  });

  test.each(["sys", "aud", "manager", "platform", "district"])("%s gives nothing", async (by) => {
    expect((await give(by, { user_id: "free", right: "people.read", place: AT_A })).code).toBe(
      40005,
    );
  });

  test("a bundle of two duties is neither made nor given", async () => {
    const bundle = (rights: InputOf<typeof makeBundle>["rights"]) => ({
      ...{ school_id: "a", name: "都管", sentence: "都管", rights },
    });
    const make = async (by: string, rights: InputOf<typeof makeBundle>["rights"]) =>
      (await send(on.at.app, makeBundle, bundle(rights), await on.as(by))).body;
    expect((await make("sec", ["people.write", "grant.give"])).msg).toBe(
      "三员分立时，一个权限组里不能同时有系统管理员和安全管理员的权限",
    );
    expect((await make("sec", ["people.write", "class.write"])).code).toBe(200);
    suspendMixedDuties(false);
    const old = await make("manager", ["people.write", "audit.read"]);
    suspendMixedDuties(true);
    const given = await give("sec", { user_id: "free", bundle_id: old.data.id, place: AT_A });
    expect(given.msg).toBe("三员分立时，这个权限组里不能同时有系统管理员和审计管理员的权限");
  });

  test("of two who take each other's away at once, one stays", async () => {
    const take = async (by: string, whose: string) => {
      const input = { grant_id: await grantOf(whose, "security"), password: TEST_PASSWORD };
      return [on.at.app, endGrant, input, await on.as(by)] as const;
    };
    const both = [await take("sec", "sec2"), await take("sec2", "sec")] as const;
    const [one, other] = await Promise.all(both.map((args) => send(...args)));
    on.clock += 2000;
    const codes = [one?.body.code, other?.body.code];
    expect(codes).toEqual(expect.arrayContaining([200, 40005]));
    const [left, gone] = one?.body.code === 200 ? ["sec", "sec2"] : ["sec2", "sec"];
    const again = await give(left, { user_id: gone, bundle_id: "security", place: PLATFORM });
    expect(again.code).toBe(200);
  });

  test("the last who may give is not taken away", async () => {
    const [first, second] = [await grantOf("sec", "security"), await grantOf("sec2", "security")];
    expect((await end("sec", first)).code).toBe(200);
    expect((await end("sec2", second)).msg).toBe("这是这个范围里最后一个可以授权的人，不能收回");
    expect(
      (await give("sec2", { user_id: "sec", bundle_id: "security", place: PLATFORM })).code,
    ).toBe(200);
  });
});

describe("of two duties neither is in force until one is taken back", () => {
  const expectNothing = async (account: string, conflict: string[]) => {
    expect(await own(account)).toMatchObject({ rights: [], conflict });
    const { code } = await give(account, { user_id: "free", right: "people.read", place: AT_A });
    expect(code).toBe(40005);
  };

  test("an identity of the operator's", async () => {
    const said = await admin("create --account sec2 --school b --identity manager");
    expect(said).toContain("区域和平台管理员的身份只能查看，职责用 npm run admin -- duty 指定。");
    expect(said).toContain("sec2（sec2）同时有系统管理员和安全管理员的权限");
    await expectNothing("sec2", ["system", "security"]);
    const { conflicts } = await duties("sec");
    expect(conflicts).toMatchObject([
      {
        id: "sec2",
        duties: ["system", "security"],
        elsewhere: false,
        held: [
          { bundle: "学校管理员", in_force: false, may_end: false },
          { bundle: "安全管理员", in_force: false, may_end: true },
        ],
      },
    ]);
    expect(await dutyFaults(on.at.db, new Date(on.clock))).toEqual([
      "注意：sec2（sec2）同时有系统管理员和安全管理员的权限，三员分立时都不生效，直到收回其中一种。",
    ]);
    const shown = await send(on.at.app, readRightsOf, { user_id: "sec2" }, await on.as("sec"));
    expect(shown.body.data.held.map(({ in_force }) => in_force)).toEqual([false, false]);
  });

  test("anyone in conflict counts as the last of nothing, and is above everybody", async () => {
    expect((await end("sec", await grantOf("sec", "security"))).msg).toContain("最后一个");
    const input = { user_ids: ["sec2"], hours: 24, password: TEST_PASSWORD };
    const reset = await send(on.at.app, resetPasswords, input, await on.as("sys"));
    expect(reset.body.code).not.toBe(200);
    const lock = await on.plan("sys", {
      ...{ kind: "account-state", user_ids: ["sec2"], is_abled: false, reason: "试" },
    });
    expect(lock.msg).toContain("管理权限超出您的");
  });

  test("it is mended by taking one back", async () => {
    expect((await end("sec", await grantOf("sec2", "security"))).code).toBe(200);
    expect(await own("sec2")).toMatchObject({ conflict: [] });
    expect(await rightsOf("sec2")).toContain("people.write");
    expect((await duties("sec")).conflicts).toEqual([]);
    await on.at.db
      .deleteFrom("membership")
      .where("user_id", "=", "sec2")
      .where("identity", "=", "manager")
      .execute();
    on.clock += 2000;
  });

  test("grants of before the switch, and the operator's way out", async () => {
    suspendMixedDuties(false);
    expect(
      (await give("platform", { user_id: "aud", right: "grant.give", place: AT_D })).code,
    ).toBe(200);
    expect(await rightsOf("aud")).toContain("grant.give");
    suspendMixedDuties(true);
    await expectNothing("aud", ["security", "audit"]);
    expect((await give("sec", { user_id: "aud", right: "people.read", place: AT_A })).msg).toBe(
      "aud同时有安全管理员和审计管理员的权限，三员分立时都不生效。请先收回其中一种",
    );
    const said = await admin("duty aud none");
    expect(said).toContain("已收回“aud”（aud）的 2 项授权：安全管理员和审计管理员");
    expect(said).toContain("还没有审计管理员");
    await admin("duty aud audit");
    expect(await rightsOf("aud")).toContain("audit.read");
  });

  test("a roster's import", async () => {
    const bring = async (files: ReturnType<typeof bundleWith>) => {
      const folder = await writeFolder(files);
      await importRoster(on.at.db, folder, { now: () => new Date(on.clock) });
      await rm(folder, { recursive: true });
      on.clock += 2000;
    };
    await bring(smallBundle());
    await admin("duty zhouli security");
    const holder = async () => {
      const { id } = await on.at.db
        .selectFrom("user")
        .select("id")
        .where("account", "=", "zhouli")
        .executeTakeFirstOrThrow();
      return (await heldOf(on.at.db, [id], separationOf(on.at.app)))[0];
    };
    expect((await holder())?.suspended).toEqual([]);
    const principal = "r4,,,t,primary,teacher,,,b,\nr5,,,t,secondary,principal,,,a,";
    await bring(bundleWith(["roles.csv", "r4,,,t,primary,teacher,,,b,", principal]));
    const now = await holder();
    expect(now?.suspended.map(({ bundle }) => bundle)).toEqual(["学校管理员", "安全管理员"]);
    // a head-teacher's class stays
    expect(now?.held[0]?.source).toBe("head-teacher");
    await bring(smallBundle());
    expect((await holder())?.suspended).toEqual([]);
    await admin("duty zhouli none");
  });
});

describe("changes of people", () => {
  test("system takes a school's administrator away, but gives nobody such an identity", async () => {
    const of = { school_id: "b", identity: "manager", user_ids: ["manager-b"] } satisfies Members;
    const taken = await on.change("sys", { kind: "membership-state", ...of, is_abled: false });
    expect(taken.state).toBe("applied");
    const back = await on.plan("sys", { kind: "membership-state", ...of, is_abled: true });
    expect(back.msg).toContain("三员分立时，身份“学校管理员”不在这里给出");
    // an undo would give it as well
    expect((await on.undo("sys", taken.id)).msg).toContain("三员分立时");
    const add = { kind: "membership-add", school_id: "a", identity: "manager" } as const;
    expect((await on.plan("sys", { ...add, user_ids: ["sec"] })).code).toBe(40005);
    expect((await on.plan("manager", { ...add, user_ids: ["sec"] })).code).toBe(40005);
  });

  test("an undo of what was done before the switch brings no second duty", async () => {
    suspendMixedDuties(false);
    await on.add("back", ["a", "teacher"], ["b", "manager"]);
    const of = { school_id: "b", identity: "manager", user_ids: ["back"] } satisfies Members;
    const set = await on.change("platform", { kind: "membership-state", ...of, is_abled: false });
    suspendMixedDuties(true);
    expect((await give("sec", { user_id: "back", bundle_id: "audit", place: AT_D })).code).toBe(
      200,
    );
    for (const by of ["platform", "sys", "sec", "manager"])
      expect((await on.undo(by, set.id)).code, by).not.toBe(200);
    // even where the switch is off for a while, what comes of it is not in force afterwards
    suspendMixedDuties(false);
    expect((await on.undo("platform", set.id)).code).toBe(200);
    suspendMixedDuties(true);
    const [holder] = await heldOf(on.at.db, ["back"], separationOf(on.at.app));
    expect(holder?.held).toEqual([]);
    expect(holder?.suspended).toHaveLength(2);
    await admin("duty back none");
  });

  test("a merge of two accounts joins no two duties", async () => {
    const merge = { kind: "person-merge", from_user_id: "twin", into_user_id: "aud" } as const;
    // who has a duty is above whoever merges
    expect((await on.plan("sys", merge)).msg).toContain("“aud”的管理权限超出您的");
    expect((await on.plan("sec", merge)).code).toBe(40005);
    const other = { ...merge, into_user_id: "free" };
    expect((await on.plan("sys", other)).msg).toContain("三员分立时");
    suspendMixedDuties(false);
    expect((await on.change("platform", merge)).state).toBe("applied");
    suspendMixedDuties(true);
    const [holder] = await heldOf(on.at.db, ["aud"], separationOf(on.at.app));
    expect(holder?.held).toEqual([]);
    expect((await duties("sec")).conflicts.map(({ id }) => id)).toEqual(["aud"]);
    // the identity goes, the duty stays
    await admin("disable --account aud --school b");
    expect(await rightsOf("aud")).toContain("audit.read");
  });

  test("a group gives nothing", async () => {
    const rule = {
      ...{ identities: ["teacher"], grade_ids: [], class_ids: [], subject_ids: [] },
      part: "everybody",
    };
    const input = { school_id: "a", name: "教师", description: "", rule };
    const before = await rightsOf("aud");
    const saved = await send(on.at.app, saveGroup, input, await on.as("sys"));
    expect(saved.body.code).toBe(200);
    on.clock += 2000;
    expect(await rightsOf("aud")).toEqual(before);
    expect(await rightsOf("free")).toEqual([]);
  });

  test("a head-teacher is set by who runs the school, also oneself", async () => {
    const heading = (user_id: string): Change => ({
      ...{ kind: "class-teach", school_id: "a", class_id: "32" },
      teachers: [{ user_id, subject_id: "", is_head: true }],
    });
    expect((await on.plan("manager", heading("manager"))).code).toBe(200);
    expect((await on.change("manager", heading("sec"))).state).toBe("applied");
    on.clock += 2000;
    expect(await own("sec")).toMatchObject({ conflict: [] });
    expect(await rightsOf("sec")).toContain("people.secret");
  });
});

describe("who has which duty is told", () => {
  test("on the platform and in districts, or at one school, in the own places only", async () => {
    const named = async (by: string, school_id?: string) =>
      (await duties(by, school_id)).duties.map(({ duty, holders }) => [
        duty,
        holders.map(({ id }) => id),
      ]);
    expect(await named("sec")).toEqual([
      ["system", ["sys"]],
      ["security", ["sec"]],
      ["audit", ["aud"]],
    ]);
    await give("sec", { user_id: "free", bundle_id: "audit", place: AT_A });
    const at_a = [
      ["system", ["manager", "manager2"]],
      ["security", []],
      ["audit", ["free"]],
    ];
    expect(await named("manager", "a")).toEqual(at_a);
    expect(await named("manager")).toEqual([
      ["system", []],
      ["security", []],
      ["audit", []],
    ]);
    const beside = await send(on.at.app, readDuties, { school_id: "b" }, await on.as("manager"));
    expect(beside.body.code).toBe(40400);
  });
});
