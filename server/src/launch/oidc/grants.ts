import type { Identity } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import type { Bearer } from "../tickets.ts";

/** A sign-in at an app that has not ended. */
export interface LiveGrant extends Bearer {
  id: string;
  sid: string;
  app_id: string;
}

export async function keepGrant(
  db: Queryable,
  { id, sid, app_id, bearer }: { id: string; sid: string; app_id: string; bearer: Bearer },
  created_at: Date,
): Promise<void> {
  const { user_id, session_id, identity, school } = bearer;
  await db
    .insertInto("oidc_grant")
    .values({
      id,
      sid,
      app_id,
      user_id,
      session_id,
      identity,
      school_id: school.id,
      created_at,
      ended_at: null,
      told_at: null,
    })
    .execute();
}

/** Returns the person of the grant, if the session lives and person, school and membership are still enabled. */
export async function liveGrant(
  db: Queryable,
  id: string,
  now: Date,
): Promise<LiveGrant | undefined> {
  const row = await db
    .selectFrom("oidc_grant as g")
    .innerJoin("session as s", "s.id", "g.session_id")
    .innerJoin("user as u", "u.id", "g.user_id")
    .innerJoin("school as c", "c.id", "g.school_id")
    .innerJoin("membership as m", (join) =>
      join
        .onRef("m.school_id", "=", "g.school_id")
        .onRef("m.user_id", "=", "g.user_id")
        .onRef("m.identity", "=", "g.identity"),
    )
    .where("g.id", "=", id)
    .where("g.ended_at", "is", null)
    .where("s.ended_at", "is", null)
    .where("s.expires_at", ">", now)
    .where("u.is_abled", "=", true)
    .where("c.is_abled", "=", true)
    .where("m.is_abled", "=", true)
    .select([
      "g.id",
      "g.sid",
      "g.app_id",
      "g.user_id",
      "g.session_id",
      "g.identity",
      "u.name",
      "c.id as school_id",
      "c.name as school",
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { school_id, school, ...grant } = row;
  return { ...grant, school: { id: school_id, name: school } };
}

/** An ended sign-in of which the app is to be notified. */
export interface EndedGrant {
  id: string;
  sid: string;
  app_id: string;
  user_id: string;
}

/** Selects a session's sign-ins, at one app or all, optionally except those under one identity at one school. */
export interface Which {
  session_id: string;
  app_id?: string | undefined;
  but?: { identity: Identity; school_id: string };
}

/** Ends sign-ins, each once, with every token issued for them. */
export async function endGrants(db: Queryable, which: Which, now: Date): Promise<EndedGrant[]> {
  let query = db
    .updateTable("oidc_grant")
    .set({ ended_at: now })
    .where("session_id", "=", which.session_id)
    .where("ended_at", "is", null);
  if (which.app_id !== undefined) query = query.where("app_id", "=", which.app_id);
  const { but } = which;
  if (but !== undefined) {
    query = query.where((row) =>
      row.or([row("identity", "!=", but.identity), row("school_id", "!=", but.school_id)]),
    );
  }
  const ended = await query.returning(["id", "sid", "app_id", "user_id"]).execute();
  await dropPayloads(
    db,
    ended.map(({ id }) => id),
  );
  return ended;
}

async function dropPayloads(db: Queryable, grantIds: string[]): Promise<void> {
  if (grantIds.length === 0) return;
  await db.deleteFrom("oidc_payload").where("grant_id", "in", grantIds).execute();
  await db
    .deleteFrom("oidc_payload")
    .where("model", "=", "Grant")
    .where("id_hash", "in", grantIds.map(hashSecret))
    .execute();
}

/** Ends one sign-in, if it has not ended. */
export async function endGrant(
  db: Queryable,
  id: string,
  now: Date,
): Promise<EndedGrant | undefined> {
  return db
    .updateTable("oidc_grant")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning(["id", "sid", "app_id", "user_id"])
    .executeTakeFirst();
}

/** Returns the platform's sessions in which the grants were made. */
export async function sessionsOf(
  db: Queryable,
  grantIds: readonly string[],
): Promise<{ session_id: string; user_id: string }[]> {
  if (grantIds.length === 0) return [];
  return db
    .selectFrom("oidc_grant")
    .select(["session_id", "user_id"])
    .distinct()
    .where("id", "in", [...grantIds])
    .execute();
}

export async function markNotified(db: Queryable, id: string, now: Date): Promise<void> {
  await db.updateTable("oidc_grant").set({ told_at: now }).where("id", "=", id).execute();
}

/** Takes ended sign-ins whose apps have not answered yet, so that no other node notifies them at the same time. */
export async function takeUnnotified(
  db: Queryable,
  { since, before, tries, most }: { since: Date; before: Date; tries: number; most: number },
): Promise<EndedGrant[]> {
  return db
    .updateTable("oidc_grant")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("id", "in", (query) =>
      query
        .selectFrom("oidc_grant")
        .select("id")
        .where("told_at", "is", null)
        .where("ended_at", ">", since)
        .where("ended_at", "<", before)
        .where("tries", "<", tries)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "sid", "app_id", "user_id"])
    .execute();
}

/** Deletes what oidc-provider kept (adapter.ts) and has expired. */
export async function dropExpired(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom("oidc_payload").where("expires_at", "<", now).execute();
}

/** Deletes sign-ins that ended long ago, and those of expired sessions. */
export async function dropOldGrants(db: Queryable, before: Date): Promise<void> {
  await db
    .deleteFrom("oidc_grant as g")
    .where("g.created_at", "<", before)
    .where((row) =>
      row.or([
        row("g.ended_at", "<", before),
        row.exists(
          row
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.id", "=", "g.session_id")
            .where("s.expires_at", "<", before),
        ),
      ]),
    )
    .execute();
}
