import { describe, expect, test } from "vitest";
import { makePerson } from "../../test/people.ts";
import { EVERYTHING, openRoster } from "./import.fixture.ts";
import { bundleWith, smallBundle } from "./small-bundle.fixture.ts";

const roster = openRoster();
const { bringIn, counts, snapshot } = roster;

describe("all or nothing", () => {
  test("one fault, and nothing is written", async () => {
    const before = await snapshot();
    const broken = bundleWith(["enrollments.csv", "a1zh,a,t", "a1zh,a,p"]);
    await expect(bringIn(broken)).rejects.toThrow(
      "enrollments.csv 第 4 行 userSourcedId：“p”不是“甲校”的教师，不能任教“三年级（1）班语文”\n共 1 处问题，没有写入任何数据。",
    );
    expect(await snapshot()).toEqual(before);
  });

  test("a failure in the middle of writing leaves nothing behind", async () => {
    const before = await snapshot();
    const stop = ({ step, done }: { step: string; done: number }) => {
      if (step === "写入班级学生" && done > 0) throw new Error("the disk is full");
    };
    await expect(bringIn(smallBundle(), { onProgress: stop })).rejects.toThrow("the disk is full");
    expect(await snapshot()).toEqual(before);
  });

  test("a dry run says what would change and changes nothing", async () => {
    const before = await snapshot();
    expect(counts(await bringIn(smallBundle(), { dryRun: true }))).toEqual(EVERYTHING);
    expect(await snapshot()).toEqual(before);
  });

  test("an account that somebody else has is refused", async () => {
    await makePerson(roster.db, { account: "wumei" });
    await expect(bringIn(smallBundle())).rejects.toThrow(
      "users.csv 第 4 行 username：账号“wumei”已被系统中的另一个人使用",
    );
  });

  test("a delta of a roster that is not there is refused", async () => {
    const files = bundleWith(["manifest.csv", "file.users,bulk", "file.users,delta"]);
    await expect(bringIn(files)).rejects.toThrow(
      "manifest.csv：users.csv 既不在这次的包里（bulk），也没有导入过",
    );
  });

  test("a bundle without a source is refused unless one is given", async () => {
    const files = bundleWith(["manifest.csv", "source.systemCode,small\n", ""]);
    await expect(bringIn(files)).rejects.toThrow("没有写 source.systemCode");
    expect((await bringIn(files, { source: "small" })).source).toBe("small");
  });
});
