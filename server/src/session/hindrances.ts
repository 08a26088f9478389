import { sql, type RawBuilder } from "kysely";
import { HOLDING_MUCH } from "./factor/rules.ts";

/**
 * Whether anything may stand between the right password and the session: a consent not given yet, or a second step. Said
 * of "user" `u`; where it is false, and that is nearly everybody, nobody need be asked more. `asksConsent` is false of who
 * is surely never asked; what a missing consent of anybody else means is decided by `newConsents`.
 */
export function hindrances(
  policy: "required" | "offered",
  asksConsent: boolean,
  now: Date,
): RawBuilder<boolean> {
  const mustHaveFactor =
    policy === "offered"
      ? sql`false`
      : sql`exists (select from membership m where m.user_id = u.id and m.identity = any(${HOLDING_MUCH}))`;
  const missesConsent = asksConsent
    ? sql`exists (
      select from agreement a
      where a.type in ('user', 'privacy') and a.effective_at <= ${now}
        and not exists (
          select from agreement n where n.type = a.type and n.version > a.version and n.effective_at <= ${now})
        and not exists (
          select from consent c where c.user_id = u.id and c.type = a.type and c.version = a.version))`
    : sql`false`;
  return sql<boolean>`
    ${missesConsent}
    or exists (select from totp t where t.user_id = u.id)
    or exists (select from passkey p where p.user_id = u.id)
    or ${mustHaveFactor}`;
}
