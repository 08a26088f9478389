import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { INVITATION_CODE_LENGTH, INVITATION_LETTERS } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { InvitationTable } from "../database/tables/user.ts";
import { newReadableCode } from "../platform/secret.ts";

/** Stores a new invitation, with the given id if any; returns its id and code. */
export async function addInvitation(
  db: Queryable,
  {
    id = randomUUID(),
    ...terms
  }: Omit<Insertable<InvitationTable>, "id" | "code" | "used" | "revoked_at"> & { id?: string },
): Promise<{ id: string; code: string }> {
  const code = newReadableCode(INVITATION_LETTERS, INVITATION_CODE_LENGTH);
  await db
    .insertInto("invitation")
    .values({ ...terms, id, code, revoked_at: null })
    .execute();
  return { id, code };
}
