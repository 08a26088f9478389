import {
  chinaDay,
  type ChangeRow,
  GRADE_NAMES,
  IDENTITY_NAMES,
  type Identity,
  isIdentity,
  pictureKeyOf,
  STAGES,
} from "#contract";
import { maskMobile } from "../platform/mask.ts";
import type { StoredRow } from "./queries.ts";
import { writtenTable } from "./tables.ts";

const STATE_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  user: ["可以登录", "已锁定"],
  class: ["使用中", "已归档"],
};
const GENDERS: Readonly<Record<string, string>> = { male: "男", female: "女" };
const NOTHING = "（空）";

/** Returns a row in words: the thing, the person with their account, and each field before and after. */
export function rowInWords(row: StoredRow, account: string | null): ChangeRow {
  const { seq, table_key, before, after, label, person_id, state, note } = row;
  const { name: what, shown } = writtenTable(table_key);
  const act: ChangeRow["act"] = before === null ? "add" : after === null ? "remove" : "change";
  const full = (values: object | null) => values && { ...row.key, ...values };
  const [old, next] = act === "change" ? [before, after] : [full(before), full(after)];
  const fields = Object.entries(shown).flatMap(([column, name]) => {
    const [from, to] = [valueOf(row, column, old), valueOf(row, column, next)];
    // what is empty on the one side there is says nothing
    if (from === to || (act !== "change" && (from ?? to) === NOTHING)) return [];
    return [{ label: name, before: from, after: to }];
  });
  const of = { seq, what, person_id, account, act, state, note };
  const child = childOf(row);
  if (child === undefined) return { ...of, label, fields };
  const guardian = { label: "监护人", before: old && label, after: next && label };
  const others = fields.filter((one) => one.label !== shown["child_id"]);
  return { ...of, label: child, fields: [guardian, ...others] };
}

/** Returns the child of a bond that is a row of the child's, and is kept under the guardian's name. */
function childOf({ table_key, key, words, person_id }: StoredRow): string | undefined {
  return table_key === "guardian" && person_id !== null && key["child_id"] === person_id
    ? words[person_id]
    : undefined;
}

function valueOf(
  { table_key, words }: StoredRow,
  column: string,
  values: Readonly<Record<string, unknown>> | null,
): string | null {
  if (values === null || !(column in values)) return null;
  const value = values[column];
  if (value === null || value === "") return NOTHING;
  if (column === "is_abled") {
    const [on, off] = STATE_WORDS[table_key] ?? ["启用", "停用"];
    return value === true ? on : off;
  }
  if (column === "is_head") return value === true ? "是" : "否";
  if (Array.isArray(value)) return value.map(stageName).join("、") || NOTHING;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // an address says nothing to anybody
  if (column === "logo") return pictureKeyOf(text) === undefined ? "原来的图片" : "上传的图片";
  if (column === "until" || column === "data_until") return chinaDay(text);
  if (column === "mobile") return maskMobile(text);
  if (column === "gender") return GENDERS[text] ?? text;
  if (column === "grade_id") return GRADE_NAMES[text] ?? text;
  if (column === "stage_id") return stageName(text);
  if (column === "identity" && isIdentity(text)) return IDENTITY_NAMES[text satisfies Identity];
  return words[text] ?? text;
}

function stageName(id: unknown): string {
  return STAGES.find((stage) => stage.id === id)?.name ?? String(id);
}
