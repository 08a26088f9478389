import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chinaDay,
  answerRosterDraft,
  type AnswerOf,
  type InputOf,
  markRoster,
  readRoster,
  readRosterAccounts,
  readRosterDraft,
  readRosterTemplate,
  resetPasswords,
} from "#contract";
import { tablesWith } from "../../test/canary.ts";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { planChange, applyChange, discardChange } from "#contract";
import { MAX_PER_PERSON } from "../http/large-bodies.ts";

const ID_CARD = "110105201609010027";
const BLOOD = "金丝雀血型";

let at: TestApp;
const headers: Record<string, Record<string, string>> = {};
const log: string[] = [];
beforeAll(async () => {
  at = await buildTestApp({
    config: { logLevel: "trace" },
    log: { write: (line) => void log.push(line) },
  });
  const { db } = at;
  await makeSchool(db, { id: "a", name: "启明小学", stage_ids: ["primary"] });
  await makeSchool(db, { id: "b", stage_ids: ["primary"] });
  for (const [id, school, identity] of [
    ["manager", "a", "manager"],
    ["manager-b", "b", "manager"],
    ["xiaoman", "a", "student"],
    ["wangan", "a", "student"],
    ["elsewhere", "b", "student"],
  ] as const) {
    await makePerson(db, { id, account: id, memberships: [{ school, identity }] });
  }
  for (const [id, name] of [
    ["xiaoman", "林小满"],
    ["wangan", "王安"],
    ["elsewhere", "王安"],
  ] as const) {
    await db.updateTable("user").set({ name }).where("id", "=", id).execute();
  }
  await makeClass(db, "a", { id: "31", grade_id: "3", students: ["xiaoman", "wangan"] });
  await db.updateTable("class").set({ name: "三年级（1）班" }).execute();
  for (const account of ["manager", "manager-b"]) {
    headers[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(() => at.close());

const asked = (by: string) => ({ headers: headers[by] ?? {} });

type Read = AnswerOf<typeof readRoster>;

async function read(text: string, more: Partial<InputOf<typeof readRoster>> = {}, by = "manager") {
  const input = {
    ...({ school_id: "a", kind: "student", name: "三年级.csv" } as const),
    ...{ file: Buffer.from(text).toString("base64"), mapping: [], corrections: [], ...more },
  };
  const { body } = await send(at.app, readRoster, input, asked(by));
  return body as { code: number; msg: string; data: Read };
}

const FILE = `姓名,性别,出生日期,身份证号,班级,年级,血型,家校号
林小满,女,2016-09-01,${ID_CARD},1班,三年级,${BLOOD},
王安,男,2016.9.31,,2班,三年级,,
新同学,男,2016年9月3日,,2班,三年级,,13900000009
`;

describe("a dropped roster", () => {
  test("is one of few of its sender that are read at once; another's is read beside them", async () => {
    const text = "姓名\n";
    const own = await Promise.all([1, 2, 3, 4].map(() => read(text)));
    expect(own.filter(({ code }) => code === 42900)).toHaveLength(4 - MAX_PER_PERSON);
    const [first, other] = await Promise.all([
      read(text),
      read(text, { school_id: "b" }, "manager-b"),
    ]);
    for (const { code } of [first, other]) expect(code).not.toBe(42900);
    // what is refused unread gives its place up as well
    for (let turn = 0; turn <= MAX_PER_PERSON; turn += 1) {
      expect((await read(text, { school_id: "" })).code).toBe(40001);
    }
  });

  test("is read without being kept; a fault has its cell; corrected, it is a draft; what was answered is not asked again", async () => {
    const wrong = await read(FILE);
    expect(wrong.code).toBe(200);
    expect(wrong.data).toMatchObject({ draft_id: null, fault_count: 1 });
    expect(wrong.data.faults.filter(({ is_warning }) => !is_warning)).toMatchObject([
      { row: 3, column: "C", field: "birth_date" },
    ]);
    expect(wrong.data.dropped.map(({ head }) => head)).toContain("血型");
    expect(await at.db.selectFrom("roster_draft").selectAll().execute()).toEqual([]);

    const mapping = [
      { sheet: "三年级.csv", columns: [{ index: 7, meaning: { field: "mobile" } as const }] },
    ];
    const sheet = wrong.data.sheets[0]?.name ?? "";
    const corrections = [{ sheet, row: 3, index: 2, value: "" }];
    const right = await read(FILE, {
      corrections,
      mapping: mapping.map((one) => ({ ...one, sheet })),
    });
    expect(right.data).toMatchObject({ fault_count: 0, people: 3 });
    const draft_id = right.data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    const { asks, found, made, is_ready } = body.data;
    expect({ found, made, is_ready }).toEqual({ found: 1, made: 1, is_ready: false });
    // the one of the other school is as absent
    expect(
      asks.map(({ name, candidates, proposal }: (typeof asks)[number]) => [
        name,
        candidates.map(({ user_id }) => user_id),
        proposal,
      ]),
    ).toEqual([["王安", ["wangan"], "wangan"]]);
    const people = asks.map(({ seq }: (typeof asks)[number]) => ({ seq, user_id: "wangan" }));
    const nobody = { draft_id, people: people.map((one) => ({ ...one, user_id: "elsewhere" })) };
    expect((await send(at.app, answerRosterDraft, nobody, asked("manager"))).body.code).toBe(40400);
    const answered = await send(at.app, answerRosterDraft, { draft_id, people }, asked("manager"));
    expect(answered.body.data).toMatchObject({ found: 2, asks: [], is_ready: true });

    // the next file: its columns and people are known
    const again = await read(FILE, { corrections });
    expect(again.data.sheets[0]?.columns[7]).toMatchObject({ why: "remembered" });
    const next = await send(
      at.app,
      readRosterDraft,
      { draft_id: again.data.draft_id ?? "" },
      asked("manager"),
    );
    expect(next.body.data).toMatchObject({ is_ready: true, asks: [] });

    const change = { kind: "roster-import", school_id: "a", draft_id, ends: "nobody" } as const;
    const source = { ...next.body.data.source };
    const planned = await send(at.app, planChange, { change, source }, asked("manager"));
    expect(planned.body.data.sentence).toContain("加入 1 位学生");
    const { id } = planned.body.data;
    expect((await send(at.app, applyChange, { change_id: id }, asked("manager"))).body.code).toBe(
      200,
    );
    await at.app.jobs.runDue();
    const accounts = await send(at.app, readRosterAccounts, { change_id: id }, asked("manager"));
    expect(accounts.body.data).toMatchObject({ made: 1, waiting: [{ name: "新同学" }] });
    const foreign = await send(at.app, readRosterAccounts, { change_id: id }, asked("manager-b"));
    expect(foreign.body.code).toBe(40400);
  });

  test("the accounts that wait for a password come in the order of a sheet, whatever that of the file is", async () => {
    const lines = [
      "钱一,女,2015-09-01,五年级,2班,钱父,13900000021",
      "孙二,男,2015-09-02,五年级,1班,孙父,13900000022",
      "李三,男,2015-09-03,五年级,2班,李父,13900000023",
      "周四,女,2015-09-04,五年级,1班,周父,13900000024",
    ];
    const heads = "姓名,性别,出生日期,年级,班级,父亲姓名,父亲电话";
    const { data } = await read([heads, ...lines, ""].join("\n"), { name: "五年级.csv" });
    const draft_id = data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    const change = { kind: "roster-import", school_id: "a", draft_id, ends: "nobody" } as const;
    const { source } = body.data;
    const planned = await send(at.app, planChange, { change, source }, asked("manager"));
    const change_id = planned.body.data.id;
    await send(at.app, applyChange, { change_id }, asked("manager"));
    await at.app.jobs.runDue();
    const accounts = await send(at.app, readRosterAccounts, { change_id }, asked("manager"));
    const { waiting } = accounts.body.data;
    expect(waiting.slice(0, 4).map(({ name }: { name: string }) => name)).toEqual([
      "孙二",
      "周四",
      "李三",
      "钱一",
    ]);
    // sheets that are made of a part each, put together, are one sheet
    const user_ids = waiting.map(({ id }: { id: string }) => id);
    const proof = { user_ids: user_ids.toReversed(), password: TEST_PASSWORD };
    const sheet = await send(at.app, resetPasswords, proof, asked("manager"));
    expect(sheet.body.data.rows.map(({ id }: { id: string }) => id)).toEqual(user_ids);
    // who went to another school is there, and nobody here learns whether they have a password
    const [gone = "", ...others] = user_ids;
    await at.db
      .updateTable("user")
      .set({ password_hash: null })
      .where("id", "in", user_ids)
      .execute();
    await at.db
      .updateTable("membership")
      .set({ school_id: "b" })
      .where("user_id", "=", gone)
      .execute();
    const left = (await send(at.app, readRosterAccounts, { change_id }, asked("manager"))).body
      .data;
    expect(left.waiting.map(({ id }: { id: string }) => id).toSorted()).toEqual(others.toSorted());
    expect(left.made).toBe(others.length);
  });

  test("a teacher's mobile number that another teacher of the school has is told, and not refused", async () => {
    const mobile = "13900000031";
    await makePerson(at.db, {
      ...{ id: "zhaolei", account: "zhaolei" },
      memberships: [{ school: "a", identity: "teacher" }],
    });
    const zhaolei = { name: "赵雷", mobile };
    await at.db.updateTable("user").set(zhaolei).where("id", "=", "zhaolei").execute();
    const text = `姓名,手机号\n赵雷,${mobile}\n钱进,13900000032\n`;
    const own = await read(text, { kind: "teacher", name: "教师.csv" });
    expect(own.data).toMatchObject({ faults: [], warning_count: 0 });
    const other = await read(`姓名,手机号\n钱进,${mobile}\n`, {
      kind: "teacher",
      name: "教师.csv",
    });
    expect(other.data).toMatchObject({ fault_count: 0, warning_count: 1 });
    expect(other.data.draft_id).not.toBeNull();
    expect(other.data.faults).toMatchObject([
      {
        ...{ row: 2, column: "B", name: "钱进", is_warning: true },
        message: "手机号与学校里的“赵雷”（zhaolei）相同，用它登录时分不清是谁，请核对",
      },
    ]);
    // it is in the file that is saved with what was found, too
    const input = {
      ...({ school_id: "a", kind: "teacher", name: "教师.csv", mapping: [] } as const),
      file: Buffer.from(`姓名,手机号\n钱进,${mobile}\n`).toString("base64"),
    };
    const marked = (await send(at.app, markRoster, input, asked("manager"))).body.data.file;
    const sheet = unzipSync(Buffer.from(marked, "base64"));
    const texts = Object.values(sheet).map((part) => new TextDecoder().decode(part));
    expect(texts.filter((part) => part.includes("相同，用它登录时分不清是谁"))).toHaveLength(1);
    // of a guardian nothing is said
    const guardian = `姓名,班级,父亲姓名,父亲电话\n钱小进,三年级1班,钱父,${mobile}\n`;
    expect((await read(guardian)).data.warning_count).toBe(0);
  });

  test("a class that teachers name and the school does not have is asked about, and may be one that was typed wrong", async () => {
    await at.db.insertInto("subject").values({ id: "chinese", name: "语文" }).execute();
    const text = "姓名,任教班级,任教学科\n赵敏,三年级11班,语文\n孙立,三年级1班,语文\n";
    const { data } = await read(text, { kind: "teacher", name: "教师.csv" });
    const draft_id = data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    expect(body.data).toMatchObject({
      is_ready: false,
      classes: [
        {
          ...{ key: "3#11", is_open: true, answer: null, first: { row: 2, name: "赵敏" } },
          near: [{ class_id: "31", name: "三年级（1）班" }],
        },
      ],
    });
    const change = { kind: "roster-import", school_id: "a", draft_id, ends: "nobody" } as const;
    const { source } = body.data;
    const plan = async () =>
      (await send(at.app, planChange, { change, source }, asked("manager"))).body;
    expect((await plan()).code).toBe(40900);
    const answer = async (class_id: string | null) => {
      const input = { draft_id, classes: [{ key: "3#11", class_id }] };
      return (await send(at.app, answerRosterDraft, input, asked("manager"))).body.data;
    };

    // it is the one that is there, which keeps its name
    expect(await answer("31")).toMatchObject({ is_ready: true, classes: [] });
    const right = await plan();
    expect(right.data.sentence).toBe("将按名册更新“启明小学”：加入 2 位教师，安排任课 2 项");
    await send(at.app, discardChange, { change_id: right.data.id }, asked("manager"));
    // it is a new one, and the change says so by its name
    expect(await answer(null)).toMatchObject({ is_ready: true, classes: [{ is_open: false }] });
    expect((await plan()).data.sentence).toContain("新建 1 个班级（三年级（11）班）");
  });

  test("of a class's number alone the classes of every grade are offered, in the order of the grades", async () => {
    const grades = ["6", "2", "5", "1", "4"];
    for (const grade_id of grades) await makeClass(at.db, "a", { id: `g${grade_id}`, grade_id });
    for (const grade_id of grades) {
      const name = `${"一二三四五六"[Number(grade_id) - 1]}年级（1）班`;
      await at.db.updateTable("class").set({ name }).where("id", "=", `g${grade_id}`).execute();
    }
    const text = "姓名,任教班级,任教学科\n钱进,1班,语文\n";
    const { data } = await read(text, { kind: "teacher", name: "教师三.csv" });
    const draft_id = data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    // an import of before may have made one of these as well
    const offered = new Set(body.data.classes[0]?.near.map(({ name }) => name));
    expect([...offered]).toEqual([..."一二三四五六"].map((grade) => `${grade}年级（1）班`));
    const ids = grades.map((grade_id) => `g${grade_id}`);
    await at.db.deleteFrom("class").where("id", "in", ids).execute();
  });

  test("an answer that names a class which is archived since is asked for again", async () => {
    await makeClass(at.db, "a", { id: "39", grade_id: "3" });
    const text = "姓名,任教班级,任教学科\n钱进,三年级12班,语文\n";
    const { data } = await read(text, { kind: "teacher", name: "教师二.csv" });
    const draft_id = data.draft_id ?? "";
    const classes = [{ key: "3#12", class_id: "39" }];
    const answered = await send(at.app, answerRosterDraft, { draft_id, classes }, asked("manager"));
    expect(answered.body.data).toMatchObject({ is_ready: true, classes: [] });
    await at.db.updateTable("class").set({ is_abled: false }).where("id", "=", "39").execute();
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    expect(body.data).toMatchObject({
      is_ready: false,
      classes: [{ key: "3#12", is_open: true, answer: null }],
    });
  });

  test("a class's name that is longer than one typed by hand is a fault of its cell", async () => {
    const long = `${"长".repeat(250)}班`;
    const text = `姓名,任教班级,任教学科,担任班主任班级\n赵一,${long},语文,${long}\n`;
    const { data } = await read(text, { kind: "teacher" });
    expect(data.faults.map(({ column, message }) => [column, message])).toEqual([
      ["B", "班级的名称最多 50 个字，请改正"],
      ["D", "班级的名称最多 50 个字，请改正"],
    ]);
    expect(data.draft_id).toBeNull();
    const pupils = `姓名,年级,班级\n赵一,三年级,${long}\n`;
    expect((await read(pupils)).data.faults).toMatchObject([{ column: "C", is_warning: false }]);
  });

  test("a comma behind the last class that somebody heads names no class", async () => {
    const text = "姓名,任教班级,任教学科,担任班主任班级\n赵一,三年级1班,语文,三年级1班、\n";
    const { data } = await read(text, { kind: "teacher" });
    const draft_id = data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    expect(body.data).toMatchObject({ is_ready: true, classes: [] });
  });

  test("of more new classes than can be answered about at once, the next follow when these are answered", async () => {
    const lines = Array.from({ length: 501 }, (_one, index) => `赵一,特色${index}班,语文`);
    const text = `姓名,任教班级,任教学科\n${lines.join("\n")}\n`;
    const { data } = await read(text, { kind: "teacher" });
    const draft_id = data.draft_id ?? "";
    const first = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    const answer = async (classes: { key: string }[]) => {
      const said = classes.map(({ key }) => ({ key, class_id: "31" }));
      return send(at.app, answerRosterDraft, { draft_id, classes: said }, asked("manager"));
    };
    // the school's own grades are offered, and how many follow is said
    const grade_ids = ["1", "2", "3", "4", "5", "6"];
    expect(first.body.data).toMatchObject({ later: 1, grade_ids });
    const second = await answer(first.body.data.classes);
    expect(second.body.data.later).toBe(0);
    expect(second.body).toMatchObject({ code: 200, data: { is_ready: false } });
    expect(second.body.data.classes).toHaveLength(1);
    const last = await answer(second.body.data.classes);
    expect(last.body.data).toMatchObject({ is_ready: true, classes: [] });
  });

  test("two who answer about different classes at once are both heard", async () => {
    const lines = ["周一,女,2016-09-01,8班,三年级", "周二,男,2016-09-02,9班,三年级"];
    const text = ["姓名,性别,出生日期,班级,年级", ...lines, ""].join("\n");
    const { data } = await read(text, { name: "新班.csv" });
    const draft_id = data.draft_id ?? "";
    const { body } = await send(at.app, readRosterDraft, { draft_id }, asked("manager"));
    const keys = body.data.classes.map(({ key }) => key);
    expect(keys).toHaveLength(2);
    const class_id = "31";
    await Promise.all(
      keys.map((key) => {
        const classes = [{ key, class_id }];
        return send(at.app, answerRosterDraft, { draft_id, classes }, asked("manager"));
      }),
    );
    const { class_answers } = await at.db
      .selectFrom("roster_draft")
      .select("class_answers")
      .where("id", "=", draft_id)
      .executeTakeFirstOrThrow();
    expect(class_answers).toEqual(
      Object.fromEntries(keys.map((key) => [key, { class_id, grade_id: null }])),
    );
  });

  test("no identity-card number and no unneeded column is in any table or line of the log; the keyed hash is", async () => {
    const { id_hash } = await at.db
      .selectFrom("user")
      .select("id_hash")
      .where("id", "=", "xiaoman")
      .executeTakeFirstOrThrow();
    expect(id_hash).toMatch(/.{20}/);
    expect(await tablesWith(at.db, [ID_CARD, BLOOD])).toEqual([]);
    expect(log.length).toBeGreaterThan(5);
    expect(log.filter((line) => line.includes(ID_CARD) || line.includes(BLOOD))).toEqual([]);
    const encoded = Buffer.from(FILE).toString("base64").slice(80, 120);
    expect(log.filter((line) => line.includes(encoded))).toEqual([]);
  });

  test("the file comes back with its faults marked, and there are templates", async () => {
    const file = Buffer.from(FILE).toString("base64");
    const input = {
      school_id: "a",
      kind: "student",
      name: "三年级.csv",
      file,
      mapping: [],
    } as const;
    const marked = await send(at.app, markRoster, input, asked("manager"));
    expect(marked.body.data.name).toBe("三年级-问题.xlsx");
    // the sheet is called as the file is; a spreadsheet counts such a character as two
    const long = { ...input, name: `${"𠮷".repeat(40)}.csv` };
    expect((await send(at.app, markRoster, long, asked("manager"))).status).toBe(200);
    const again = await read("", { file: marked.body.data.file, name: "三年级-问题.xlsx" });
    expect(again.data).toMatchObject({ people: expect.any(Number), draft_id: null });
    for (const kind of ["student", "teacher"] as const) {
      const { body } = await send(at.app, readRosterTemplate, { kind }, asked("manager"));
      const template = await read("", { file: body.data.file, kind, name: body.data.name });
      // its heads are all known; its example is nobody
      expect(template.data).toMatchObject({ people: 0, draft_id: null, dropped: [] });
    }
  });

  test("grades are read by the school's stages and by the years that they take", async () => {
    const { db } = at;
    await makeSchool(db, { id: "five", stage_ids: ["junior"] });
    const memberships = [{ school: "five", identity: "manager" as const }];
    await makePerson(db, { id: "manager-five", account: "manager-five", memberships });
    headers["manager-five"] = (await signIn(at.app, "manager-five")).headers;
    const [year = 0, month = 0] = chinaDay(new Date()).split("-").map(Number);
    const second = (month >= 9 ? year : year - 1) - 1;
    const file = `姓名,年级,班级\n周小满,初一,1班\n吴小满,${second}级,1班\n`;
    const names = async () => {
      const { data } = await read(file, { school_id: "five", name: "初中.csv" }, "manager-five");
      const drafts = db.selectFrom("roster_draft_person").select("person").orderBy("seq");
      const rows = await drafts.where("draft_id", "=", data.draft_id ?? "").execute();
      return rows.map(({ person }) => [person.stage_id, person.class_name]);
    };
    expect(await names()).toEqual([
      ["junior", "七年级1班"],
      ["junior", "八年级1班"],
    ]);
    await makeClass(db, "five", { id: "61", grade_id: "6" });
    await db
      .updateTable("class")
      .set({ stage_id: "junior" })
      .where("school_id", "=", "five")
      .execute();
    expect(await names()).toEqual([
      ["junior", "六年级1班"],
      ["junior", "七年级1班"],
    ]);
  });

  test("another school is as absent; what is no roster is refused in one sentence", async () => {
    expect((await read(FILE, { school_id: "b" })).code).toBe(40400);
    expect((await read(FILE, {}, "manager-b")).code).toBe(40400);
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString(
      "base64",
    );
    const refused = await read("", { file: picture, name: "图.xlsx" });
    expect(refused.code).toBe(40001);
    expect(refused.msg).toMatch(/。$/);
    const headsOnly = await read("姓名,性别\n");
    expect(headsOnly.code === 200 ? headsOnly.data.draft_id : null).toBeNull();
  });
});
