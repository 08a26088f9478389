import type { OtherRosterKind, RosterKind } from "#contract";
import { findHeads, type Heads } from "./heads.ts";
import { normaliseHead } from "./meanings.ts";
import type { Table } from "./table.ts";
import { maskIdNumbers } from "./text.ts";

/**
 * Normalised heads that only a roster of this kind has. 编号, 班主任, 科目 and whom to call in need are in both, and no sign.
 */
const SIGNS: Readonly<Record<RosterKind, RegExp>> = {
  student:
    /^(学生|幼儿|宝宝|学籍|学号|校内学号|入学|入园|(全国|电子|正式|国家|省|市|地方)(统一)?学籍|studentn|studentid)|家长|监护|父亲|母亲|爸爸|妈妈/,
  teacher:
    /^(教师|老师|教职工|职工|员工)(姓名|手机号?|身份证号|编号|号)$|^(工号|教工号|staffno)$|^(任教|任课|授课|执教|所教)|^(任班主任|所带班级|担任(任课|班主任)|是否班主任)/,
};

/**
 * Returns the kind of people that a sheet's heads say it lists, and those heads, where that is not the kind it is read as
 * (RO-01); null where they say nothing, or both. A sheet without heads of its kind is looked at as one of the other.
 */
export function otherKind(
  table: Table,
  own: Heads | undefined,
  kind: RosterKind,
): OtherRosterKind | null {
  const other = kind === "student" ? "teacher" : "student";
  const found = own ?? findHeads(table, other, new Set());
  if (found === undefined) return null;
  const saying = (of: RosterKind) =>
    found.heads.filter((head, column) =>
      [head, found.lines[column]?.at(-1) ?? ""].some((text) => SIGNS[of].test(normaliseHead(text))),
    );
  if (saying(kind).length > 0) return null;
  const heads = saying(other).map(maskIdNumbers);
  return heads.length === 0 ? null : { kind: other, heads };
}
