import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import { zipSync } from "fflate";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { makeSchool } from "../../test/people.ts";
import { importRoster } from "./import.ts";
import { EVERYTHING, id, NOTHING, now, openRoster } from "./import.fixture.ts";
import { bundleWith, bytesOf, smallBundle } from "./small-bundle.fixture.ts";

const roster = openRoster();
const { bringIn, counts, person, snapshot } = roster;

describe("a first import", () => {
  test("writes what the bundle says", async () => {
    expect(counts(await bringIn(smallBundle()))).toEqual(EVERYTHING);
    const { db } = roster;
    expect(await db.selectFrom("school").selectAll().orderBy("sourced_id").execute()).toMatchObject(
      [
        { id: id("school", "a"), kind: "school", stage_ids: ["primary"], is_abled: true },
        { id: id("school", "b"), parent_id: id("school", "d"), is_abled: false },
        { id: id("school", "d"), kind: "district", stage_ids: [], name: "教育局" },
      ],
    );
    expect(
      await db.selectFrom("user").selectAll().where("account", "=", "lixiaoyu").executeTakeFirst(),
    ).toMatchObject({
      id: id("user", "s"),
      name: "李小雨",
      gender: "female",
      birth_date: "2018-03-01",
      admission_time: "2024-09-01",
      identity: "student",
      school_id: id("school", "a"),
      source: "small",
    });
    expect(await db.selectFrom("class").selectAll().orderBy("sourced_id").execute()).toMatchObject([
      { id: id("class", "a1"), name: "三年级（1）班", grade_id: "3", stage_id: "primary" },
      { id: id("class", "b1"), school_id: id("school", "b") },
    ]);
    // the head-teacher teaches the class, so one row says both
    expect(await db.selectFrom("class_teacher").selectAll().execute()).toMatchObject([
      {
        class_id: id("class", "a1"),
        user_id: id("user", "t"),
        subject_id: "chinese",
        is_head: true,
      },
    ]);
    expect(await db.selectFrom("guardian").selectAll().execute()).toMatchObject([
      { child_id: id("user", "s"), user_id: id("user", "p"), relation: "母亲" },
    ]);
    expect(await db.selectFrom("roster_source").select("first_at").execute()).toEqual([
      { first_at: expect.any(Date) },
    ]);
  });

  test("tells the planner of the new rows at once", async () => {
    await bringIn(smallBundle());
    const { rows } = await sql<{ reltuples: number }>`
      select reltuples from pg_class where relname in ('guardian', 'class_student')`.execute(
      roster.db,
    );
    expect(rows).toEqual([{ reltuples: 1 }, { reltuples: 1 }]);
  });

  test("hashes a first password that opens the account", async () => {
    await bringIn(smallBundle());
    const rows = await roster.db.selectFrom("user").select("password_hash").execute();
    expect(rows.length).toBeGreaterThan(1);
    for (const { password_hash } of rows) {
      expect(await verify(password_hash ?? "", "first-password")).toBe(true);
    }
    expect(JSON.stringify(await snapshot())).not.toContain("first-password");
  });

  test("orders memberships by the primary organisation, then by primary roles", async () => {
    const files = bundleWith(
      ["users.csv", "first-password,,,,,a,,,\n", "first-password,,,,,b,,,\n"],
      ["roles.csv", "r4,", "r5,,,t,primary,principal,,,b,\nr4,"],
      ["roles.csv", "r4,,,t,primary", "r4,,,t,secondary"],
    );
    await bringIn(files);
    const rows = await roster.db
      .selectFrom("membership")
      .select(["school_id", "identity"])
      .where("user_id", "=", id("user", "t"))
      .orderBy("sort")
      .execute();
    expect(rows).toEqual([
      { school_id: id("school", "b"), identity: "manager" },
      { school_id: id("school", "b"), identity: "teacher" },
      { school_id: id("school", "a"), identity: "teacher" },
    ]);
    // the first one, though the school is disabled
    expect(await person("t")).toMatchObject({ identity: "manager", school_id: id("school", "b") });
  });

  test("from a zip is the same as from a folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "schoolgate-roster-"));
    const zip = join(folder, "roster.zip");
    const entries = [...bytesOf(smallBundle())].map(([name, bytes]) => [`名册/${name}`, bytes]);
    await writeFile(zip, zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
    expect(counts(await importRoster(roster.db, zip, { now }))).toEqual(EVERYTHING);
    await rm(folder, { recursive: true });
    expect(counts(await bringIn(smallBundle()))).toEqual(NOTHING);
  });
});

describe("a later import", () => {
  beforeEach(async () => {
    await bringIn(smallBundle());
  });

  test("of the same bundle changes nothing at all", async () => {
    const before = await snapshot();
    expect(counts(await bringIn(smallBundle()))).toEqual(NOTHING);
    expect(await snapshot()).toEqual(before);
  });

  test("updates what changed", async () => {
    const files = bundleWith(
      ["users.csv", "小雨,李", "晓雨,李"],
      ["orgs.csv", "乙校,school,,d,false", "乙校,school,,d,true"],
      ["users.csv", "母亲", "姑姑"],
    );
    expect(counts(await bringIn(files))).toEqual({
      school: [0, 1, 0],
      user: [0, 1, 0],
      guardian: [0, 1, 0],
    });
    expect(await person("s")).toMatchObject({ name: "李晓雨" });
  });

  test("lets two people swap their accounts", async () => {
    const files = bundleWith(
      ["users.csv", "true,zhouli", "true,passing"],
      ["users.csv", "true,wumei", "true,zhouli"],
      ["users.csv", "true,passing", "true,wumei"],
    );
    expect(counts(await bringIn(files))).toEqual({ user: [0, 2, 0] });
    expect(await person("t")).toMatchObject({ account: "wumei" });
    expect(await person("p")).toMatchObject({ account: "zhouli" });
  });

  test("leaves alone what a person chose", async () => {
    const own = {
      avatar: "avatars/own.webp",
      theme: "monochrome",
      eye_interval: 45,
      password_hash: "own",
      identity: "teacher",
      school_id: id("school", "b"),
    } as const;
    await roster.db.updateTable("user").set(own).where("id", "=", id("user", "t")).execute();
    const files = bundleWith(
      ["users.csv", "莉,周", "丽,周"],
      ["users.csv", "first-password", "another-one"],
    );
    expect(counts(await bringIn(files))).toEqual({ user: [0, 1, 0] });
    expect(await person("t")).toMatchObject({ ...own, name: "周丽" });
  });

  test("ends what a bulk file no longer has, and never a person", async () => {
    const files = bundleWith(
      ["users.csv", /s,,,true.*\n/.exec(smallBundle()["users.csv"] ?? "")?.[0] ?? "", ""],
      ["roles.csv", "r2,,,s,primary,student,,,a,\n", ""],
      ["enrollments.csv", "e2,,,a1,a,s,student,false,,\n", ""],
      ["demographics.csv", "s,,,2018-03-01,female,,,,,,,,,,,\n", ""],
    );
    expect(counts(await bringIn(files))).toEqual({
      membership: [0, 0, 1],
      class_student: [0, 0, 1],
      guardian: [0, 0, 1],
    });
    expect(await person("s")).toMatchObject({ name: "李小雨", is_abled: true });
    expect(counts(await bringIn(files))).toEqual(NOTHING);
    // who comes back finds everything again
    expect(counts(await bringIn(smallBundle()))).toEqual({
      membership: [0, 1, 0],
      class_student: [1, 0, 0],
      guardian: [1, 0, 0],
    });
  });

  test("ends a role whose last day has passed", async () => {
    const files = bundleWith(["roles.csv", "teacher,,,b", "teacher,,2026-11-19,b"]);
    expect(counts(await bringIn(files))).toEqual({ membership: [0, 0, 1] });
    const lastDay = bundleWith(["roles.csv", "teacher,,,b", "teacher,,2026-11-20,b"]);
    expect(counts(await bringIn(lastDay))).toEqual({ membership: [0, 1, 0] });
  });

  test("keeps a name that the school corrected while the roster still has the old one, and takes a new one from it", async () => {
    await bringIn(smallBundle());
    const correction = { id: "c", user_id: id("user", "p"), reason: "写错", requested_at: now() };
    await roster.db
      .insertInto("name_correction")
      .values({
        ...correction,
        from_name: "吴梅",
        to_name: "吴玫",
        decided_at: now(),
        is_accepted: true,
      })
      .execute();
    await bringIn(smallBundle());
    expect(await person("p")).toMatchObject({ name: "吴玫" });
    expect(counts(await bringIn(smallBundle()))).toEqual(NOTHING);
    await bringIn(bundleWith(["users.csv", ",梅,吴,", ",小梅,吴,"]));
    expect(await person("p")).toMatchObject({ name: "吴小梅" });
  });

  test("never touches another source's or a person's own memberships", async () => {
    const { db } = roster;
    const other = await makeSchool(db);
    await db
      .insertInto("membership")
      .values([
        { school_id: other, user_id: id("user", "s"), identity: "student", source: "elsewhere" },
        { school_id: id("school", "b"), user_id: id("user", "p"), identity: "parent", sort: 7 },
      ])
      .execute();
    const files = bundleWith(["roles.csv", "r4,", "r6,,,p,secondary,parent,,,b,\nr4,"]);
    expect(counts(await bringIn(files))).toEqual(NOTHING);
    expect(counts(await bringIn(smallBundle()))).toEqual(NOTHING);
  });

  test("of a delta lays it over what is known", async () => {
    const all = bundleWith(
      ["manifest.csv", "file.users,bulk", "file.users,delta"],
      ["manifest.csv", "file.enrollments,bulk", "file.enrollments,delta"],
      ...["academicSessions", "orgs", "courses", "classes", "roles", "demographics"].map(
        (file): [string, string, string] => [
          "manifest.csv",
          `file.${file},bulk`,
          `file.${file},absent`,
        ],
      ),
    );
    const header = (name: string) => `${smallBundle()[name]?.split("\n", 1)[0]}\n`;
    const delta = {
      "manifest.csv": all["manifest.csv"] ?? "",
      "users.csv": `${header("users.csv")}p,active,2026-11-20T08:00:00Z,true,wumei,,小梅,吴,,,,19900000002,,,,,,,,,,,,\n`,
      "enrollments.csv": `${header("enrollments.csv")}e2,tobedeleted,2026-11-20T08:00:00Z,a1,a,s,student,false,,\n`,
    };
    expect(counts(await bringIn(delta))).toEqual({ user: [0, 1, 0], class_student: [0, 0, 1] });
    expect(await person("p")).toMatchObject({ name: "吴小梅" });
    expect(counts(await bringIn(delta))).toEqual(NOTHING);
  });

  test("says of an earlier row what a delta breaks", async () => {
    const delta = {
      "manifest.csv":
        "propertyName,value\noneroster.version,1.2\nfile.orgs,delta\nsource.systemCode,small\n",
      "orgs.csv": "sourcedId,status,name,type\nb,tobedeleted,乙校,school\n",
    };
    await expect(bringIn(delta)).rejects.toThrow(
      "roles.csv orgSourcedId：“b”在 orgs.csv 中已标为 tobedeleted（此前导入的记录“r4”）",
    );
  });
});
