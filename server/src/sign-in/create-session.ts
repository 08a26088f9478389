import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { entryOf, entryParts, type AuditEntry } from "../audit/audit-entry.ts";
import type { SessionTable } from "../database/tables/session.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import { daysAfter } from "../platform/days.ts";
import { PERSON, type Person } from "../session/session-record.ts";
import type { PassedStep } from "./factor/second-factors.ts";
import type { SignInDeps, Visitor, Write } from "./sign-in.ts";

/**
 * Attempts at the statement: of sign-ins of the same person at the same moment one succeeds each time, and more never
 * come at once.
 */
const TRIES = 50;
const MAX_DEVICE_NAME_LENGTH = 200;

/** The way in which the person was identified; for the audit. */
export type SignInWay = "password" | "credential" | "qr" | "code" | "passkey" | "other";

/** Options of a new session: the means of identification, and what is written in its transaction. */
export interface SessionOptions {
  by: SignInWay;
  /** The stored hash of the password that identified the person: it may have been changed meanwhile. */
  password_hash?: string | null | undefined;
  /** The second factor that was passed. */
  factor?: PassedStep["way"] | undefined;
  /** True when the password itself, or a second factor, was given just now. */
  proved: boolean;
  /** Writes in the same transaction; an error of one undoes all. */
  writes?: readonly Write[];
}

export interface NewSession {
  user_id: string;
  token: string;
  expires_at: Date;
  /** True when other sessions of the person have ended with it. */
  endedOthers: boolean;
}

/** Creates a session for an identified person, in place of the live one of that client kind (SE-05). */
export async function createSession(
  deps: SignInDeps,
  userId: string,
  visitor: Visitor,
  options: SessionOptions,
): Promise<NewSession> {
  const created = await createSessionUnless(deps, userId, visitor, options);
  if (created === undefined) throw new Error("No condition was given");
  return created;
}

/**
 * Creates the session, or returns undefined where the condition `unless` on "user" `u` holds.
 *
 * @throws Refusal `wrongPassword` when the person is disabled or the password has changed; `notReady` when other sign-ins
 *   of the person won `TRIES` times
 */
export async function createSessionUnless(
  deps: SignInDeps,
  userId: string,
  visitor: Visitor,
  options: SessionOptions,
  unless?: RawBuilder<boolean>,
): Promise<NewSession | undefined> {
  const { now, sessionDays } = deps;
  const { by, password_hash, factor, proved } = options;
  const token = newSecret();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const at = now();
    const session = {
      id: randomUUID(),
      token_hash: hashSecret(token),
      user_id: userId,
      client: visitor.client,
      device: visitor.device.slice(0, MAX_DEVICE_NAME_LENGTH),
      ip: visitor.address,
      created_at: at,
      last_seen_at: at,
      expires_at: daysAfter(at, sessionDays),
      proved_at: proved ? at : null,
    };
    const actor = { user_id: userId, session_id: session.id };
    const detail = { by, factor, client: visitor.client };
    const event = { action: "sign-in", actor, subject_id: userId, detail } as const;
    const opening = {
      session,
      passwordHash: password_hash,
      unless,
      entry: entryOf(visitor.request, event, at),
    };
    const opened = await insertWith(deps, opening, options.writes);
    if (opened.outcome === "gone") throw new Refusal("wrongPassword");
    if (opened.outcome === "pending") return undefined;
    if (opened.outcome === "opened") {
      const { expires_at } = session;
      return { user_id: userId, token, expires_at, endedOthers: opened.replaced };
    }
  }
  throw new Refusal("notReady", { retryAfter: 1 });
}

/** Inserts the session together with its writes and audit entry, or nothing. */
async function insertWith(
  { db, sessions }: SignInDeps,
  opening: Opening,
  writes: readonly Write[] = [],
): Promise<Opened> {
  if (writes.length === 0) {
    const reading = sessions.begin();
    const opened = await insertSession(db, opening);
    if (opened.outcome === "opened") sessions.admit(opening.session, opened.person, reading);
    return opened;
  }
  const { id, created_at } = opening.session;
  return db.transaction().execute(async (trx) => {
    const opened = await insertSession(trx, opening);
    if (opened.outcome !== "opened") return opened;
    for (const write of writes) await write(trx, created_at, id);
    return opened;
  });
}

interface SessionRow {
  id: string;
  token_hash: string;
  user_id: string;
  client: SessionTable["client"];
  device: string;
  ip: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** The time of the proof; null unless a password or a second factor was given. */
  proved_at: Date | null;
}

interface Opening {
  session: SessionRow;
  /** The stored hash of the password that was given; undefined for another way. */
  passwordHash?: string | null | undefined;
  /** A condition on "user" `u` under which no session is created. */
  unless?: RawBuilder<boolean> | undefined;
  entry: AuditEntry;
}

/**
 * The outcome of the statement. `gone`: the person is no longer enabled, or the password has changed. `pending`: the
 * condition of `unless` holds. `late`: another sign-in succeeded at the same moment.
 */
type Opened =
  | { outcome: "gone" | "pending" | "late" }
  | {
      outcome: "opened";
      /** True when a live session of that client kind was replaced. */
      replaced: boolean;
      /** The session's person, with all that every call needs. */
      person: Person;
    };

/**
 * Ends the live session of this person and client kind, inserts another and audits it: all or nothing, in one
 * statement, since everybody signs in at eight o'clock (SE-05). It locks the person: an act that disables the person or
 * changes the password at the same moment finds the new session, and ends it.
 */
async function insertSession(
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
  if (!free) return { outcome: "pending" };
  return opened ? { outcome: "opened", replaced, person } : { outcome: "late" };
}

interface Row extends Person {
  /** True when the person may be signed in; null when there is no such person. */
  free: boolean | null;
  opened: boolean;
  replaced: boolean;
}
