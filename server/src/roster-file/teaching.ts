import type { RosterPerson } from "#contract";
import { readClassName, readGrade, type ClassName, type GradeContext } from "./grade-class.ts";
import type { RosterRow } from "./row.ts";
import { shortened } from "./personal.ts";
import { cleanText, withoutBlanks } from "./text.ts";

type Teaching = RosterPerson["teaches"][number];

/** Subjects that are recognised inside of a cell that names classes and subjects. */
const SUBJECTS =
  "语文|数学|英语|外语|道德与法治|道法|政治|思想品德|品德与社会|品德|历史|地理|物理|化学|生物|科学|信息科技|信息技术|信息|通用技术|体育与健康|体育|音乐|美术|艺术|书法|劳动|综合实践|心理健康|心理|日语|俄语|法语|健康|社会|语言";
const SUBJECT = new RegExp(SUBJECTS);
const BETWEEN = /[、,，;；\n]+/;

/**
 * Reads what a teacher teaches: a cell with classes (`三年级1班、三年级2班`) beside one with the subject, or both in one
 * (`三（1）班语文；三（2）班语文`).
 */
export function readTeaching(row: RosterRow, context: GradeContext): Teaching[] {
  const field = row.text("teaches") === "" ? "class" : "teaches";
  const text = row.text(field);
  if (text === "" || isNone(text)) return [];
  const subjects = row
    .text("subject")
    .split(/[、,，;；/\n]+/)
    .map(withoutBlanks)
    .filter(Boolean);
  const grade_id = gradeOfRow(row, context);
  return text.split(BETWEEN).flatMap((part) => {
    const own = SUBJECT.exec(withoutBlanks(part))?.[0];
    const written = withoutBlanks(part)
      .replace(own ?? "", "")
      .replaceAll(/[（(][)）]|^[:：/-]+|[:：/-]+$/g, "");
    if (written === "") return [];
    const known = readClassName(written, context, grade_id);
    if (known.fault !== undefined) row.report(field, known.fault);
    const taught = own === undefined ? subjects : [own];
    if (taught.length === 0 && (field === "teaches" || row.text("heads") === "")) {
      row.report(
        row.has("subject") ? "subject" : field,
        `不知道在“${shortened(known.class_name)}”教什么，请填写任教学科`,
      );
    }
    return taught.map((subject) => ({ ...placeOf(known), subject }));
  });
}

/** Reads the classes that a teacher heads; 是 means the class that the row names. */
export function readHeads(row: RosterRow, context: GradeContext): string[] {
  const text = row.text("heads");
  if (text === "" || isNone(text)) return [];
  const isYes = /^(是|√|✓|y|yes|true|1|班主任)$/i.test(withoutBlanks(text));
  const named = isYes ? row.text("class") || row.text("teaches") : text;
  if (named === "") {
    row.report("heads", "写了是班主任，却没有写班级，请填班级");
    return [];
  }
  const parts = named.split(BETWEEN);
  if (isYes && parts.length > 1) {
    row.report("heads", "任教几个班时，请在这一格里写出是哪个班的班主任");
    return [];
  }
  const grade_id = gradeOfRow(row, context);
  return parts.flatMap((part) => {
    const written = cleanText(part).replace(isYes ? SUBJECT : "", "");
    if (withoutBlanks(written) === "") return [];
    const known = readClassName(written, context, grade_id);
    if (known.fault !== undefined) row.report("heads", known.fault);
    return known.class_name;
  });
}

function gradeOfRow(row: RosterRow, context: GradeContext): string | undefined {
  const text = row.text("grade");
  const read = text === "" ? undefined : readGrade(text, context);
  return read !== undefined && "grade_id" in read ? read.grade_id : undefined;
}

const placeOf = ({
  class_name,
  grade_id,
}: ClassName): Pick<Teaching, "class_name" | "grade_id"> => ({
  class_name,
  ...(grade_id !== undefined && { grade_id }),
});

const isNone = (text: string) => /^(无|否|不是|没有|no|n|false|0|[-—/]+)$/i.test(cleanText(text));
