import type { AuditAction } from "./audit.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { Queryable } from "../database/database.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { findPerson } from "../user/api.ts";
import { ENTRY_COLUMNS } from "./columns.ts";

export interface AuditListQuery {
  /** The actor: an account, an id or a name. */
  user?: string | undefined;
  /** The person concerned: an account, an id or a name. */
  subject?: string | undefined;
  school?: string | undefined;
  action?: AuditAction | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  limit: number;
}

export interface ListedEntry extends AuditEntry {
  /** The accounts as they are now; null when there is nobody of that id any more. */
  account: string | null;
  subject_account: string | null;
}

/**
 * Returns the matching entries, the latest first, with the present accounts of actor and subject. Throws `OperatorRefused`
 * for a person whom nothing knows.
 */
export async function listEntries(
  db: Queryable,
  { user, subject, school, action, since, until, limit }: AuditListQuery,
): Promise<ListedEntry[]> {
  let query = db
    .selectFrom("audit_entry as e")
    .leftJoin("user as u", "u.id", "e.user_id")
    .leftJoin("user as s", "s.id", "e.subject_id")
    .select(["e.id", "u.account", "s.account as subject_account"])
    .select(ENTRY_COLUMNS)
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .limit(limit);
  if (user !== undefined) query = query.where("e.user_id", "=", await idOf(db, user));
  if (subject !== undefined) query = query.where("e.subject_id", "=", await idOf(db, subject));
  if (school !== undefined) query = query.where("e.school_id", "=", school);
  if (action !== undefined) query = query.where("e.action", "=", action);
  if (since !== undefined) query = query.where("e.at", ">=", since);
  if (until !== undefined) query = query.where("e.at", "<", until);
  return query.execute();
}

/** Returns the id of the person meant; entries go on naming one who was erased by the id alone. */
async function idOf(db: Queryable, given: string): Promise<string> {
  try {
    return (await findPerson(db, given)).id;
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error;
    const named = await db
      .selectFrom("audit_entry")
      .select("id")
      .where((row) => row.or([row("user_id", "=", given), row("subject_id", "=", given)]))
      .limit(1)
      .executeTakeFirst();
    if (named === undefined) throw error;
    return given;
  }
}
