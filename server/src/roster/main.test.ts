import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { verify } from "@node-rs/argon2";
import { operate } from "../../test/operate.ts";
import { dataDirectory, runCommand, temporaryDirectory } from "../../test/process.ts";
import { makePerson } from "../../test/people.ts";
import { openRoster } from "./import.fixture.ts";
import { progressPrinter } from "./operate.ts";
import { bundleWith, smallBundle, writeFolder } from "./small-bundle.fixture.ts";

/** Milliseconds for a test: each run opens the embedded database anew. */
const SLOWEST_MS = 120_000;
const folders: string[] = [];
const roster = openRoster();

let sound: string;
beforeAll(async () => {
  sound = await writeFolder(smallBundle());
  folders.push(sound);
  return () => Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

const ask = (line: string) => operate(roster.db, `roster import ${line}`);

/** Runs the command as an operator does, on a database of its own. */
const run = (dataDir: string, ...args: string[]) =>
  runCommand(dataDir, "roster", "import", ...args);

describe("the command", () => {
  test("refuses what is faulty, then brings it in", { timeout: SLOWEST_MS }, async () => {
    const dataDir = await dataDirectory("migrated");
    const broken = await writeFolder(bundleWith(["users.csv", "zhouli,", "zhou li,"]));
    folders.push(broken);
    const refused = await run(dataDir, broken);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("users.csv 第 2 行 username：账号“zhou li”含有空格");
    expect(refused.err).toContain("共 1 处问题，没有写入任何数据。");

    const sheet = join(dataDir, "passwords.csv");
    const done = await run(dataDir, sound, "--passwords", sheet);
    expect(done.out).toContain("  人员：新增 3，更新 0，结束 0");
    expect(done.out).toContain("已全部写入。");
    expect(done.out).toContain(`3 个新人的账号和初始密码在 ${sheet}`);
    expect(done.err).toContain("写入人员 3/3");
    for (const line of (await readFile(sheet, "utf8")).trimEnd().split("\r\n").slice(1)) {
      expect(done.out + done.err).not.toContain(line.slice(-11, -1));
    }

    // what is there already is changed by a change set
    const later = await writeFolder(bundleWith(["users.csv", "小雨,李", "晓雨,李"]));
    folders.push(later);
    const again = await run(dataDir, later);
    expect(again.out).toContain("  人员：新增 0，更新 1，结束 0");
    expect(again.out).toContain("已全部写入。“变更”里可以查看，30 天内可以撤销。");
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining("写入名册 2/2") });
  });

  test("tells what would change, changes it, and then finds nothing to change", async () => {
    const dry = await ask(`${sound} --dry-run`);
    expect(dry).toContain("  人员：新增 3，更新 0，结束 0");
    expect(dry).toContain("以上是将会发生的变化，没有写入任何数据。");
    expect(dry).toContain("将有 3 个新人得到初始密码");
    expect(await ask(`${sound} --keep-passwords`)).toMatch(/已全部写入。$/);
    expect(await ask(sound)).toMatch(/与现有数据一致，没有变化。$/);
  });

  test("what ends more than a tenth is refused in words, and with a reason done", async () => {
    const pupils = async (count: number) => {
      const ids = Array.from({ length: count }, (_one, index) => `s${index}`);
      const users = ids.map((one) => `${one},,,true,${one},,小雨,李,,,,,,,03,,,,,,a,,,\n`);
      const roles = ids.map((one) => `r${one},,,${one},primary,student,,,a,\n`);
      const folder = await writeFolder(
        bundleWith(
          ["users.csv", "p,,,true,wumei", `${users.join("")}p,,,true,wumei`],
          ["roles.csv", "r4,", `${roles.join("")}r4,`],
        ),
      );
      folders.push(folder);
      return folder;
    };
    const less = `${await pupils(8)} --keep-passwords`;
    await ask(`${await pupils(20)} --keep-passwords`);
    const why = "“甲校”的学生共 21 人，这次会有 12 人不再在内，超过一成。";
    expect(await ask(`${less} --dry-run`)).toContain(why);
    const refused = await ask(less);
    expect(refused).toContain(why);
    expect(refused).toContain("没有写入任何数据。确认无误的话，请加上 --reason 原因");
    expect(await ask(`${less} --reason 毕业`)).toContain("已全部写入");
    const made = await roster.db
      .selectFrom("change_set")
      .select(["state", "reason", "by_operator", "made_by"])
      .execute();
    expect(made).toEqual([{ state: "applied", reason: "毕业", by_operator: true, made_by: null }]);
  });

  test("names what it cannot open", async () => {
    const folder = await temporaryDirectory();
    const noZip = join(folder, "note.zip");
    await writeFile(noZip, "not a zip");
    await expect(ask(join(folder, "nowhere"))).rejects.toThrow("找不到");
    await expect(ask(noZip)).rejects.toThrow("既不是文件夹，也不是完好的 zip 文件");
    await expect(ask(folder)).rejects.toThrow("里没有 CSV 文件");
  });
});

describe("first passwords", () => {
  const people = () =>
    roster.db.selectFrom("user").select(["account", "password_hash"]).orderBy("account").execute();

  test("are different for each person, open the account, and stand in a sheet for its owner only", async () => {
    const sheet = join(await temporaryDirectory(), "sheet.csv");
    await ask(`${sound} --passwords ${sheet}`);
    const [head, ...lines] = (await readFile(sheet, "utf8")).trimEnd().split("\r\n");
    expect(head).toBe('\uFEFF"账号","姓名","所在","初始密码"');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^"lixiaoyu","李小雨","甲校 三年级（1）班","[a-hjkmnp-z2-9]{10}"$/);
    expect((await stat(sheet)).mode & 0o777).toBe(0o600);
    const passwords = new Map(lines.map((line) => [line.split('"')[1], line.slice(-11, -1)]));
    expect(new Set(passwords.values()).size).toBe(3);
    for (const { account, password_hash } of await people()) {
      expect(await verify(password_hash ?? "", passwords.get(account) ?? "")).toBe(true);
    }
  });

  test("that nobody could read are not made: nothing is written", async () => {
    await expect(ask(sound)).rejects.toThrow(
      "有 3 个新人没有各不相同的初始密码，没有写入任何数据。请用 --passwords",
    );
    expect(await people()).toEqual([]);
  });

  test("that the roster gives to one person alone stay that person's", async () => {
    const folder = await writeFolder(
      bundleWith(["users.csv", "first-password,,,,,a,,,\n", "zhouli-only,,,,,a,,,\n"]),
    );
    folders.push(folder);
    const sheet = join(await temporaryDirectory(), "sheet.csv");
    await ask(`${folder} --passwords ${sheet}`);
    expect(await readFile(sheet, "utf8")).not.toContain("zhouli");
    const teacher = (await people()).find(({ account }) => account === "zhouli");
    expect(await verify(teacher?.password_hash ?? "", "zhouli-only")).toBe(true);
  });

  test("an import that fails leaves no sheet, and a sheet is never written over", async () => {
    const folder = await temporaryDirectory();
    const sheet = join(folder, "sheet.csv");
    await makePerson(roster.db, { account: "wumei" });
    await expect(ask(`${sound} --passwords ${sheet}`)).rejects.toThrow("已被系统中的另一个人使用");
    await expect(stat(sheet)).rejects.toThrow("ENOENT");
    await writeFile(sheet, "precious");
    await expect(ask(`${sound} --passwords ${sheet}`)).rejects.toThrow("已经有这个文件了");
    expect(await readFile(sheet, "utf8")).toBe("precious");
  });
});

test.each([
  [true, "\r写入人员 1/2\r写入人员 2/2\n"],
  [false, "写入人员 2/2\n"],
])("progress on a terminal: %s", (isTTY, text) => {
  let written = "";
  const print = progressPrinter({ isTTY, write: (part: string) => (written += part) });
  print({ step: "写入人员", done: 1, total: 2 });
  print({ step: "写入人员", done: 2, total: 2 });
  expect(written).toBe(text);
});
