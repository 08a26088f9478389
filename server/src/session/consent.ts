import { sql } from "kysely";
import { isChild } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { GRADES, IS_PUPIL } from "../http/age-facts.ts";
import { Refusal } from "../http/refusal.ts";
import type { PersonToSignIn } from "./queries.ts";
import { missingConsents, type Agreed } from "./rules.ts";

interface InForce extends Agreed {
  title: string;
  agreed: boolean;
  is_pupil: boolean;
  grades: string[];
}

/**
 * The agreements this sign-in newly consents to; refused with 40004 while one of those in force
 * has neither been agreed to before nor with this sign-in. A child under 14 is not asked: a guardian is (SE-08).
 */
export async function newConsents(
  db: Database,
  person: PersonToSignIn,
  given: readonly Agreed[],
  now: Date,
): Promise<Agreed[]> {
  const inForce = await agreementsInForce(db, person.id, now);
  const [about] = inForce;
  if (about === undefined || isChild({ ...about, birth_date: person.birth_date }, now)) return [];
  const wanted = inForce.filter(({ agreed }) => !agreed);
  const missing = missingConsents(wanted, given);
  if (missing.length > 0) {
    const agreements = wanted.map(({ type, version, title }) => ({ type, version, title }));
    throw new Refusal("checkWanted", {
      msg: "请先阅读并同意用户协议和隐私政策",
      data: { check: "consent", agreements },
    });
  }
  return wanted;
}

async function agreementsInForce(db: Database, userId: string, now: Date): Promise<InForce[]> {
  return db
    .selectFrom("agreement as a")
    .distinctOn("a.type")
    .leftJoin("consent as c", (join) =>
      join
        .on("c.user_id", "=", userId)
        .onRef("c.type", "=", "a.type")
        .onRef("c.version", "=", "a.version"),
    )
    .select([
      "a.type",
      "a.version",
      "a.title",
      sql<boolean>`c.user_id is not null`.as("agreed"),
      IS_PUPIL(sql`${userId}`).as("is_pupil"),
      GRADES(sql`${userId}`).as("grades"),
    ])
    .where("a.type", "in", ["user", "privacy"])
    .where("a.effective_at", "<=", now)
    .orderBy("a.type", "desc")
    .orderBy("a.version", "desc")
    .execute();
}

export async function recordConsents(
  trx: Queryable,
  userId: string,
  consents: readonly Agreed[],
  now: Date,
): Promise<void> {
  if (consents.length === 0) return;
  await trx
    .insertInto("consent")
    .values(
      consents.map(({ type, version }) => ({ user_id: userId, type, version, agreed_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
