import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Change, matchTeachers, readTeaching } from "#contract";
import { send } from "../../test/send.ts";
import { insertGrant } from "../rights/grants.ts";
import { ChangeTestApp } from "./change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
  const subjects = [
    { id: "chinese", name: "语文", sort: 1 },
    { id: "maths", name: "数学", sort: 2 },
  ];
  await on.at.db.insertInto("subject").values(subjects).execute();
});
afterAll(() => on.at.close());

type Cell = Extract<Change, { kind: "teaching-grid" }>["cells"][number];
const grid = (...cells: [string, string, ...string[]][]): Change => ({
  kind: "teaching-grid",
  school_id: "a",
  cells: cells.map(([class_id, subject_id, ...user_ids]): Cell => ({
    ...{ class_id, subject_id, user_ids },
  })),
});
const split = (more: Record<string, unknown> = {}): Change => ({
  ...{ kind: "class-split", school_id: "a", class_id: "31", name: "三年级（3）班" },
  user_ids: ["pupil10", "pupil11"],
  ...more,
});

/** Lines such as 「31 chinese teacher」, with a star for a head-teacher. */
async function taught() {
  const rows = await on.at.db
    .selectFrom("class_teacher")
    .selectAll()
    .where("school_id", "=", "a")
    .orderBy("class_id")
    .orderBy("subject_id")
    .orderBy("user_id")
    .execute();
  return rows.map(({ class_id, subject_id, user_id, is_head }) =>
    [class_id, subject_id || "-", user_id, ...(is_head ? ["*"] : [])].join(" "),
  );
}

describe("a grid of who teaches what (AD-09)", () => {
  test("sets cells and leaves the others; a head stays head when a lesson goes to another", async () => {
    expect(await taught()).toEqual(["31 - head *"]);
    await on.change("manager", grid(["31", "chinese", "head"], ["32", "chinese", "head", "both"]));
    expect(await taught()).toEqual([
      ...["31 - head *", "31 chinese head", "32 chinese both", "32 chinese head"],
    ]);
    const set = await on.change("manager", grid(["31", "", "teacher"], ["31", "maths", "teacher"]));
    expect(set.sentence).toBe("将修改“三年级（1）班”的任课：安排 1 项，取消 1 项，涉及 2 位教师");
    expect(await taught()).toEqual([
      ...["31 chinese head", "31 maths teacher *", "32 chinese both", "32 chinese head"],
    ]);
    await on.change("manager", grid(["31", "maths"], ["32", "chinese", "both"]));
    expect(await taught()).toEqual(["31 - teacher *", "31 chinese head", "32 chinese both"]);
    await on.undo("manager", set.id);
    // what was changed since stays as it is
    expect(await taught()).toContain("31 - teacher *");
  });

  test("refuses who is no staff of the school, what is no subject, and what is so already", async () => {
    expect((await on.plan("manager", grid(["31", "maths", "pupil10"]))).code).toBe(40400);
    expect((await on.plan("manager", grid(["31", "maths", "manager-b"]))).code).toBe(40400);
    expect((await on.plan("manager", grid(["31", "magic", "teacher"]))).msg).toBe("没有这个学科");
    expect((await on.plan("manager", grid(["99", "maths", "teacher"]))).code).toBe(40400);
    expect((await on.plan("manager", grid(["32", "chinese", "both"]))).msg).toContain("已经是这样");
    expect((await on.plan("teacher", grid(["31", "maths", "both"]))).code).toBe(40005);
  });

  test("nobody makes themselves head-teacher who may not look after the class", async () => {
    await insertGrant(on.at.db, {
      ...{ user_id: "both", right_name: "class.write", bundle_id: null, until: null },
      ...({ place_kind: "school", school_id: "a", part_id: "", given_by: null } as const),
      ...{ created_at: new Date(on.clock), rests_on_school_id: "a", rests_on_identity: "teacher" },
    });
    on.clock += 2000;
    expect((await on.plan("both", grid(["32", "", "both"]))).msg).toBe("不能让自己成为班主任");
    expect((await on.plan("both", split({ head_user_id: "both" }))).msg).toBe(
      "不能让自己成为班主任",
    );
    expect((await on.plan("both", grid(["32", "maths", "both"]))).code).toBe(200);
    expect((await on.plan("manager", grid(["32", "", "manager"]))).code).toBe(200);
  });

  test("is read, and staff are found by name, account or number, also where several are", async () => {
    await on.add("other", ["a", "teacher"]);
    await on.at.db
      .updateTable("user")
      .set({ name: "teacher", sourced_id: "T-0012" })
      .where("id", "=", "other")
      .execute();
    const texts = ["ＴEACHER", "t-0012", "manager-b", "pupil10", " "];
    const { body } = await send(
      ...([on.at.app, matchTeachers, { school_id: "a", texts }, await on.as("manager")] as const),
    );
    expect(body.data.matches.map(({ people }) => people.map(({ id }) => id))).toEqual([
      ...[["other", "teacher"], ["other"], [], [], []],
    ]);
    // as the grid tells those of one name apart, and so as it is copied from cell to cell
    const told = { school_id: "a", texts: ["teacher（other）", "teacher（head）"] };
    const apart = await send(on.at.app, matchTeachers, told, await on.as("manager"));
    expect(apart.body.data.matches.map(({ people }) => people.map(({ id }) => id))).toEqual([
      ...[["other"], []],
    ]);
    const read = await send(
      ...([
        on.at.app,
        readTeaching,
        { school_id: "a", class_id: "31" },
        await on.as("manager"),
      ] as const),
    );
    expect(read.body.data.subjects.map(({ id }) => id)).toEqual(["chinese", "maths"]);
    expect(read.body.data.cells).toContainEqual({
      ...{
        class_id: "31",
        subject_id: "chinese",
        teachers: [{ id: "head", name: "head", account: "head" }],
      },
    });
    const beside = await send(
      on.at.app,
      readTeaching,
      { school_id: "a" },
      await on.as("manager-b"),
    );
    expect(beside.body.code).toBe(40400);
  });
});

describe("a class is split (AD-09)", () => {
  test("who has left is no pupil of it any more, and stays", async () => {
    const left = on.at.db.updateTable("membership").where("user_id", "in", ["pupil11", "pupil15"]);
    await left.set({ is_abled: false }).execute();
    const { data } = await on.plan("manager", split());
    expect(data.sentence).toContain("1 位学生过去，3 位留下");
    await left.set({ is_abled: true }).execute();
  });

  test("says how many go and stay, and is current until somebody is moved", async () => {
    const planned = await on.plan("manager", split({ head_user_id: "teacher" }));
    expect(planned.data.sentence).toBe(
      "将从“三年级（1）班”拆出“三年级（3）班”：2 位学生过去，4 位留下，班主任是teacher",
    );
    await on.at.db
      .deleteFrom("class_student")
      .where("user_id", "=", "pupil10")
      .where("class_id", "=", "31")
      .execute();
    const conflict = await on.apply("manager", planned.data.id);
    expect(conflict.code).toBe(40900);
    expect(conflict.msg).toContain("pupil10");
    const row = { school_id: "a", class_id: "31", user_id: "pupil10", source: null };
    await on.at.db.insertInto("class_student").values(row).execute();
    expect((await on.change("manager", split())).state).toBe("applied");
  });

  test("refuses a taken name, all or none of the pupils, an archived class and a stranger as head", async () => {
    const msg = async (more: Record<string, unknown>) =>
      (await on.plan("manager", split(more))).msg;
    const rest = ["pupil12", "pupil13", "pupil14", "pupil15"];
    expect(await msg({ name: "三年级（2）班", user_ids: ["pupil12"] })).toContain("已经有一个班");
    expect(await msg({ name: "三年级（4）班", user_ids: rest })).toContain("至少留一位学生");
    expect(await msg({ name: "\u2060 ", user_ids: ["pupil12"] })).toBe("班级的名称不能为空");
    const turned = { name: "三年级\u202e班", user_ids: ["pupil12"] };
    expect(await msg(turned)).toContain("班级的名称里不能有");
    const code = async (more: Record<string, unknown>) =>
      (await on.plan("manager", split({ name: "三年级（4）班", ...more }))).code;
    expect(await code({ user_ids: ["pupil-b"] })).toBe(40400);
    expect(await code({ user_ids: ["pupil12"], head_user_id: "pupil13" })).toBe(40400);
    await on.at.db
      .updateTable("class")
      .set({ is_abled: false })
      .where("school_id", "=", "a")
      .where("id", "=", "31")
      .execute();
    expect(await msg({ name: "三年级（4）班", user_ids: ["pupil12"] })).toContain("已归档");
  });
});
