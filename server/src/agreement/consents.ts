import { sql } from "kysely";
import type { AgeFacts, AgreementType } from "#contract";
import type { Queryable } from "../database/database.ts";
import { GRADES, IS_PUPIL } from "../http/age-facts.ts";

export interface InForce {
  type: AgreementType;
  version: number;
  title: string;
}

/** The version in force of each type. */
export function agreementsInForce(db: Queryable, now: Date): Promise<InForce[]> {
  return db
    .selectFrom("agreement")
    .distinctOn("type")
    .select(["type", "version", "title"])
    .where("effective_at", "<=", now)
    .orderBy("type", "desc")
    .orderBy("version", "desc")
    .execute();
}

export interface Known extends AgeFacts {
  id: string;
  name: string;
  /** What has been agreed to, `type@version`; for a child, by a guardian. */
  agreed: string[];
}

/** Oneself, or one's children, with what has been agreed to. */
export async function readKnown(
  db: Queryable,
  userId: string,
  whose: "own" | "children",
): Promise<Known[]> {
  const who =
    whose === "own"
      ? sql`u.id = ${userId}`
      : sql`u.is_abled and u.id in (select child_id from guardian where user_id = ${userId})`;
  const counts = whose === "own" ? sql`true` : sql`c.given_by is not null`;
  const { rows } = await sql<Known>`
    select u.id, u.name, u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades,
      array(select c.type || '@' || c.version from consent c where c.user_id = u.id and ${counts}) as agreed
    from "user" u where ${who} order by u.birth_date, u.id`.execute(db);
  return rows;
}

/** Keeps what was agreed to; that a guardian did counts more than that the child had done so before. */
export async function keepConsents(
  trx: Queryable,
  agreements: readonly { type: string; version: number }[],
  { user_id, given_by, now }: { user_id: string; given_by: string | null; now: Date },
): Promise<void> {
  await trx
    .insertInto("consent")
    .values(
      agreements.map(({ type, version }) => ({ user_id, type, version, agreed_at: now, given_by })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "type", "version"])
        .doUpdateSet((given) => ({
          given_by: given.ref("excluded.given_by"),
          agreed_at: given.ref("excluded.agreed_at"),
        }))
        .where("consent.given_by", "is", null)
        .where(sql<boolean>`excluded.given_by is not null`),
    )
    .execute();
}
