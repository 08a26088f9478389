import { sql } from "kysely";
import { isChild } from "#contract";
import type { Queryable } from "../database/database.ts";
import { readAgeFacts } from "./age-facts.ts";
import { Refusal } from "./refusal.ts";

/**
 * Refuses what is not needed to learn (a picture of oneself, an attachment) of a child under 14 for whom no guardian has
 * agreed to the child agreement (SE-08, docs/decisions/023).
 */
export async function wantGuardianConsent(db: Queryable, userId: string, now: Date): Promise<void> {
  const facts = await readAgeFacts(db, userId);
  if (facts === undefined || !isChild(facts, now)) return;
  const { rows } = await sql`
    select 1 from consent where user_id = ${userId} and type = 'child' and given_by is not null limit 1`.execute(
    db,
  );
  if (rows.length > 0) return;
  throw new Refusal("notAllowed", {
    msg: "要先请爸爸妈妈在他们的学门里同意，才能上传",
    data: { reason: "guardian_consent" },
  });
}
