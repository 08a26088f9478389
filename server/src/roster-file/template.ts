import type { CellObject } from "write-excel-file/node";
import type { RosterKind } from "#contract";

/** Begins the name in a template's example row; such a row is never imported. */
export const EXAMPLE_MARK = "(示例)";

/** Rows below the heads whose cells are texts already, so that a spreadsheet leaves long numbers alone. */
const TEXT_ROWS = 500;
const HEAD_COLOR = "#E8F0FE";

/** A column of a template: head, example, and what may stand in it. */
type Line = readonly [head: string, example: string, explanation: string];

const STUDENT: readonly Line[] = [
  ["姓名", `${EXAMPLE_MARK}王小明`, "必填。最多 50 个字；少数民族姓名中间用“·”。"],
  ["性别", "男", "男 或 女，也可以填 1、2。"],
  ["出生日期", "2018-03-05", "2018-03-05、2018年3月5日、20180305 都可以。"],
  ["学籍号", "", "19 位的全国学籍号，或临时学籍号（L 开头）。G 开头的只用来比对，不保存。"],
  ["学号", "20240312", "学校自己编的号，可以不填；同一所学校里不能重复。"],
  ["身份证件号", "", "可以不填。只用来认出是不是同一个人，不保存，谁也看不到。"],
  ["年级", "三年级", "一年级 至 高三，托班、小班、中班、大班，或 2024级。"],
  ["班级", "2班", "2班、三（2）班、三年级2班都可以；有自己名称的班照写。"],
  ["入学年月", "202409", "可以不填。202409 或 2024年9月。"],
  ["监护人1姓名", "王大明", "可以不填。"],
  ["监护人1关系", "父亲", "父亲、母亲、祖父……"],
  ["监护人1手机号", "13800138000", "11 位手机号。"],
  ["监护人2姓名", "李芳", "可以不填；最多到监护人4。"],
  ["监护人2关系", "母亲", ""],
  ["监护人2手机号", "13900139000", ""],
];

const TEACHER: readonly Line[] = [
  ["姓名", `${EXAMPLE_MARK}林岚`, "必填。最多 50 个字。"],
  ["性别", "女", "男 或 女，也可以填 1、2。"],
  ["工号", "T0012", "学校自己编的号；同一所学校里不能重复。"],
  ["身份证件号", "", "可以不填。只用来认出是不是同一个人，不保存，谁也看不到。"],
  ["手机号", "13700137000", "11 位手机号。"],
  ["邮箱", "", "可以不填。"],
  ["任教学科", "语文", "几个学科用顿号隔开。"],
  ["任教班级", "三年级1班、三年级2班", "几个班用顿号隔开；一个班写一行也可以。"],
  ["班主任班级", "三年级2班", "不是班主任就空着。"],
];

const GENERAL: readonly string[] = [
  "第一行是表头，请不要改动；列的先后可以换，不需要的列可以删去。",
  "示例行（姓名以“(示例)”开头）不会导入，可以留着，也可以删去。",
  "学籍号、身份证件号、学号的格子已设为“文本”，请不要改成“数字”，否则末几位会变成 0。",
  "从别处粘贴时，请选“只粘贴值”或“匹配目标格式”。",
];

/** Writes the template of a roster: the heads with an example row, and a sheet that explains each column (RO-01). */
export async function rosterTemplate(kind: RosterKind): Promise<Uint8Array> {
  const lines = kind === "student" ? STUDENT : TEACHER;
  const head = lines.map(([title]) =>
    text(title, { fontWeight: "bold", backgroundColor: HEAD_COLOR }),
  );
  const example = lines.map(([, value]) => text(value, { textColor: "#6B7280" }));
  const empty = Array.from({ length: TEXT_ROWS }, () => lines.map(() => text("")));
  const explained = [
    [text("列", { fontWeight: "bold" }), text("怎么填", { fontWeight: "bold" })],
    ...lines.map(([title, , explanation]) => [text(title), text(explanation)]),
    [],
    ...GENERAL.map((sentence) => [text("说明"), text(sentence)]),
  ];
  const { default: writeExcelFile } = await import("write-excel-file/node");
  return writeExcelFile([
    {
      sheet: kind === "student" ? "学生" : "教师",
      data: [head, example, ...empty],
      columns: lines.map(([title]) => ({ width: Math.max(12, title.length * 2 + 4) })),
      stickyRowsCount: 1,
    },
    { sheet: "填写说明", data: explained, columns: [{ width: 18 }, { width: 70 }] },
  ]).toBuffer();
}

const text = (value: string, style: Partial<CellObject> = {}): CellObject => ({
  ...style,
  type: String,
  value,
  format: "@",
});
