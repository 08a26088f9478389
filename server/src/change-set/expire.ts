import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { endRestingGrants } from "../rights/queries.ts";

/** Ends identities whose last day is over, and locks whose day has come (AD-05, AD-06); sessions follow within a second. */
export async function endWhatIsOver(app: FastifyInstance): Promise<void> {
  const now = app.now();
  const touched = await app.db.transaction().execute(async (trx) => {
    const { rows: ended } = await sql<{ school_id: string; user_id: string; identity: string }>`
      update membership set is_abled = false where until <= ${now} and is_abled
      returning school_id, user_id, identity`.execute(trx);
    await endRestingGrants(trx, ended, now);
    for (const { school_id, user_id, identity } of ended) {
      const object = { kind: "school", id: school_id };
      const detail = { enabled: false, identities: [identity], why: "until" };
      const event = { action: "membership-change", subject_id: user_id, object, detail } as const;
      await app.audit.record(null, event, trx);
    }
    const { rows: free } = await sql<{ user_id: string }>`
      with over as (delete from person_lock where until <= ${now} returning user_id)
      update "user" u set is_abled = true from over where u.id = over.user_id returning u.id as user_id`.execute(
      trx,
    );
    for (const { user_id } of free) {
      const detail = { enabled: true, why: "until" };
      const event = { action: "access-change", subject_id: user_id, detail } as const;
      await app.audit.record(null, event, trx);
    }
    return [...ended, ...free];
  });
  for (const { user_id } of touched) app.sessions.forget(user_id);
}
