import { afterAll, beforeAll, expect, test } from "vitest";
import { answerRosterDraft, type Change, readRoster, readRosterDraft } from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { type TestCell, workbookOf } from "../roster-file/workbook.fixture.ts";

/** The next workbook of a school whose classes and pupils are there already (RO-01, RO-05, CS-03). */

const HEADS = ["序号", "姓名", "性别", "出生日期", "年级", "班级"];
const FIRST = ["pupil10", "pupil11", "pupil12", "pupil13", "pupil14", "pupil15"];
/** Nine in the other class: fifteen pupils in all. */
const SECOND = [16, 17, 18, 19, 20, 21, 22, 23, 24].map((number) => `pupil${number}`);
let on: ChangeTestApp;

beforeAll(async () => {
  on = await ChangeTestApp.open();
  const { db } = on.at;
  for (const pupil of SECOND.slice(6)) {
    await on.add(pupil, ["a", "student"]);
    await db
      .insertInto("class_student")
      .values({ school_id: "a", class_id: "32", user_id: pupil, source: null })
      .execute();
  }
  for (const pupil of [...FIRST, ...SECOND]) {
    const values = { name: nameOf(pupil), birth_date: birthOf(pupil) };
    await db.updateTable("user").set(values).where("id", "=", pupil).execute();
  }
});
afterAll(() => on.at.close());

const SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩";
const indexOf = (pupil: string) => Number(pupil.slice(5)) - 10;
const nameOf = (pupil: string) => `${SURNAMES[indexOf(pupil)] ?? ""}小满`;
const birthOf = (pupil: string) => `2016-09-${String(indexOf(pupil) + 10)}`;

/** Returns the rows of a class as a school's spreadsheet has them. */
const rowsOf = (pupils: readonly string[], class_name: string): TestCell[][] =>
  pupils.map((pupil, index) => [
    index + 1,
    nameOf(pupil),
    index % 2 === 0 ? "男" : "女",
    birthOf(pupil).replaceAll("-", "."),
    "三年级",
    class_name,
  ]);

/** Drops a workbook with a title above its heads and a sum below; returns its draft. */
async function drop(rows: TestCell[][]) {
  const bytes = workbookOf([
    { name: "三年级", rows: [["启明小学学生花名册"], HEADS, ...rows, ["合计", rows.length]] },
  ]);
  const file = Buffer.from(bytes).toString("base64");
  const input = {
    school_id: "a",
    kind: "student",
    name: "三年级.xlsx",
    mapping: [],
    corrections: [],
  };
  const by = await on.as("manager");
  const { body } = await send(on.at.app, readRoster, { ...input, file }, by);
  expect(body.data, JSON.stringify(body)).toMatchObject({ fault_count: 0, people: rows.length });
  const draft_id = body.data.draft_id ?? "";
  return (await send(on.at.app, readRosterDraft, { draft_id }, by)).body.data;
}

const importOf = (draft_id: string, ends: "nobody" | "classes" | "school" = "nobody"): Change => ({
  ...{ kind: "roster-import", school_id: "a", draft_id, ends },
});

async function classes() {
  const rows = await on.at.db
    .selectFrom("class as k")
    .innerJoin("class_student as s", (join) =>
      join.onRef("s.school_id", "=", "k.school_id").onRef("s.class_id", "=", "k.id"),
    )
    .select(["k.id", "k.name", "s.user_id"])
    .where("k.school_id", "=", "a")
    .where("k.grade_id", "=", "3")
    .orderBy("k.id")
    .orderBy("s.user_id")
    .execute();
  return Map.groupBy(rows, ({ id, name }) => `${id} ${name}`);
}

test("a class that has another name is asked about, renamed with its pupils in it, and undone", async () => {
  const draft = await drop([...rowsOf(FIRST, "追梦班"), ...rowsOf(SECOND, "2班")]);
  expect(draft).toMatchObject({ found: 15, made: 0, asks: [], is_ready: false });
  const [asked] = draft.classes;
  expect(draft.classes).toMatchObject([
    { name: "追梦班", pupils: 6, proposal: { class_id: "31" }, answer: null },
  ]);
  const before = await allRows(on.at.db);
  const seats = await classes();
  const { body } = await send(
    on.at.app,
    answerRosterDraft,
    { draft_id: draft.draft_id, classes: [{ key: asked?.key, class_id: "31" }] },
    await on.as("manager"),
  );
  expect(body.data.is_ready).toBe(true);
  const set = await on.change("manager", importOf(draft.draft_id, "school"));
  expect(set.state).toBe("applied");
  const after = await classes();
  expect([...after.keys()].map((one) => one.split(" ")[0])).toEqual(["31", "32"]);
  expect([...after.keys()][0]).toBe("31 追梦班");
  expect([...after.values()].map((rows) => rows.map(({ user_id }) => user_id))).toEqual(
    [...seats.values()].map((rows) => rows.map(({ user_id }) => user_id)),
  );
  await on.undo("manager", set.id);
  const { roster_draft: _drafts, ...undone } = await allRows(on.at.db);
  const { roster_draft: _former, ...former } = before;
  expect(undone).toEqual(former);
});

test("the same pupils under another name whose answer is no are a new class", async () => {
  const draft = await drop([...rowsOf(FIRST, "追光班"), ...rowsOf(SECOND, "2班")]);
  const key = draft.classes[0]?.key;
  const input = { draft_id: draft.draft_id, classes: [{ key, class_id: null }] };
  await send(on.at.app, answerRosterDraft, input, await on.as("manager"));
  const { data } = await on.plan("manager", importOf(draft.draft_id));
  expect(data.sentence).toContain("新建 1 个班级");
  expect(data.sentence).toContain("编入班级 6 人，移出班级 6 人");
  await on.discard("manager", data.id);
});

test("a file with 60 % fewer rows takes nobody away by itself, and is held where it would", async () => {
  const fewer = [...rowsOf(FIRST.slice(0, 3), "1班"), ...rowsOf(SECOND.slice(0, 3), "2班")];
  const { draft_id, ...draft } = await drop(fewer);
  expect(draft).toMatchObject({ found: 6, made: 0, gone: { classes: 9, school: 9 } });
  const before = await allRows(on.at.db);
  const members = () =>
    on.at.db.selectFrom("membership").selectAll().where("school_id", "=", "a").execute();
  const there = await members();

  const stays = await on.plan("manager", importOf(draft_id));
  // the sex that the file says of those who stay
  expect(stays.data.sentence).toBe("将按名册更新“启明小学”：修改 6 人的资料");
  await on.discard("manager", stays.data.id);
  for (const ends of ["classes", "school"] as const) {
    const { data } = await on.plan("manager", importOf(draft_id, ends));
    expect(data).toMatchObject({ state: "held", wants: "reason" });
    expect(data.sentence).toContain("9 位学生离校");
    expect((await on.apply("manager", data.id)).code).not.toBe(200);
    await on.at.app.jobs.runDue();
    await on.discard("manager", data.id);
  }
  expect(await members()).toEqual(there);
  expect((await classes()).get("32 三年级（2）班")).toHaveLength(9);
  const now = await allRows(on.at.db);
  expect(now["user"]).toEqual(before["user"]);
  expect(now["class_student"]).toEqual(before["class_student"]);
});
