import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { keepOrigins } from "../origin/api.ts";
import { sweepBundles } from "../roster/api.ts";
import { endRestingGrants } from "../rights/api.ts";
import { daysBefore } from "../platform/days.ts";

/** Identities, or locks, that end in one transaction: the embedded engine serves nobody else meanwhile. */
const ENDED_AT_ONCE = 500;

/** Disables memberships and removes locks whose `until` has passed (AD-05, AD-06); other nodes follow within a second. */
export async function endExpired(app: FastifyInstance): Promise<void> {
  const now = app.now();
  for (const endSome of [endIdentities, endLocks]) {
    let touched: { user_id: string }[];
    do {
      touched = await app.db.transaction().execute((trx) => endSome(app, trx, now));
      for (const { user_id } of touched) app.sessions.forget(user_id);
    } while (touched.length === ENDED_AT_ONCE);
  }
}

async function endIdentities(app: FastifyInstance, trx: Queryable, now: Date) {
  const { rows: ended } = await sql<{ school_id: string; user_id: string; identity: string }>`
    with over as (
      select school_id, user_id, identity from membership where until <= ${now} and is_abled
      order by until limit ${ENDED_AT_ONCE} for update skip locked)
    update membership m set is_abled = false from over o
    where m.school_id = o.school_id and m.user_id = o.user_id and m.identity = o.identity
    returning m.school_id, m.user_id, m.identity`.execute(trx);
  await endRestingGrants(trx, ended, now);
  for (const { school_id, user_id, identity } of ended) {
    const object = { kind: "school", id: school_id };
    const detail = { enabled: false, identities: [identity], why: "until" };
    const event = { action: "membership-change", subject_id: user_id, object, detail } as const;
    await app.audit.record(null, event, trx);
  }
  await notifyPeople(
    trx,
    { by: null, now },
    ended.map(({ school_id, user_id, identity }) => ({
      ...{ user_id, kind: "identity-ended", detail: { school_id, identity, by: "day" } },
    })),
  );
  return ended;
}

async function endLocks(app: FastifyInstance, trx: Queryable, now: Date) {
  const { rows: free } = await sql<{ user_id: string }>`
    with over as (
      delete from person_lock where user_id in (
        select user_id from person_lock where until <= ${now}
        order by until limit ${ENDED_AT_ONCE} for update skip locked)
      returning user_id)
    update "user" u set is_abled = true from over where u.id = over.user_id returning u.id as user_id`.execute(
    trx,
  );
  for (const { user_id } of free) {
    const detail = { enabled: true, why: "until" };
    const event = { action: "access-change", subject_id: user_id, detail } as const;
    await app.audit.record(null, event, trx);
  }
  await notifyPeople(
    trx,
    { by: null, now },
    free.map(({ user_id }) => ({ user_id, kind: "account-unlocked", detail: { by: "day" } })),
  );
  return free;
}

/** Days after which a plan that nobody applied is discarded. */
const PLAN_DAYS = 7;

/** Rows deleted in one transaction: the embedded engine serves nobody else meanwhile. */
const DELETED_AT_ONCE = 500;

/**
 * Discards abandoned plans, and deletes the rows of sets that can no longer be undone: the counts stay, and which rows the
 * set wrote (AD-02).
 */
export async function sweepChangeSets(db: Database, now: Date): Promise<void> {
  const old = daysBefore(now, PLAN_DAYS);
  await sql`update change_set set state = 'discarded'
    where state in ('planned', 'held', 'waiting') and greatest(created_at, apply_at) < ${old}`.execute(
    db,
  );
  const { rows: over } = await sql<{ id: string; row_count: number }>`
    select id, row_count from change_set where input is not null and (
      state in ('discarded', 'outdated') and created_at < ${old} or undo_until < ${now})
    order by applied_at, id`.execute(db);
  for (const { id, row_count } of over) {
    for (let from = 0; from < row_count; from += DELETED_AT_ONCE) {
      const to = from + DELETED_AT_ONCE;
      await db.transaction().execute(async (trx) => {
        await keepOrigins(trx, id, { from, to });
        await sql`delete from change_row where set_id = ${id} and seq >= ${from} and seq < ${to}`.execute(
          trx,
        );
      });
    }
    await anonymise(db, id);
  }
  await sweepBundles(db, old);
}

/** Removes personal data from a set that can no longer be undone, and its remaining rows. */
async function anonymise(db: Database, id: string): Promise<void> {
  await sql`with done as (
      update change_set set input = null, unmatched = '{}',
        -- what is about one person, or about guardians, has names in it
        act = case when person_count = 1 or kind like 'guardian%' then '修改人员资料' else act end,
        sentence = case when person_count = 1 or kind like 'guardian%' then '' else sentence end
      where id = ${id}
      returning id)
    delete from change_row r using done where r.set_id = done.id`.execute(db);
}
