import { describe, expect, test } from "vitest";
import { readTable } from "./read-table.ts";
import { bundleWith, faultsOf, smallBundle, type Files } from "./small-bundle.fixture.ts";

const without = (name: string): Files => {
  const { [name]: _, ...files } = smallBundle();
  return files;
};
const withFile = (name: string, content: string | Uint8Array): Files => ({
  ...smallBundle(),
  [name]: content,
});
const user = (from: string, to: string): Files => bundleWith(["users.csv", from, to]);

test("a sound bundle has no fault", () => {
  expect(faultsOf(smallBundle())).toEqual([]);
});

const BROKEN_ORGS = new Uint8Array([
  ...new TextEncoder().encode("sourcedId,name,type\nd,教育局,district\na,甲校"),
  0xff,
  ...new TextEncoder().encode(",school\n"),
]);

describe("what the file is", () => {
  test.each<[string, Files, string[]]>([
    ["the manifest is missing", without("manifest.csv"), ["manifest.csv：缺少这个文件"]],
    [
      "a file that the manifest promises is missing",
      without("users.csv"),
      ["users.csv：缺少这个文件"],
    ],
    [
      "a file that the manifest denies is there",
      bundleWith(["manifest.csv", "file.orgs,bulk", "file.orgs,absent"]),
      ["manifest.csv 第 5 行 value：file.orgs 写的是 absent，但包里有 orgs.csv"],
    ],
    [
      "a mode that is none",
      bundleWith(["manifest.csv", "file.orgs,bulk", "file.orgs,all"]),
      ["manifest.csv 第 5 行 value：file.orgs 的值“all”应为 bulk、delta 或 absent"],
    ],
    [
      "another version of the standard",
      bundleWith(["manifest.csv", "oneroster.version,1.2", "oneroster.version,1.1"]),
      ["manifest.csv 第 3 行 value：oneroster.version 应为 1.2，这里是“1.1”"],
    ],
    [
      "a name that no file has",
      withFile("user.csv", "sourcedId\n"),
      ["user.csv：不是 OneRoster 1.2 的文件名（区分大小写）"],
    ],
    ["a gradebook file is passed over", withFile("results.csv", "sourcedId\n"), []],
    ["an empty file", withFile("orgs.csv", ""), ["orgs.csv：文件是空的，至少要有表头"]],
    [
      "one byte that is not UTF-8",
      withFile("orgs.csv", BROKEN_ORGS),
      ["orgs.csv 第 3 行：这一行含有不是 UTF-8 的字节"],
    ],
    [
      "semicolons",
      withFile("orgs.csv", "sourcedId;name;type\nd;教育局;district\n"),
      ["orgs.csv 第 1 行：列之间应以英文逗号分隔，这里用的是分号或制表符"],
    ],
    [
      "a quote that never closes",
      user("周,,,zhouli@", '"周,,,zhouli@'),
      ["users.csv 第 2 行：从这一行起有一个双引号没有配对，其后的内容无法读取"],
    ],
    [
      "a quote inside a cell",
      user("小雨,李", '小"雨,李'),
      [
        "users.csv 第 3 行：双引号的位置不对：单元格要么整个用双引号括起，要么不含双引号（括起后其中的双引号写两遍）",
      ],
    ],
  ])("%s", (_, files, faults) => {
    expect(faultsOf(files)).toEqual(faults);
  });

  test("UTF-8 with a byte order mark, CR LF and quoted commas are read", () => {
    const files = bundleWith(["orgs.csv", "甲校", '"甲校,东区"']);
    for (const name of Object.keys(files)) {
      files[name] = `\uFEFF${String(files[name]).replaceAll("\n", "\r\n")}`;
    }
    expect(faultsOf(files)).toEqual([]);
  });

  test("a line is counted right below a cell with line breaks", () => {
    const files = bundleWith(
      ["orgs.csv", "甲校", '"甲\r\n校"'],
      ["orgs.csv", "b,,,乙校,school", "b,,,乙校,academy"],
    );
    expect(faultsOf(files)).toEqual([
      "orgs.csv 第 3 行 name：含有换行、制表符或别的控制字符",
      "orgs.csv 第 5 行 type：“academy”不在允许的值之内：department、district、local、national、school、state",
    ]);
  });
});

describe("columns", () => {
  test.each<[string, Files, string[]]>([
    [
      "one is missing",
      bundleWith(["orgs.csv", "dateLastModified,name,type", "dateLastModified,title,type"]),
      [
        "orgs.csv 第 1 行 title：不是 OneRoster 1.2 的列；自加的列请以 metadata. 开头",
        "orgs.csv 第 1 行 name：缺少这一列",
      ],
    ],
    [
      "one is there twice",
      bundleWith(["orgs.csv", "identifier,parent", "name,parent"]),
      ["orgs.csv 第 1 行 name：表头里有两个同名的列"],
    ],
    [
      "one's own are passed over",
      bundleWith(["orgs.csv", "metadata.is_abled", "metadata.colour"]),
      [],
    ],
    [
      "a row has too many",
      bundleWith(["orgs.csv", "甲校", "甲校,东区"]),
      ["orgs.csv 第 3 行：有 9 列，表头有 8 列；含逗号的内容请用双引号括起"],
    ],
    [
      "a row has too few",
      bundleWith(["orgs.csv", "a,,,甲校,school,,d,true", "a,,,甲校,school"]),
      ["orgs.csv 第 3 行：有 5 列，表头有 8 列；含逗号的内容请用双引号括起"],
    ],
  ])("%s", (_, files, faults) => {
    expect(faultsOf(files)).toEqual(faults);
  });
});

describe("what a spreadsheet saves is read", () => {
  const gb18030 = (...bytes: number[]) => [...bytes];
  const utf8 = (text: string) => [...new TextEncoder().encode(text)];
  const [head = "", ...rest] = String(smallBundle()["users.csv"]).split("\n");
  const others = rest.slice(1).join("\n").replace("小雨,李", "x,y").replace("梅,吴", "x,y");
  const line = (name: string) => `t,,,true,zhouli,,${name},,,,,,,,,,,,,a,,,\n`;
  const table = (name: string) => `${head}\n${line(name)}${others.replace(",母亲,", ",,")}`;
  const namesIn = (bytes: Uint8Array) => {
    const { rows } = readTable("users", bytes, (fault) => {
      throw new Error(JSON.stringify(fault));
    });
    return `${rows[0]?.cells.givenName},${rows[0]?.cells.familyName}`;
  };
  /** The GB18030 bytes of 张, 𠮷 (beyond the first plane), · and the 2022 edition's ᠁. */
  const ZHANG = gb18030(0xd5, 0xc5);
  const JI = gb18030(0x95, 0x34, 0xb2, 0x35);
  const DOT = gb18030(0xa1, 0xa4);
  const around = (...name: number[]) => {
    const [before = "", after = ""] = table("?").split("?");
    return new Uint8Array([...utf8(before), ...name, ...utf8(after)]);
  };

  test("GBK", () => {
    expect(namesIn(around(...ZHANG, ...DOT, ...ZHANG, ...utf8(","), ...ZHANG))).toBe("张·张,张");
  });

  test("GB18030, a character of four bytes included", () => {
    expect(namesIn(around(...JI, ...utf8(","), ...ZHANG))).toBe("𠮷,张");
  });

  test.each([
    ["little-endian with a mark", "utf16le", [0xff, 0xfe]],
    ["big-endian with a mark", "be", [0xfe, 0xff]],
    ["little-endian without a mark", "utf16le", []],
  ] as const)("UTF-16, %s", (_, order, mark) => {
    const text = Buffer.from(table("𠮷·莉,周"), "utf16le");
    const bytes = order === "be" ? text.swap16() : text;
    expect(namesIn(new Uint8Array([...mark, ...bytes]))).toBe("𠮷·莉,周");
  });

  test("UTF-8 with a mark", () => {
    expect(namesIn(new Uint8Array(utf8(`\uFEFF${table("莉,周")}`)))).toBe("莉,周");
  });
});

describe("every fault comes in one round", () => {
  test("those of cells, of rows that could not be read, and between rows", () => {
    const files = bundleWith(
      ["orgs.csv", "b,,,乙校,school", "b,,,乙校,scool"],
      ["users.csv", "zhouli@a.example", "zhouli"],
      ["users.csv", "wumei", "ZhouLi"],
      ["users.csv", "19900000001", "1990,0000001"],
      ["classes.csv", "homeroom,,a,y", "homeroom,,a,z"],
      ["enrollments.csv", "e2,,,a1", "e2,,,a7"],
    );
    expect(faultsOf(files)).toEqual([
      "orgs.csv 第 4 行 type：“scool”不在允许的值之内：department、district、local、national、school、state",
      expect.stringMatching(/^users.csv 第 2 行：有 25 列，表头有 24 列/),
      "classes.csv 第 2 行 termSourcedIds：“z”在 academicSessions.csv 中不存在",
      "enrollments.csv 第 3 行 classSourcedId：“a7”在 classes.csv 中不存在",
    ]);
  });

  test("a role that cannot be read is said once, not again where it would have counted", () => {
    const files = bundleWith(
      ["roles.csv", "primary,student", "primary,pupil"],
      ["users.csv", ",true,wumei", ",yes,wumei"],
    );
    expect(faultsOf(files)).toEqual([
      "users.csv 第 4 行 enabledUser：“yes”应为 true 或 false",
      expect.stringContaining("roles.csv 第 3 行 role：“pupil”"),
    ]);
  });

  test("a file that cannot be read hides nothing of the others, and nobody is said to be absent for it", () => {
    const files = { ...user("true,zhouli", "是,zhouli"), "orgs.csv": BROKEN_ORGS };
    expect(faultsOf(files)).toEqual([
      "orgs.csv 第 3 行：这一行含有不是 UTF-8 的字节",
      "users.csv 第 2 行 enabledUser：“是”应为 true 或 false",
    ]);
  });
});

describe("cells", () => {
  test.each<[string, Files, string]>([
    ["empty", user("zhouli,", ","), "users.csv 第 2 行 username：必填，不能为空"],
    [
      "a blank in an account",
      user("zhouli,", "zhou li,"),
      "users.csv 第 2 行 username：账号“zhou li”含有空格",
    ],
    [
      "an e-mail address",
      user("zhouli@a.example", "zhouli"),
      "users.csv 第 2 行 email：“zhouli”不是邮箱地址",
    ],
    ["a mobile", user("19900000001", "1990000"), "users.csv 第 2 行 sms：“1990000”不是手机号"],
    [
      "a boolean",
      user("true,zhouli", "是,zhouli"),
      "users.csv 第 2 行 enabledUser：“是”应为 true 或 false",
    ],
    [
      "a grade",
      user("p,03", "p,13"),
      "users.csv 第 3 行 grades：年级“13”无法识别，应为 01 至 12、幼儿园的 IT、PR、PK、KG（托、小、中、大班），或一年级这样的名称",
    ],
    [
      "a password, which is not shown",
      user("03,first-password", "03,a"),
      "users.csv 第 3 行 password：初始密码应为 6 至 128 个字符",
    ],
    [
      "a name",
      user("莉,周", `${"𠮷".repeat(51)},周`),
      "users.csv 第 2 行 givenName：共 51 个字，最多 50 个字",
    ],
    [
      "a name that is too long with the family name",
      user("莉,周", `${"𠮷".repeat(50)},周`),
      "users.csv 第 2 行 givenName：姓名最多 50 个字（连同姓）",
    ],
    [
      "a character that was lost",
      user("莉,周", "\uFFFD,周"),
      "users.csv 第 2 行 givenName：含有无法辨认的字符（\uFFFD），请从原系统重新导出",
    ],
    [
      "a status",
      user("t,,,true", "t,gone,,true"),
      "users.csv 第 2 行 status：“gone”不在允许的值之内：active、tobedeleted",
    ],
    [
      "a time",
      user("t,,,true", "t,,2026-09-01,true"),
      "users.csv 第 2 行 dateLastModified：“2026-09-01”不是 2026-09-01T08:00:00Z 形式的时间",
    ],
    [
      "a day of another form",
      bundleWith(["demographics.csv", "2018-03-01", "2018/3/1"]),
      "demographics.csv 第 2 行 birthDate：“2018/3/1”不是 YYYY-MM-DD 形式的日期",
    ],
    [
      "a day that never was",
      bundleWith(["demographics.csv", "2018-03-01", "2018-02-29"]),
      "demographics.csv 第 2 行 birthDate：“2018-02-29”不是 YYYY-MM-DD 形式的日期",
    ],
    [
      "a day before all years",
      bundleWith(["demographics.csv", "2018-03-01", "0000-03-01"]),
      "demographics.csv 第 2 行 birthDate：“0000-03-01”不是 YYYY-MM-DD 形式的日期",
    ],
    [
      "a year",
      bundleWith(["academicSessions.csv", ",2027\n", ",27\n"]),
      "academicSessions.csv 第 2 行 schoolYear：“27”不是四位数的年份",
    ],
    [
      "a role",
      bundleWith(["roles.csv", "primary,student", "primary,pupil"]),
      "roles.csv 第 3 行 role：“pupil”不在允许的值之内：aide、counselor、districtAdministrator、guardian、parent、principal、proctor、relative、siteAdministrator、student、systemAdministrator、teacher",
    ],
    [
      "an id that is there twice",
      bundleWith(["roles.csv", "r2,", "r1,"]),
      "roles.csv 第 3 行 sourcedId：“r1”与第 2 行重复",
    ],
  ])("%s", (_, files, fault) => {
    expect(faultsOf(files)).toEqual([fault]);
  });

  test("every fault of a file is counted, the first fifty are kept", () => {
    const rows = Array.from({ length: 120 }, (_, index) => `s${index},,,组,school,,,maybe\n`);
    const header = smallBundle()["orgs.csv"]?.split("\n", 1)[0] ?? "";
    const faults = faultsOf(withFile("orgs.csv", `${header}\n${rows.join("")}`)).filter((fault) =>
      fault.startsWith("orgs.csv"),
    );
    expect(faults).toHaveLength(50);
    expect(faults[49]).toBe("orgs.csv 第 51 行 metadata.is_abled：“maybe”应为 true 或 false");
  });
});
