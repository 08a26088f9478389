import { sql, type RawBuilder } from "kysely";
import type { AgreementType } from "#contract";
import type { Queryable } from "../database/database.ts";

const ID_KEY = "agreement-id";
const versionKey = (type: AgreementType) => `agreement-version-${type}`;

/** In SQL, the id that the next version of whatever type gets, as text. */
export const NEXT_ID = sql<string>`(${highestId()} + 1)::text`;

/** In SQL, the number that the next version of a type gets. */
export function nextVersion(type: AgreementType): RawBuilder<number> {
  return sql`${highestVersion(type)} + 1`;
}

/**
 * Notes the highest numbers given so far, before a version goes that may bear them: the audit and links go on naming it,
 * so none of the two is given again.
 */
export async function keepNumbers(trx: Queryable, type: AgreementType): Promise<void> {
  await sql`
    insert into platform_state (key, value)
    values (${ID_KEY}, (${highestId()})::text), (${versionKey(type)}, (${highestVersion(type)})::text)
    on conflict (key) do update set value = excluded.value`.execute(trx);
}

function highestId() {
  return sql`greatest(0, ${kept(ID_KEY)}, (select max(id::integer) from agreement where id ~ '^[0-9]{1,9}$'))`;
}

function highestVersion(type: AgreementType) {
  return sql`greatest(0, ${kept(versionKey(type))}, (select max(version) from agreement where type = ${type}))`;
}

function kept(key: string) {
  return sql`(select value::integer from platform_state where key = ${key})`;
}
