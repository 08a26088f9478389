import { sql } from "kysely";
import type { Identity, Theme, Appearance, TextSize } from "#contract";
import type { Database } from "../database/database.ts";
import { listed } from "../database/batched-reads.ts";
import type { SessionTable } from "../database/tables/session.ts";
import type { UserTable } from "../database/tables/user.ts";
import { ACTIVE_GRANTS, HEADED_CLASSES } from "../rights/queries.ts";
import type { ActiveGrant } from "../rights/rules.ts";
import type { Membership } from "./acting.ts";

/** The person of a session, with all that every call needs. */
export interface Person {
  id: string;
  account: string;
  name: string;
  avatar: string | null;
  mobile: string | null;
  email: string | null;
  gender: UserTable["gender"];
  admission_time: string | null;
  theme: Theme;
  appearance: Appearance;
  text_size: TextSize;
  eye_mode: boolean;
  eye_interval: number;
  /** True when a guardian has set the rules of eye protection, and the person still has one. */
  eye_fixed: boolean;
  is_abled: boolean;
  /** The stored identity; it may no longer be held. */
  identity: Identity | null;
  school_id: string | null;
  memberships: Membership[];
  /** Active grants; the rights that identities bring are not among them. */
  grants: ActiveGrant[];
}

export interface StoredSession {
  id: string;
  client: SessionTable["client"];
  last_seen_at: Date;
  expires_at: Date;
  end_reason: SessionTable["end_reason"];
  /** The last time the person gave a password or second factor in this session. */
  proved_at: Date | null;
  /** The last use of administration in this session (GR-08). */
  administered_at: Date | null;
}

export interface SessionAndPerson {
  session: StoredSession;
  person: Person;
}

/** The SQL of a `Person`'s columns, from "user" `u`. */
export const PERSON = sql`
  u.id, u.account, u.name, u.avatar, u.mobile, u.email, u.gender, u.admission_time, u.theme, u.appearance,
  u.text_size, u.eye_mode, u.eye_interval,
  u.eye_fixed and exists (select from guardian g where g.child_id = u.id) as eye_fixed,
  u.is_abled, u.identity, u.school_id,
  (
    select coalesce(json_agg(json_build_object(
      'id', c.id, 'name', c.name, 'logo', c.logo, 'kind', c.kind,
      'is_abled', c.is_abled and m.is_abled, 'identity', m.identity,
      'headed_classes', ${HEADED_CLASSES}) order by m.sort, m.school_id, m.identity), '[]')
    from membership m join school c on c.id = m.school_id where m.user_id = u.id
  ) as memberships,
  ${ACTIVE_GRANTS} as grants`;

interface Row extends Person, Omit<StoredSession, "id"> {
  token_hash: string;
  session_id: string;
}

/**
 * Returns session, person and memberships of each token, all in one indexed query; undefined where no session ever had the
 * token.
 */
export async function findSessions(
  db: Database,
  tokenHashes: readonly string[],
): Promise<(SessionAndPerson | undefined)[]> {
  const { rows } = await sql<Row>`
    select s.token_hash, s.id as session_id, s.client, s.last_seen_at, s.expires_at, s.end_reason, s.proved_at,
      s.administered_at, ${PERSON}
    from session s join "user" u on u.id = s.user_id
    where s.token_hash = any (${listed(tokenHashes)})`.execute(db);
  const found = new Map(rows.map((row) => [row.token_hash, sessionOf(row)]));
  return tokenHashes.map((hash) => found.get(hash));
}

function sessionOf({ token_hash: _, session_id, ...row }: Row): SessionAndPerson {
  const { client, last_seen_at, expires_at, end_reason, proved_at, administered_at, ...person } =
    row;
  const times = { last_seen_at, expires_at, proved_at, administered_at };
  return { session: { id: session_id, client, end_reason, ...times }, person };
}

/** Writes when a session was last seen and how long it now lasts, unless another node has done so since `before`. */
export async function touchSession(
  db: Database,
  { id, last_seen_at, expires_at }: StoredSession,
  before: Date,
): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_seen_at, expires_at })
    .where("id", "=", id)
    .where("last_seen_at", "<", before)
    .where("ended_at", "is", null)
    .execute();
}

/** Writes when administration was last used in a session. */
export async function touchAdministration(
  db: Database,
  { id }: Pick<StoredSession, "id">,
  now: Date,
): Promise<void> {
  await db.updateTable("session").set({ administered_at: now }).where("id", "=", id).execute();
}

/** Ends an expired session, unless another node has just seen it used. */
export async function endExpiredSession(
  db: Database,
  { id }: Pick<StoredSession, "id">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "expired" })
    .where("id", "=", id)
    .where("expires_at", "<=", now)
    .where("ended_at", "is", null)
    .execute();
}
