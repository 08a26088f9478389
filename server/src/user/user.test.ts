import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editUser, readUserDetail, saveSetting, USER_FIELDS, type Identity } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { fillSchools } from "./user.fixture.ts";

let at: TestApp;
let id: Record<string, string>;
const headersOf: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp();
  id = await fillSchools(at.db);
  for (const account of ["lin", "child", "liang", "off", "nobody"]) {
    headersOf[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(() => at.close());

const detail = async (account: string, input: Record<string, string> = {}, identity?: Identity) => {
  const headers = { ...headersOf[account], ...(identity !== undefined && { identity }) };
  return (await send(at.app, readUserDetail, input, { headers })).body;
};
const C32 = { id: "c32", name: "三年级（2）班", grade_id: "3", stage_id: "primary" };
const C41 = { id: "c41", name: "四年级（1）班", grade_id: "4", stage_id: "primary" };
const school = (name: string, identity: Identity, is_abled = true) =>
  expect.objectContaining({ name, identity, is_abled });

describe("user/detail (ID-01)", () => {
  test("of many at one time each gets what they get alone", async () => {
    const school = id["primary"] ?? "";
    const classOf = { mate1: "c41", mate2: "c32", mate3: undefined };
    const people = [id["lin"], id["child"]];
    for (const [account, class_id] of Object.entries(classOf)) {
      const memberships = [{ school, identity: "student" as const }];
      const user_id = await makePerson(at.db, { account, memberships });
      people.push(user_id);
      headersOf[account] = (await signIn(at.app, account)).headers;
      if (class_id === undefined) continue;
      const seat = { school_id: school, class_id, user_id, source: null };
      await at.db.insertInto("class_student").values(seat).execute();
    }
    const asked = [
      ...["lin", "child", "mate1", "mate2", "mate3", "liang", "nobody"].map(
        (one) => [one] as const,
      ),
      ["lin", { fields: "app_ids,children,schools" }],
      ["lin", {}, "manager"],
      ["lin", {}, "parent"],
      ["lin", { identity: "all" }],
    ] as const;
    const get = ([account, input, identity]: (typeof asked)[number]) =>
      detail(account, { ...input }, identity);
    const alone = [];
    for (const one of asked) alone.push(await get(one));
    expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBe(asked.length);
    // answers that are remembered for a second are not asked for again
    for (const one of people) at.app.sessions.forget(one ?? "");
    expect(await Promise.all([...asked, ...asked].map(get))).toEqual([...alone, ...alone]);
  });

  test("is the person under the current identity", async () => {
    const { data } = await detail("lin");
    expect(data).toEqual({
      id: id["lin"],
      name: "林岚",
      avatar: null,
      mobile: "138****0000",
      email: "l***@example.cn",
      gender: "female",
      account: "lin",
      roles: ["teacher", "head-teacher"],
      identity: "teacher",
      identities: ["teacher", "manager", "parent"].map((type) => ({
        id: `${id["lin"]}:${type}`,
        type,
      })),
      setting: {
        theme: "color",
        view: "icon",
        appearance: "system",
        text_size: "standard",
        eye_protection: { mode: true, interval: 30 },
      },
      app_ids: [],
      school: {
        id: id["primary"],
        name: "启明小学",
        logo: null,
        is_abled: true,
        identity: "teacher",
      },
      schools: [
        school("启明小学", "teacher"),
        school("启明中学", "teacher"),
        school("旧城小学", "teacher", false),
      ],
      classes: [C32, C41],
      subjects: [{ id: "chinese", name: "语文" }],
      charge_classes: [C32],
      admission_time: null,
    });
  });

  test("under another identity, named by the header or the input", async () => {
    const byHeader = await detail("lin", {}, "manager");
    const byInput = await detail("lin", { identity: "manager" });
    expect(byInput.data).toEqual(byHeader.data);
    expect(byHeader.data).toMatchObject({
      identity: "manager",
      roles: ["manager", "head-teacher"],
      classes: [],
      subjects: [],
      charge_classes: [C32],
      schools: [school("启明小学", "manager")],
    });
    const asParent = await detail("lin", {}, "parent");
    expect(asParent.data).toMatchObject({ roles: ["parent"], charge_classes: [], classes: [] });
  });

  test("the input's identity must be held too", async () => {
    expect(await detail("lin", { identity: "student" })).toMatchObject({ code: 40005 });
    expect(await detail("lin", { identity: "king" })).toMatchObject({ code: 40001 });
  });

  test("identity=all lists every membership, and stays under the current identity", async () => {
    const { data } = await detail("lin", { identity: "all" });
    expect(data.identity).toBe("teacher");
    expect(data.schools).toEqual([
      school("启明小学", "teacher"),
      school("启明中学", "teacher"),
      school("旧城小学", "teacher", false),
      school("启明小学", "manager"),
      school("启明小学", "parent"),
    ]);
  });

  test("a pupil sees the own class, and parents on request with a masked mobile", async () => {
    const { data } = await detail("child");
    expect(data).toMatchObject({ classes: [C32], subjects: [], admission_time: "2024-09-01" });
    expect(data.parents).toBeUndefined();
    const asked = await detail("child", { fields: "parents" });
    expect(asked.data).toEqual({
      parents: [{ id: id["lin"], name: "林岚", relation: "母亲", mobile: "138****0000" }],
    });
  });

  test("fields limit the answer, and bring what is given on request", async () => {
    const { data } = await detail("lin", { fields: "name,children,teaching_info,nonsense" });
    expect(data).toEqual({
      name: "林岚",
      children: [
        {
          id: id["child"],
          name: "林小满",
          avatar: null,
          school: { id: id["primary"], name: "启明小学" },
          classes: [C32],
        },
      ],
      teaching_info: [
        { class_id: "c32", class_name: C32.name, subject_id: "chinese", subject_name: "语文" },
        { class_id: "c41", class_name: C41.name, subject_id: "chinese", subject_name: "语文" },
      ],
    });
    const every = await detail("lin", { fields: USER_FIELDS.join(",") });
    expect(Object.keys(every.data).toSorted()).toEqual(USER_FIELDS.toSorted());
  });

  test("a contact is whole only where fields name it", async () => {
    const { data } = await detail("lin", { fields: "mobile,email" });
    expect(data).toEqual({ mobile: "13812340000", email: "linlan@example.cn" });
  });

  test("a person whose first school is disabled starts there (ID-03 moves on)", async () => {
    const { data } = await detail("liang", { identity: "all" });
    expect(data).toMatchObject({
      identity: "teacher",
      school: school("旧城小学", "teacher", false),
    });
    expect(data.schools).toEqual([
      school("旧城小学", "teacher", false),
      school("启明小学", "parent"),
    ]);
  });

  test("a disabled membership of an enabled school counts as disabled", async () => {
    const { data } = await detail("off");
    expect(data.school).toEqual(school("启明小学", "teacher", false));
  });

  test("a person without a membership has neither identity nor school", async () => {
    const { data } = await detail("nobody", { identity: "all" });
    const none = { identity: null, school: null, schools: [], identities: [], roles: [] };
    expect(data).toMatchObject({ ...none, classes: [], charge_classes: [], app_ids: [] });
  });
});

describe("user/edit", () => {
  const edit = async (account: string, input: Record<string, unknown>, form = false) =>
    (await send(at.app, editUser, input, { headers: headersOf[account] ?? {}, form })).body;

  test.each([false, true])("changes name and gender; as a form: %s", async (form) => {
    const { data } = await edit("nobody", { name: "  吴归书 ", gender: "male" }, form);
    expect(data).toMatchObject({ name: "吴归书", gender: "male" });
    expect((await detail("nobody")).data).toEqual(data);
    const written = await at.db
      .selectFrom("row_origin")
      .select(["field", "how"])
      .where("row_key", "=", String(data.id))
      .orderBy("field")
      .execute();
    expect(written).toEqual([
      { field: "gender", how: "self" },
      { field: "name", how: "self" },
    ]);
  });

  test.each([{ name: "  " }, { name: "" }, { name: "x".repeat(51) }, { gender: "other" }])(
    "%j is refused",
    async (input) => {
      expect((await edit("nobody", input)).code).toBe(40001);
    },
  );

  test.each([{ account: "root" }, { password_hash: "x" }, { mobile: "1" }, { is_abled: "true" }])(
    "%j is not for people to change",
    async (input) => {
      expect((await edit("nobody", input)).code).toBe(40001);
    },
  );

  test("switches the identity, for good (ID-02)", async () => {
    const { data } = await edit("lin", { identity: "parent" });
    expect(data).toMatchObject({ identity: "parent", school: school("启明小学", "parent") });
    expect((await detail("lin")).data.identity).toBe("parent");
    const { answer, headers } = await signIn(at.app, "lin");
    headersOf["lin"] = headers;
    expect(answer.auth_data.identity).toBe("parent");
    await edit("lin", { identity: "teacher" });
  });

  test("switches the school under one identity (ID-08)", async () => {
    const { data } = await edit("lin", { school_id: id["junior"] });
    expect(data).toMatchObject({
      identity: "teacher",
      school: school("启明中学", "teacher"),
      roles: ["teacher"],
      charge_classes: [],
      subjects: [{ id: "maths", name: "数学" }],
    });
    // the other identity has no membership there, and keeps its own school
    expect((await detail("lin", {}, "manager")).data.school).toEqual(school("启明小学", "manager"));
    await edit("lin", { school_id: id["primary"] });
  });

  test.each([
    ["an identity not held", "lin", () => ({ identity: "student" }), 40005],
    ["an identity held only where it is disabled", "liang", () => ({ identity: "teacher" }), 40005],
    ["a disabled school", "lin", () => ({ school_id: id["closed"] }), 40005],
    ["a school of others", "child", () => ({ school_id: id["junior"] }), 40400],
    ["a school that does not exist", "child", () => ({ school_id: "nowhere" }), 40400],
    ["an identity, having none", "nobody", () => ({ identity: "teacher" }), 40005],
  ])("refuses %s", async (_name, account, input, code) => {
    const before = await detail(account);
    expect((await edit(account, input())).code).toBe(code);
    expect((await detail(account)).data).toEqual(before.data);
  });

  test("a membership disabled a moment ago is not switched to", async () => {
    await makePerson(at.db, {
      account: "late",
      memberships: [
        { school: id["primary"] ?? "", identity: "teacher" },
        { school: id["primary"] ?? "", identity: "parent" },
      ],
    });
    headersOf["late"] = (await signIn(at.app, "late")).headers;
    const { data } = await detail("late");
    await at.db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", data.id ?? "")
      .where("identity", "=", "parent")
      .execute();
    expect((await edit("late", { identity: "parent" })).code).toBe(40005);
  });
});

describe("user/setting (AP-03, EY-03)", () => {
  const save = (input: Record<string, unknown>, form = false) =>
    send(at.app, saveSetting, input, { headers: headersOf["nobody"] ?? {}, form });

  test("keeps what is given and answers all of it", async () => {
    const eye = { mode: true, interval: 30 };
    const theme = await save({ theme: "monochrome", view: "list" }, true);
    const looks = { appearance: "system", text_size: "standard" };
    expect(theme.body.data).toEqual({
      theme: "monochrome",
      view: "icon",
      ...looks,
      eye_protection: eye,
    });
    const dark = await save({ appearance: "dark" });
    expect(dark.body.data).toMatchObject({ ...looks, appearance: "dark" });
    const large = await save({ text_size: "large" });
    expect(large.body.data).toMatchObject({ appearance: "dark", text_size: "large" });
    const interval = await save({ eye_protection: { interval: 45 } });
    expect(interval.body.data).toMatchObject({ eye_protection: { mode: true, interval: 45 } });
    const mode = await save({ eye_protection: { mode: false } });
    expect(mode.body.data).toMatchObject({ eye_protection: { mode: false, interval: 45 } });
    expect((await save({})).body.data).toEqual(mode.body.data);
    expect((await detail("nobody")).data.setting).toEqual(mode.body.data);
  });

  test.each([
    { theme: "pink" },
    { appearance: "dim" },
    { text_size: "140%" },
    { eye_protection: { interval: 4 } },
    { eye_protection: 1 },
    { x: 1 },
  ])("%j is refused", async (input) => {
    expect((await save(input)).body.code).toBe(40001);
  });
});
