import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  endGrant,
  endPersonSessions,
  giveGrant,
  markNoticesSeen,
  NOTICE_DAYS,
  readKeptData,
  readNotices,
  readWaiting,
  resetPasswords,
  resetPersonFactors,
} from "#contract";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { endExpired } from "../change-set/expire.ts";
import { acrossSchools } from "../database/scope.ts";
import { resetFactor } from "../admin/access.ts";
import { sweepOld } from "../privacy/retention.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const DAY = 86_400_000;
const password = TEST_PASSWORD;

/** Signs a person in again and returns the notices: the act has ended the earlier sessions. */
async function toldTo(account: string) {
  const { headers } = await signIn(on.at.app, account);
  const { body } = await send(on.at.app, readNotices, {}, { headers });
  return { headers, notices: body.data.notices, texts: body.data.notices.map(({ text }) => text) };
}

describe("people are told what was done to their accounts (AD-12)", () => {
  test("second factors taken away and sign-ins ended, by whom of the own school", async () => {
    const input = { user_id: "teacher", password };
    await send(on.at.app, resetPersonFactors, input, await on.as("manager"));
    on.clock += 1000;
    await send(on.at.app, endPersonSessions, input, await on.as("district"));
    const { texts } = await toldTo("teacher");
    expect(texts).toEqual([
      "东区的管理员结束了您在所有设备上的登录。",
      "启明小学的manager取消了您的两步验证，之前的登录已经全部结束。需要时请重新设置。",
    ]);
  });

  test("a pupil is addressed as a child; who did it to themselves is not told", async () => {
    await send(on.at.app, resetPasswords, { user_ids: ["pupil11"], password }, await on.as("head"));
    await on.at.db
      .updateTable("user")
      .set({ must_change_password: false, temporary_until: null })
      .where("id", "=", "pupil11")
      .execute();
    const { password_hash } = await on.at.db
      .selectFrom("user")
      .select("password_hash")
      .where("id", "=", "pupil12")
      .executeTakeFirstOrThrow();
    await on.at.db.updateTable("user").set({ password_hash }).where("id", "=", "pupil11").execute();
    const { texts } = await toldTo("pupil11");
    expect(texts).toEqual(["启明小学的head为你的账号设了临时密码，之前的登录已经全部结束。"]);
    expect((await toldTo("head")).texts).toEqual([]);
  });

  test("a lock, its end, an identity that begins and ends, with undo and with its day", async () => {
    const identity = { school_id: "a", identity: "manager" } as const;
    const who = { ...identity, user_ids: ["both"] };
    const until = "2026-12-01";
    const made = await on.change("district", { kind: "membership-add", ...who, until });
    on.clock += 1000;
    await on.undo("district", made.id);
    on.clock += 1000;
    const lock = { user_ids: ["both"], reason: "离职", is_abled: false, until: "2026-11-24" };
    await on.change("district", { kind: "account-state", ...lock });
    on.clock += 2 * DAY;
    await acrossSchools("job", () => endExpired(on.at.app));
    expect((await toldTo("both")).texts).toEqual([
      "您的账号已经到期解锁。",
      "东区的管理员锁定了您的账号，到2026年11月24日为止。",
      "东区的管理员停用了您在启明小学的学校管理员身份。",
      "东区的管理员启用了您在启明小学的学校管理员身份，到2026年12月1日为止。",
    ]);
  });

  test("rights given and taken", async () => {
    const place = { kind: "school", school_id: "a", part_id: "" } as const;
    const asked = { user_id: "teacher", bundle_id: "academic", place, password };
    const { body } = await send(on.at.app, giveGrant, asked, await on.as("manager2"));
    on.clock += 1000;
    const { grant_id } = body.data;
    await send(on.at.app, endGrant, { grant_id: grant_id ?? "", password }, await on.as("manager"));
    expect((await toldTo("teacher")).texts.slice(0, 2)).toEqual([
      "启明小学的manager收回了您启明小学“教务”的权限。",
      "启明小学的manager2授予您启明小学“教务”的权限。",
    ]);
  });

  test("a guardian, bound and ended, with undo; the child and the other account of a merge are not told (AD-08)", async () => {
    await makePerson(on.at.db, {
      ...{ id: "mother", account: "mother", name: "母亲" },
      memberships: [{ school: "a", identity: "parent" }],
    });
    const pair = { child_id: "pupil14", user_id: "mother" };
    await on.change("manager", { kind: "guardian-bind", ...pair, relation: "母亲" });
    expect((await toldTo("mother")).texts).toEqual([
      "启明小学的manager登记您为pupil14的母亲。如果有误，请联系学校。",
    ]);
    on.clock += 1000;
    const ended = { child_id: "pupil14", user_ids: ["mother"] };
    const set = await on.change("manager", { kind: "guardian-end", ...ended });
    const [last] = (await toldTo("mother")).texts;
    expect(last).toBe(
      "启明小学的manager解除了您与孩子的关系，您不再能看到孩子的信息。有疑问请联系学校。",
    );
    on.clock += 1000;
    await on.undo("manager", set.id);
    expect((await toldTo("mother")).texts[0]).toMatch(/登记您为pupil14的母亲/);
    on.clock += 1000;
    const merge = { from_user_id: "pupil14", into_user_id: "pupil15" };
    await on.change("manager", { kind: "person-merge", ...merge });
    expect((await toldTo("mother")).texts).toHaveLength(3);
    expect((await toldTo("pupil15")).texts).toEqual([]);
  });

  test("who was made by a change is told nothing, and an undo takes the person back", async () => {
    const person = { name: "新老师", account: "fresh" };
    const at = { school_id: "a", identity: "teacher" } as const;
    const set = await on.change("manager", { kind: "person-make", ...person, ...at } as never);
    await on.undo("manager", set.id);
    const rows = await on.at.db
      .selectFrom("person_notice as n")
      .innerJoin("user as u", "u.id", "n.user_id")
      .select("n.id")
      .where("u.account", "=", "fresh")
      .execute();
    expect(rows).toEqual([]);
  });

  test("an operator's command tells as well", async () => {
    await acrossSchools("command", () => resetFactor(on.at.db, "manager-b", new Date(on.clock)));
    const { texts } = await toldTo("manager-b");
    expect(texts[0]).toMatch(/^平台的运维人员取消了您的两步验证/);
  });

  test("somebody of another school is named by no name", async () => {
    await makePerson(on.at.db, {
      ...{ id: "foreign", account: "foreign", name: "外人" },
      memberships: [{ school: "e", identity: "inner_admin" }],
    });
    const input = { user_id: "manager2", password };
    const { headers } = await signIn(on.at.app, "foreign");
    await send(on.at.app, endPersonSessions, input, { headers });
    const { texts } = await toldTo("manager2");
    expect(texts[0]).toBe("平台管理员结束了您在所有设备上的登录。");
  });
});

describe("notices", () => {
  test("home shows the newest that were not seen; one mark holds on every device, and only for one's own", async () => {
    const { headers, notices } = await toldTo("teacher");
    const waiting = async () =>
      (await send(on.at.app, readWaiting, {}, { headers })).body.data.notices;
    expect((await waiting()).map(({ id }) => id)).toEqual(notices.slice(0, 3).map(({ id }) => id));
    const ids = notices.map(({ id }) => id);
    await send(on.at.app, markNoticesSeen, { ids }, await on.as("manager"));
    expect(await waiting()).toHaveLength(3);
    await send(on.at.app, markNoticesSeen, { ids: [...ids, "nothing"] }, { headers });
    expect(await waiting()).toEqual([]);
    const none = await send(on.at.app, markNoticesSeen, { ids: [] }, { headers });
    expect(none.body.code).toBe(40001);
    const again = (await toldTo("teacher")).notices;
    expect(again.every(({ seen_at }) => seen_at !== null)).toBe(true);
  });

  test("they are among what the platform says that it keeps", async () => {
    const { headers } = await signIn(on.at.app, "teacher");
    const { body } = await send(on.at.app, readKeptData, {}, { headers });
    const names = body.data.kinds.flatMap(({ parts }) => parts.map(({ name }) => name));
    expect(names).toContain("账号通知");
  });

  test("they are kept for a time", async () => {
    await sweepOld(on.at.db, new Date(on.clock + NOTICE_DAYS * DAY - 10 * DAY));
    expect((await toldTo("teacher")).notices.length).toBeGreaterThan(0);
    await sweepOld(on.at.db, new Date(on.clock + (NOTICE_DAYS + 1) * DAY));
    expect((await toldTo("teacher")).notices).toEqual([]);
  });
});
