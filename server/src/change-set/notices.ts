import type { NewNotice } from "../person-notice/api.ts";
import type { PlannedRow } from "./rules.ts";

/** Returns the notices of written rows: accounts locked and unlocked, identities that began and ended (AD-12). */
export function noticesOf(rows: readonly PlannedRow[]): NewNotice[] {
  // who was only made by this change, or is taken back by it, has no account that something was done to
  const made = new Set(
    rows.flatMap(({ table, before, after, person_id }) =>
      table === "user" && (before === null || after === null) ? (person_id ?? []) : [],
    ),
  );
  return rows.flatMap((row) => {
    const { person_id } = row;
    if (person_id === null || made.has(person_id)) return [];
    if (row.table === "user") return ofAccount(row, person_id, rows);
    return row.table === "membership" ? ofMembership(row) : [];
  });
}

function ofAccount(
  { before, after }: PlannedRow,
  user_id: string,
  rows: readonly PlannedRow[],
): NewNotice[] {
  const was = before?.["is_abled"];
  const is = after?.["is_abled"];
  if (typeof was !== "boolean" || typeof is !== "boolean" || was === is) return [];
  if (is) return [{ user_id, kind: "account-unlocked" }];
  const lock = rows.find((one) => one.table === "person_lock" && one.person_id === user_id);
  return [{ user_id, kind: "account-locked", detail: { until: textOf(lock?.after?.["until"]) } }];
}

function ofMembership({ key, before, after }: PlannedRow): NewNotice[] {
  const { user_id, school_id, identity } = key as Record<string, string>;
  if (user_id === undefined || school_id === undefined || identity === undefined) return [];
  const was = before?.["is_abled"] === true || (before !== null && !("is_abled" in before));
  const is = after === null ? false : (after["is_abled"] ?? was) === true;
  if (was === is) return [];
  const detail = { school_id, identity };
  if (!is) return [{ user_id, kind: "identity-ended", detail }];
  return [
    { user_id, kind: "identity-added", detail: { ...detail, until: textOf(after?.["until"]) } },
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
