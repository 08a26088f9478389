import type { Selectable } from "kysely";
import { AGREEMENT_TYPES } from "#contract";
import type { Database } from "../database/database.ts";
import type { AgreementTable } from "../database/tables/agreement.ts";

/** The agreement of an id, or the version of a type that is in force; both given, both must hold. */
export async function findAgreement(
  db: Database,
  { type, id }: { type: string | undefined; id: string | undefined },
  now: Date,
): Promise<Selectable<AgreementTable> | undefined> {
  const known = AGREEMENT_TYPES.find((one) => one === type);
  if (type !== undefined && known === undefined) return undefined;
  let query = db.selectFrom("agreement").selectAll().where("effective_at", "<=", now);
  if (known !== undefined) query = query.where("type", "=", known);
  if (id !== undefined) query = query.where("id", "=", id);
  return query.orderBy("version", "desc").limit(1).executeTakeFirst();
}
