import { describe, expect, test } from "vitest";
import { understood } from "../../test/operate.ts";
import { takenByNpm } from "../platform/config.ts";
import { Misused } from "./command.ts";
import { helpOf, nameOf } from "./help.ts";
import { parse } from "./parse.ts";
import { COMMANDS } from "./commands.ts";

const HEAD = `12:${"ab".repeat(32)}`;
const APK = "https://gate.example.cn/pc.apk";

describe("what is understood", () => {
  test.each<[line: string, given: object]>([
    ["admin create --account Wang --name 王芳 --school 晨曦区教育局", { account: "wang" }],
    ["admin create --account wang --school 启明小学 --identity manager", { identity: "manager" }],
    ["admin create --account wang --school 局 --new", { new: true }],
    ["admin reset --account wang", { account: "wang" }],
    ["admin disable --account wang", { account: "wang" }],
    ["admin enable --account Wang --school 启明小学", { school: "启明小学" }],
    ["admin invite --school s --identity manager --uses 2 --days 3", { uses: 2, days: 3 }],
    ["admin invite --school s --class 三（2）班", { class: "三（2）班" }],
    ["admin person list --identity 教师", { identity: "teacher" }],
    ["admin class list --grade 大班", { grade: "k3" }],
    ["admin audit list --limit 5 --json", { limit: 5, json: true }],
    ["admin audit list --since 2026-11-01", { since: new Date("2026-10-31T16:00:00Z") }],
    ["admin audit list --until 2026-11-20T08:00:00Z", { until: new Date("2026-11-20T08:00:00Z") }],
    [`admin audit verify --head ${HEAD} --head ${HEAD}`, { head: [HEAD, HEAD] }],
    [`admin release publish --device ios --version 2.4 --url ${APK} --force`, { force: true }],
    [
      "admin agreement publish --type user --title 新 --file a.html --effective 2026-12-01",
      { effective: new Date("2026-11-30T16:00:00Z") },
    ],
    ["admin agreement withdraw --type child --version 12", { version: 12 }],
    ["restore a --erasures-of b", { "erasures-of": "b" }],
    ["roster import --dry-run a", { "dry-run": true }],
    ["app register --id a --no-display --roles 教师,parent", { roles: ["teacher", "parent"] }],
    ["app register --id a --open-at= --district=", { "open-at": null, district: "" }],
  ])("%s", (line, given) => {
    expect(understood(line).given).toMatchObject(given);
  });

  test("a path beside options, wherever it stands", () => {
    expect(understood("roster import --dry-run a.zip --source s").places).toEqual(["a.zip"]);
  });
});

describe("options that npm took, where -- was forgotten", () => {
  const environment = { npm_config_dry_run: "true", npm_config_display: "" };
  const taken = (options: readonly string[]) => takenByNpm(options, environment);

  test("are told, and nothing is done without them", () => {
    const asked = () => parse(COMMANDS, ["roster", "import", "a.zip"], taken);
    expect(asked).toThrow(
      "--dry-run 被 npm 当成了它自己的选项，什么都没有执行：选项要写在 -- 后面，如 npm run roster -- import …… --dry-run。",
    );
    expect(() => parse(COMMANDS, ["app", "register"], taken)).toThrow(/^--display 被 npm/);
    expect(() => parse(COMMANDS, ["backup", "a"], () => ["check"])).toThrow(
      "npm run backup -- …… --check。",
    );
  });

  test("are not looked for where others came", () => {
    const words = ["roster", "import", "a.zip", "--source", "s"];
    expect(parse(COMMANDS, words, taken)).toMatchObject({ given: { source: "s" } });
    expect(parse(COMMANDS, ["roster", "import", "a.zip"], () => [])).toHaveProperty("run");
  });
});

describe("what is missing or too much is named in one sentence", () => {
  test.each([
    ["admin create --account wang --name 王芳", "还缺 --school 机构。"],
    ["admin create", "还缺 --account 账号、--school 机构。"],
    ["admin create --account 王 --school 局", "--account 的值“王”应为 2 到 64 个小写字母"],
    ["admin create --account wang --school 局 --identity student", "--identity 的值“student”应为"],
    ["admin create --account wang --school=", "--school 的值不能为空。"],
    ["admin reset", "还缺 --account 账号。"],
    ["admin reset now --account wang", "“now”不知道是什么"],
    ["admin remove --account wang", "没有“admin remove”这个命令"],
    ["admin reset --account wang --force", "没有“--force”这个选项，可用的有 --account。"],
    ["admin reset --account wang --account li", "--account 只能写一次。"],
    ["admin disable", "请写出 --account 或 --school。"],
    ["admin enable --account", "选项“--account”后面要写它的值"],
    ["admin invite --school s --identity parent", "--identity 的值“parent”应为"],
    ["admin invite --school s --uses 0", "--uses 的值“0”应为 1 到 "],
    ["admin invite --school s --days many", "--days 的值“many”应为"],
    ["admin audit list --since 2026-02-30", "--since 的值“2026-02-30”应为"],
    ["admin audit list --until 2026-11-20T08:00:00", "--until 的值"],
    ["admin audit list --action nothing", "--action 的值“nothing”应为"],
    ["admin audit head --user lin", "没有“--user”这个选项，这个命令不带选项。"],
    ["admin audit cut", "还缺 --before 日期或时间。"],
    ["admin release publish --device tv --version 2.4.0", "--device 的值“tv”应为"],
    ["admin release publish --device pc --version two", "--version 的值“two”应为"],
    ["admin release publish --device pc --version 2 --url javascript:1", "--url 的值"],
    ["admin agreement publish --type user --title 新 --file a.docx", "--file 的值"],
    [`admin agreement publish --type user --title ${"长".repeat(61)} --file a.txt`, "--title 的值"],
    ["admin agreement withdraw --type user --version 第2版", "--version 的值“第2版”应为"],
    ["admin agreement list --type user", "没有“--type”这个选项"],
    ["roster import", "还缺 <文件夹或 zip 文件>。"],
    ["roster import a b", "“b”不知道是什么"],
    ["content import a --force", "没有“--force”这个选项，可用的有 --dry-run。"],
    ["backup", "还缺 <文件>。"],
    ["backup a --erasures-of b", "没有“--erasures-of”这个选项"],
    ["app register --id a --approved=yes", "选项“--approved”后面不带值；要取消它"],
  ])("%s: %s", (line, sentence) => {
    expect(() => understood(line)).toThrow(Misused);
    expect(() => understood(line)).toThrow(sentence);
    expect(() => understood(line)).toThrow(/^[^\n]+。$/);
  });
});

describe("help", () => {
  test.each([
    ["admin", 10],
    ["admin --help", 10],
    ["admin audit", 4],
    ["admin audit --help", 4],
    ["nonsense", COMMANDS.length],
    ["", COMMANDS.length],
  ])("“%s” shows the commands that begin so", (line, least) => {
    const asked = parse(COMMANDS, line.split(" ").filter(Boolean));
    expect("help" in asked && asked.help.length).toBeGreaterThanOrEqual(least);
  });

  test.each(COMMANDS.map((one) => [one.words.join(" "), one] as const))(
    "%s says in Chinese what it does and names each option",
    (words, one) => {
      const asked = parse(COMMANDS, [...words.split(" "), "--help"]);
      if (!("help" in asked)) throw new Error("no help");
      expect(asked.help).toEqual([one]);
      const text = helpOf(asked.help);
      expect(text).toContain(`用法：npm run ${one.words[0] ?? ""}`);
      expect(one.about).toMatch(/\p{Script=Han}/u);
      for (const [name, { about }] of Object.entries(one.options)) {
        expect(text).toMatch(new RegExp(`--(\\[no-\\])?${name}\\b`));
        expect(about).toMatch(/\p{Script=Han}/u);
      }
    },
  );

  test("no two commands are typed alike", () => {
    const names = COMMANDS.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });
});
