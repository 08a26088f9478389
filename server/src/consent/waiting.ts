import { sql } from "kysely";
import type { AgreementType } from "#contract";
import type { Queryable } from "../database/database.ts";

interface Waiting {
  version: number;
  title: string;
  effective_at: Date;
}

export interface AskedOfWaiting {
  type: AgreementType;
  /** The version that is left out of account. */
  besides: number;
  after: Date;
}

/** The last to begin of those that begin later; one that a higher version forestalls will never be in force. */
export async function lastWaiting(
  trx: Queryable,
  { type, besides, after }: AskedOfWaiting,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select version, title, effective_at from agreement as waiting
    where type = ${type} and effective_at > ${after} and not exists (
      select from agreement as higher
      where higher.type = waiting.type and higher.version > waiting.version
        and higher.version <> ${besides} and higher.effective_at <= waiting.effective_at)
    order by effective_at desc limit 1`.execute(trx);
  return rows[0];
}
