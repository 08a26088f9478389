import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOneRoster, readRosterAccounts } from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { send } from "../../test/send.ts";
import { acrossSchools } from "../database/scope.ts";
import { FaultList, RosterRefused } from "../roster/api.ts";
import { derivedId, type SourcedKind } from "../roster/derived-id.ts";
import { readTables } from "../roster/roster.ts";
import { bundleWith, bytesOf, type Files, smallBundle } from "../roster/small-bundle.fixture.ts";
import { heldOf } from "../rights/queries.ts";
import { type Maker, OPERATOR, planOneRoster, startApplying } from "./api.ts";
import { packedMany, rawZip } from "../roster-file/zip.fixture.ts";
import { ChangeTestApp } from "./change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const id = (kind: SourcedKind, sourcedId: string) => derivedId("small", kind, sourcedId);

async function planned(files: Files, maker: Maker = OPERATOR) {
  const faults = new FaultList();
  const bundle = readTables(bytesOf(files), (fault) => faults.add(fault));
  const came = { source: "small", bundle, faults };
  return acrossSchools("job", () => planOneRoster(on.at.app, maker, came));
}

async function bringIn(files: Files, reason: string | null = null) {
  const set = await planned(files);
  if (set === null) return null;
  const state = await acrossSchools("job", () =>
    startApplying(on.at.app, set, { by: null, reason }),
  );
  await on.at.app.jobs.runDue();
  return { id: set.id, sentence: set.sentence, guards: set.guards, state };
}

async function makerOf(user_id: string): Promise<Maker> {
  const separation = { isSeparate: false, now: new Date(on.clock) };
  const [holder] = await heldOf(on.at.db, [user_id], separation);
  return { user_id, held: holder?.held ?? [] };
}

/** Returns every row, but for the bundles themselves: they are kept until the change can no longer be taken back. */
async function rowsNow() {
  const { roster_bundle: _bundles, roster_file: _files, ...rows } = await allRows(on.at.db);
  return rows;
}

const person = (sourcedId: string) =>
  on.at.db
    .selectFrom("user")
    .selectAll()
    .where("id", "=", id("user", sourcedId))
    .executeTakeFirst();

describe("OneRoster records as a change set (RO-01, RO-08)", () => {
  test("are applied whole, change nothing a second time, and are taken back row by row", async () => {
    const before = await rowsNow();
    const first = await bringIn(smallBundle());
    expect(first).toMatchObject({
      state: "applying",
      sentence:
        "将按名册“small”更新“甲校”：新建 3 个机构，新建 2 个班级，加入 2 位教师，加入 1 位学生，加入 1 位家长，编入班级 1 人，安排任课 1 项，监护关系 1 项",
    });
    const set = await on.read("platform", first?.id ?? "");
    expect(set).toMatchObject({
      state: "applied",
      made_by: { name: "运维人员（命令）" },
      may: { undo: true },
    });
    expect(await person("s")).toMatchObject({
      ...{ name: "李小雨", gender: "female", birth_date: "2018-03-01", source: "small" },
      ...{ identity: "student", school_id: id("school", "a"), password_hash: null },
    });
    const applied = await rowsNow();
    await on.undo("platform", first?.id ?? "");
    expect(await on.read("platform", first?.id ?? "")).toMatchObject({ state: "undone" });
    expect(await rowsNow()).toEqual(before);
    await bringIn(smallBundle());
    expect(withoutMoments(await rowsNow())).toEqual(withoutMoments(applied));
    const again = await rowsNow();
    expect(await bringIn(smallBundle())).toBeNull();
    expect(await rowsNow()).toEqual(again);

    const changed = await bringIn(
      bundleWith(
        ["users.csv", "true,zhouli", "true,passing"],
        ["users.csv", "true,wumei", "true,zhouli"],
        ["users.csv", "true,passing", "true,wumei"],
        ["users.csv", "母亲", "姑姑"],
        ["orgs.csv", "乙校,school,,d,false", "乙校,school,,d,true"],
        ["enrollments.csv", "e2,,,a1,a,s,student,false,,\n", ""],
      ),
    );
    expect(await person("t")).toMatchObject({ account: "wumei" });
    expect(await person("p")).toMatchObject({ account: "zhouli" });
    await on.undo("platform", changed?.id ?? "");
    expect(await rowsNow()).toEqual(again);
  });

  test("with a fault are refused whole, and leave no bundle behind", async () => {
    const before = await allRows(on.at.db);
    const broken = bundleWith(["enrollments.csv", "a1zh,a,t", "a1zh,a,p"]);
    await expect(planned(broken)).rejects.toThrow(RosterRefused);
    const renamed = bundleWith(["users.csv", "小雨,李", "晓雨,李"]);
    await expect(planned(renamed, await makerOf("district"))).rejects.toThrow(
      "名册里有不归您管理的机构：教育局、甲校、乙校，请由上一级管理员导入",
    );
    expect(await allRows(on.at.db)).toEqual(before);
  });

  test("that end more than a tenth are held for a person", async () => {
    const pupils = (count: number) => {
      const ids = Array.from({ length: count }, (_one, index) => `s${index}`);
      return bundleWith(
        [
          "users.csv",
          "p,,,true,wumei",
          `${ids.map((one) => `${one},,,true,${one},,小雨,李,,,,,,,03,,,,,,a,,,\n`).join("")}p,,,true,wumei`,
        ],
        [
          "roles.csv",
          "r4,",
          `${ids.map((one) => `r${one},,,${one},primary,student,,,a,\n`).join("")}r4,`,
        ],
      );
    };
    expect(await bringIn(pupils(20))).toMatchObject({ state: "applying" });
    const held = await bringIn(pupils(10));
    expect(held).toMatchObject({ state: "waiting", guards: [{ rule: "ends" }] });
    expect(await on.read("platform", held?.id ?? "")).toMatchObject({
      ...{ state: "waiting", may: { approve: true } },
    });
    expect((await on.approve("platform", held?.id ?? "")).code).toBe(200);
    await on.at.app.jobs.runDue();
    const gone = on.at.db
      .selectFrom("membership")
      .select("user_id")
      .where("source", "=", "small")
      .where("is_abled", "=", false);
    expect(await gone.execute()).toHaveLength(10);
    // what came later is not written over by what was read before
    const [one, other] = [await planned(pupils(11)), await planned(pupils(12))];
    await acrossSchools("job", async () => {
      for (const set of [one, other]) {
        if (set !== null) await startApplying(on.at.app, set, { by: null });
      }
    });
    await on.at.app.jobs.runDue();
    const states = await Promise.all(
      [one, other].map(async (set) => (await on.read("platform", set?.id ?? "")).state),
    );
    expect(states.toSorted()).toEqual(["applied", "outdated"]);
  });
});

describe("a dropped OneRoster zip (RO-01, RO-07)", () => {
  const zipOf = (files: Files) =>
    zipSync(
      Object.fromEntries([...bytesOf(files)].map(([name, bytes]) => [`名册/${name}`, bytes])),
    );
  async function drop(bytes: Uint8Array, by = "platform") {
    const input = { name: "名册.zip", file: Buffer.from(bytes).toString("base64") };
    return (await send(on.at.app, readOneRoster, input, await on.as(by))).body;
  }
  const other = (...edits: Parameters<typeof bundleWith>) =>
    bundleWith(["manifest.csv", "systemCode,small", "systemCode,dropped"], ...edits);
  const accounts: Parameters<typeof bundleWith> = [
    ["users.csv", "zhouli", "zhouli2"],
    ["users.csv", "lixiaoyu", "lixiaoyu2"],
    ["users.csv", "wumei", "wumei2"],
  ];

  test("is planned for anyone who may, applied and taken back; its faults have their places", async () => {
    const before = await rowsNow();
    const broken = await drop(zipOf(other(...accounts, ["users.csv", "zhouli2,", "zhou li,"])));
    expect(broken).toMatchObject({
      code: 200,
      data: {
        ...{ source: "dropped", rows: 20, fault_count: 1, change_id: null },
        faults: [
          { file: "users.csv", line: 2, column: "username", message: "账号“zhou li”含有空格" },
        ],
      },
    });
    for (const by of ["district", "manager"]) {
      expect((await drop(zipOf(other(...accounts)), by)).msg).toContain("不归您管理的机构");
    }
    const planned = await drop(zipOf(other(...accounts)));
    const change_id = planned.data?.change_id ?? "";
    expect(await on.read("platform", change_id)).toMatchObject({
      ...{ state: "planned", act: "导入名册“dropped”", source: { name: "名册.zip", lines: 20 } },
    });
    expect((await on.apply("platform", change_id)).code).toBe(200);
    await on.at.app.jobs.runDue();
    const waiting = await send(
      on.at.app,
      readRosterAccounts,
      { change_id },
      await on.as("platform"),
    );
    expect(waiting.body.data).toMatchObject({ made: 3 });
    await on.undo("platform", change_id);
    expect(await rowsNow()).toEqual(before);
  });

  test("that is none, or a bomb, ends in one sentence", async () => {
    const many = packedMany("sourcedId", ",".repeat(2 ** 20), 512);
    const bomb = rawZip([{ ...many, name: "orgs.csv" }]);
    const lie = rawZip([{ ...many, name: "orgs.csv", unpacked: 1000 }]);
    const refused: [Uint8Array, string][] = [
      [bomb, "解开后大得不像一份名册"],
      [lie, "文件已损坏或没有传完整"],
      [zipSync({ "a.txt": new Uint8Array(3) }), "压缩包里没有 OneRoster 的文件"],
      [zipOf(smallBundle()).slice(0, 900), "文件已损坏或没有传完整"],
      [new TextEncoder().encode("no zip"), "文件已损坏或没有传完整"],
    ];
    for (const [bytes, words] of refused) {
      const { code, msg } = await drop(bytes);
      expect([code, msg]).toEqual([40001, expect.stringContaining(words)]);
    }
  });
});

/** Returns rows without ids and moments that each import makes anew. */
function withoutMoments(rows: Awaited<ReturnType<typeof rowsNow>>) {
  const { roster_source: _source, ...rest } = rows;
  const moments = /"(?:created|updated)_at": "[^"]*"/g;
  return Object.fromEntries(
    Object.entries(rest).map(([table, all]) => [
      table,
      all.map((row) => row.replaceAll(moments, "")).toSorted(),
    ]),
  );
}
