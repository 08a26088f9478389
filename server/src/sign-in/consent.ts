import { sql } from "kysely";
import { isChild } from "#contract";
import {
  type Agreed,
  type InForce,
  keepConsents,
  lacksOwnConsent,
  missingConsents,
  ownAgreementsInForce,
} from "../consent/api.ts";
import type { Database, Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { PersonToSignIn, Step } from "./sign-in.ts";
import { mayBeAsked } from "./rules.ts";

/**
 * The pending check for consent: everybody agrees to the agreements in force, except a child, for whom a guardian does
 * (SE-08).
 */
export const consentStep: Step = {
  name: "consent",
  mayDemand({ deps, person }) {
    const now = deps.now();
    return mayBeAsked(person.birth_date, now) ? lacksOwnConsent(now) : sql<boolean>`false`;
  },
  async pass({ deps, person, check, writes }) {
    const consents = await newConsents(deps.db, person, check?.consents ?? [], deps.now());
    if (consents.length === 0) return;
    writes.push((trx, at) => recordConsents(trx, person.id, consents, at));
  },
};

/**
 * Returns the agreements this sign-in newly consents to; refused with 40004 while one of those in force
 * has neither been agreed to before nor with this sign-in. A child under 14 is not asked: a guardian is (SE-08).
 */
export async function newConsents(
  db: Database,
  person: PersonToSignIn,
  given: readonly Agreed[],
  now: Date,
): Promise<InForce[]> {
  const inForce = await ownAgreementsInForce(db, person.id, now);
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

/** Stores a person's own consents, given with a sign-in. */
export async function recordConsents(
  trx: Queryable,
  userId: string,
  consents: readonly Agreed[],
  now: Date,
): Promise<void> {
  await keepConsents(trx, consents, { user_id: userId, given_by: null, now });
}
