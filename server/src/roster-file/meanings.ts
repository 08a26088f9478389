import type { ColumnMeaning, RosterField, RosterKind } from "#contract";
import { ROSTER_GUARDIANS } from "#contract/plain";
import { smallNumber, withoutBlanks } from "./text.ts";

/** Names that school systems and schools give to a column, normalised by `normaliseHead` (RO-01). */
const NAMES: Readonly<Partial<Record<RosterField, readonly string[]>>> = {
  name: words(
    "姓名 学生姓名 名字 学生名字 学生 幼儿姓名 宝宝姓名 教师姓名 老师姓名 教职工姓名 员工姓名 职工姓名 人员姓名 真实姓名 中文姓名 教师 name fullname",
  ),
  gender: words("性别 性别码 性别代码 学生性别 幼儿性别 gender sex"),
  birth_date: words(
    "出生日期 出生年月日 出生年月 出生时间 出生 生日 学生出生日期 幼儿出生日期 birthday birthdate dateofbirth",
  ),
  number: words(
    "学籍号 学籍号码 全国学籍号 全国学籍号码 全国统一学籍号 正式学籍号 电子学籍号 学生学籍号 国家学籍号 个人标识码 个人标识号 学生标识码 教育id 教育标识码",
  ),
  school_number: words(
    "学号 校内学号 学生学号 学生编号 学籍辅号 学籍副号 省学籍号 省学籍辅号 地方学籍号 市学籍号 学生号 studentno studentnumber studentid",
  ),
  staff_number: words(
    "工号 教工号 教职工号 职工号 教师工号 教师编号 职工编号 员工号 员工编号 人员编号 教职工编号 编号 staffno",
  ),
  id_card: words(
    "身份证号 身份证号码 身份证件号 身份证件号码 身份证 居民身份证 居民身份证号 居民身份证号码 公民身份号码 公民身份证号 证件号 证件号码 学生身份证号 学生身份证号码 学生身份证件号 幼儿身份证号 幼儿身份证件号 教师身份证号 idcard idnumber",
  ),
  id_type: words("身份证件类型 证件类型 身份证类型 证件类别 证件种类 学生证件类型 idtype"),
  account: words("账号 帐号 登录名 登录账号 登录帐号 用户名 用户账号 account username"),
  mobile: words(
    "手机号 手机号码 手机 移动电话 本人手机 本人手机号 本人电话 学生手机 学生手机号 学生电话 教师手机 教师手机号 mobile",
  ),
  email: words("邮箱 电子邮箱 电子邮件 电子信箱 邮件 email e-mail mail"),
  stage: words("学段 教育阶段 学段名称 所属学段"),
  grade: words(
    "年级 年级名称 所在年级 就读年级 现读年级 当前年级 所属年级 年级号 年级代码 年级码 级别 grade",
  ),
  class: words(
    "班级 班级名称 班号 班别 班 所在班级 就读班级 所属班级 行政班 行政班级 现在班级 现班级 班级号 班名 class classname",
  ),
  admission_date: words(
    "入学日期 入学年月 入学时间 入学年月日 入校日期 入校时间 入园日期 入园时间 入园年月 注册日期",
  ),
  identity: words("身份 角色 人员类别 人员类型 人员身份 身份类别 用户类型"),
  teaches: words(
    "任教班级 任课班级 授课班级 所教班级 任教年级班级 教学班级 任教情况 任课情况 执教班级",
  ),
  subject: words(
    "任教学科 任教科目 任课学科 任课科目 授课学科 授课科目 所教学科 学科 科目 任教课程 课程 subject",
  ),
  heads: words(
    "班主任 班主任班级 任班主任班级 所带班级 担任班主任班级 担任班主任 是否班主任 班主任所在班级",
  ),
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    (names ?? []).map((name) => [name, field as RosterField] as const),
  ),
);

/** Fields of the one kind that a sheet of the other has by coincidence: a pupil's 班主任 is somebody else. */
const STUDENT_ONLY: readonly RosterField[] = [
  "number",
  "school_number",
  "admission_date",
  "guardian_name",
  "guardian_relation",
  "guardian_mobile",
];
const TEACHER_ONLY: readonly RosterField[] = ["staff_number", "teaches", "subject", "heads"];

/** A guardian's column: `监护人1姓名`, `父亲电话`, `家庭成员一 与学生关系`. */
const GUARDIAN =
  /^(?:第?([一二三四1-4])?(家庭成员|主要家庭成员|监护人|家长|成员|联系人|紧急联系人)(?:信息)?([一二三四1-4])?|(?:学生)?(父亲|母亲|爸爸|妈妈))(?:信息)?的?[-_:/]?(.*)$/;
const GUARDIAN_PARTS: readonly (readonly [RegExp, RosterField])[] = [
  [/^(姓名|名字|名称|)$/, "guardian_name"],
  [/^(关系|与学生关系|与本人关系|与幼儿关系|与孩子关系|称谓|称呼|关系类型)$/, "guardian_relation"],
  [
    /^(联系电话|电话|手机|手机号|手机号码|电话号码|联系方式|联系电话号码|移动电话)$/,
    "guardian_mobile",
  ],
];
/** Columns of the one guardian that a simple sheet has. */
const ONLY_GUARDIAN: ReadonlyMap<string, RosterField> = new Map([
  ["与学生关系", "guardian_relation"],
  ["与监护人关系", "guardian_relation"],
  ["监护关系", "guardian_relation"],
  ["关系", "guardian_relation"],
  ["联系电话", "guardian_mobile"],
  ["电话", "guardian_mobile"],
  ["联系方式", "guardian_mobile"],
  ["家庭电话", "guardian_mobile"],
  ["联系手机", "guardian_mobile"],
  ["联系电话号码", "guardian_mobile"],
]);

/** A head's meaning before guardians have their numbers: `group` tells columns of one guardian from another's. */
export interface HeadMeaning {
  field: RosterField;
  group?: string;
}

/** Returns a head as it is looked up and remembered: without blanks, marks, what stands in brackets, and case. */
export function normaliseHead(head: string): string {
  return withoutBlanks(head)
    .replaceAll(/(?:监护人|家长)[(（](父亲|母亲|爸爸|妈妈)[)）]/g, "$1")
    .replaceAll(/[(（]([1-4一二三四])[)）]/g, "$1")
    .replaceAll(/[(（【[〔][^)）】\]〕]*[)）】\]〕]/g, "")
    .replaceAll(/[*★☆▲※#:：。,，、"'“”]/g, "")
    .toLowerCase();
}

/** Returns a normalised head's meaning by its name; undefined where no list has it. */
export function meaningOfHead(head: string, kind: RosterKind): HeadMeaning | undefined {
  const field = BY_NAME.get(head);
  if (field !== undefined) return isOfKind(field, kind) ? { field } : undefined;
  if (kind === "teacher") {
    return /^(联系电话|电话|联系方式|联系手机)$/.test(head) ? { field: "mobile" } : undefined;
  }
  const only = ONLY_GUARDIAN.get(head);
  return only === undefined ? meaningOfGuardianHead(head) : { field: only, group: "" };
}

/** Returns whether a head names somebody else than the person of the row, whatever of them it holds. */
export const isOfSomebodyElse = (head: string) =>
  /父|母|爸|妈|监护|家长|成员|联系人|户主|配偶|班主任/.test(head);

function meaningOfGuardianHead(head: string): HeadMeaning | undefined {
  const [, before, who, after, parent, rest = ""] = GUARDIAN.exec(head) ?? [];
  const part = GUARDIAN_PARTS.find(([pattern]) => pattern.test(rest));
  if (part === undefined || (who === undefined && parent === undefined)) return undefined;
  const number = before ?? after;
  const group =
    parent === undefined
      ? number === undefined
        ? ""
        : String(smallNumber(number))
      : (relationOfHead(head) ?? "");
  return { field: part[1], group };
}

/** Returns the relation that a guardian's head says: `父亲电话` → 父亲. */
export function relationOfHead(head: string): string | undefined {
  if (/父亲|爸爸/.test(head) && !/母|妈/.test(head)) return "父亲";
  return /母亲|妈妈/.test(head) && !/父|爸/.test(head) ? "母亲" : undefined;
}

/** Gives guardians their numbers by the order of their first columns; columns beyond the last guardian have no meaning. */
export function numberGuardians(found: (HeadMeaning | undefined)[]): (ColumnMeaning | null)[] {
  const groups = [...new Set(found.flatMap((meaning) => meaning?.group ?? []))];
  return found.map((meaning) => {
    if (meaning === undefined) return null;
    const { field, group } = meaning;
    if (group === undefined) return { field };
    const guardian = groups.indexOf(group) + 1;
    return guardian > ROSTER_GUARDIANS ? null : { field, guardian };
  });
}

function isOfKind(field: RosterField, kind: RosterKind): boolean {
  return !(kind === "teacher" ? STUDENT_ONLY : TEACHER_ONLY).includes(field);
}

function words(list: string): string[] {
  return list.split(" ");
}
