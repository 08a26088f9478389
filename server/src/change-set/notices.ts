import type { NewNotice } from "../person-notice/api.ts";
import type { PlannedRow } from "./rules.ts";

/**
 * Returns the notices of written rows: accounts locked and unlocked, identities that began and ended (AD-12), and to
 * guardians what became of their relation to a child (AD-08).
 *
 * @param made people whom the whole change makes: they have no account that something was done to
 */
export function noticesOf(rows: readonly PlannedRow[], made: ReadonlySet<string>): NewNotice[] {
  const isMerge = rows.some(
    ({ table, before, after }) =>
      table === "person_lock" && (after ?? before)?.["merged_into"] != null,
  );
  return rows.flatMap((row) => {
    const { person_id } = row;
    // a guardian who only goes over to the other account is the same guardian
    if (row.table === "guardian") return isMerge ? [] : ofGuardian(row, made);
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

/** Returns the guardian's notice; the child is told nothing. */
function ofGuardian({ key, before, after }: PlannedRow, made: ReadonlySet<string>): NewNotice[] {
  const { user_id, child_id } = key as Record<string, string>;
  if (user_id === undefined || child_id === undefined || made.has(user_id)) return [];
  if (made.has(child_id) && after === null) return [];
  const relation = textOf(after?.["relation"]) ?? "";
  if (after !== null && before !== null && textOf(before["relation"]) === relation) return [];
  const kind =
    after === null ? "guardian-ended" : before === null ? "guardian-bound" : "guardian-changed";
  return [{ user_id, kind, about_id: child_id, detail: { relation } }];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
