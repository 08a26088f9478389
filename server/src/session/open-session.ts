import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { entryParts, type AuditEntry } from "../http/audit-entry.ts";
import { PERSON, type Person } from "../http/session-record.ts";
import type { NewSession } from "./queries.ts";

export interface Opening {
  session: NewSession;
  /** The password that opened the way, as it is kept; undefined where it was another way. */
  passwordHash?: string | null | undefined;
  /** A condition on the person, "user" `u`, without which nothing is opened. */
  unless?: RawBuilder<boolean> | undefined;
  entry: AuditEntry;
}

/**
 * `gone`: the person is not enabled any more, or the password is another by now. `hindered`: what `unless` says holds.
 * `late`: somebody else opened one at the same moment.
 */
export type Opened =
  | { outcome: "gone" | "hindered" | "late" }
  | {
      outcome: "opened";
      /** The live session of that client kind had to make room. */
      replaced: boolean;
      /** Whose it is, as every call needs to know them. */
      person: Person;
    };

/**
 * Ends the live session of this person and client kind, opens another and writes that down: all or nothing, in one
 * statement, since everybody does it at eight o'clock (SE-05). It locks the person: who disables them or changes the
 * password at the same moment finds the session that was opened, and ends it.
 */
export async function openSession(
  db: Queryable,
  { session, passwordHash, unless = sql<boolean>`false`, entry }: Opening,
): Promise<Opened> {
  const { id, token_hash, user_id, client, device, ip } = session;
  const { created_at, last_seen_at, expires_at, proved_at } = session;
  const isStillIt =
    passwordHash === undefined
      ? sql`true`
      : sql`u.password_hash is not distinct from ${passwordHash}`;
  const { rows } = await sql<Row>`
    with person as (
      select u.id, not (${unless}) as free from "user" u
      where u.id = ${user_id} and u.is_abled and ${isStillIt} for no key update
    ), ended as (
      update session s set ended_at = ${created_at}, end_reason = 'replaced' from person
      where person.free and s.user_id = person.id and s.client = ${client} and s.ended_at is null
      returning s.id
    ), opened as (
      insert into session (id, token_hash, user_id, client, device, ip, created_at, last_seen_at, expires_at, proved_at)
      select ${id}, ${token_hash}, person.id, ${client}, ${device}, ${ip}, ${created_at}::timestamptz,
        ${last_seen_at}::timestamptz, ${expires_at}::timestamptz, ${proved_at}::timestamptz
      -- counted so that the other one has ended before
      from person where person.free and (select count(*) from ended) >= 0
      on conflict (user_id, client) where ended_at is null do nothing
      returning id
    ), ${entryParts([entry], sql`exists (select from opened)`)}
    select (select free from person) as free, exists (select from opened) as opened,
      exists (select from ended) as replaced, ${PERSON}
    from "user" u where u.id = ${user_id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return { outcome: "gone" };
  const { free, opened, replaced, ...person } = row;
  if (free === null) return { outcome: "gone" };
  if (!free) return { outcome: "hindered" };
  return opened ? { outcome: "opened", replaced, person } : { outcome: "late" };
}

interface Row extends Person {
  /** Null when there is no such person any more. */
  free: boolean | null;
  opened: boolean;
  replaced: boolean;
}
