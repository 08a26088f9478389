import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Identity, NoticeState } from "#contract";
import type { Queryable } from "../database/database.ts";
import { hashAll } from "../database/planned.ts";
import { type GroupTerms, recipientsOf } from "../group/api.ts";
import type { RunningJob } from "../platform/job-attempt.ts";
import { heldOf } from "../rights/api.ts";
import { separationOf } from "../rights/duties.ts";
import { scopeOf } from "../rights/rules.ts";
import { planAlerts } from "./alerts.ts";
import { isAudienceWithin, termsOf } from "./audience.ts";
import { releaseFilesOf } from "./files.ts";
import { arrivalAt } from "./quiet-hours.ts";

export const SEND_JOB = "notice-send";
const REACHED: readonly Identity[] = ["student", "parent", "teacher", "manager", "admin"];

/**
 * Carries out the sending of a notice, school by school and identity by identity, each in a step of its own (IN-04). The
 * people are those who are in the audience at this moment; nobody sees it before all have it. One whose writer may no longer
 * send it is taken back instead.
 */
export async function carryOut(app: FastifyInstance, job: RunningJob): Promise<void> {
  const { db } = app;
  if (await isLeftBehind(app, job.ref_id)) {
    return takeBack(app, job.ref_id, { from: ["planned"], request: null, why: "right-ended" });
  }
  const notice = await db
    .updateTable("notice")
    .set({ state: "sending" })
    .where("id", "=", job.ref_id)
    .where("state", "in", ["planned", "sending"])
    .returning(["id", "school_id", "audience"])
    .executeTakeFirst();
  if (notice === undefined) return;
  const terms = await termsOf(db, notice.school_id, notice.audience);
  const schools = await db
    .selectFrom("school")
    .select("id")
    .where(({ or, eb }) =>
      or([eb("id", "=", notice.school_id), eb("parent_id", "=", notice.school_id)]),
    )
    .orderBy("id")
    .execute();
  const parts = schools.flatMap(({ id }) => REACHED.map((identity) => ({ school: id, identity })));
  for (const [index, part] of parts.entries()) {
    if (terms === undefined) break;
    const now = app.now();
    await job.step(`${part.school}/${part.identity}`, (trx) =>
      deliver(trx, { ...part, notice_id: notice.id, terms, now }),
    );
    job.progress(index + 1, parts.length);
  }
  await job.step("sent", async (trx) => {
    const now = app.now();
    const { numUpdatedRows } = await trx
      .updateTable("notice")
      .set({ state: "sent", sent_at: now, updated_at: now })
      .where("id", "=", notice.id)
      .where("state", "=", "sending")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await hashAll(trx);
    await planAlerts(app, trx, { notice_id: notice.id, reason: "sent", now });
  });
  app.inboxEvents.look();
  app.jobs.wake();
}

/** Returns whether who planned a notice may no longer send it: a right that has ended sends nothing. */
async function isLeftBehind(app: FastifyInstance, id: string): Promise<boolean> {
  const { db } = app;
  const notice = await db
    .selectFrom("notice")
    .select(["made_by", "school_id", "audience"])
    .where("id", "=", id)
    .where("state", "=", "planned")
    .executeTakeFirst();
  if (notice === undefined) return false;
  const separation = separationOf(app);
  const [holder] = await heldOf(db, notice.made_by === null ? [] : [notice.made_by], separation);
  const tree = await app.organisations.tree();
  const scope = scopeOf(holder?.held ?? [], "notice.send", tree, separation.now);
  return scope === undefined || !(await isAudienceWithin(db, scope, notice));
}

/**
 * Takes a notice back while it is in one of these states, with its files and an entry in the audit. `request` is null, and
 * `why` told, where nobody has asked for it.
 */
export async function takeBack(
  app: FastifyInstance,
  id: string,
  {
    from,
    request,
    why,
  }: { from: readonly NoticeState[]; request: FastifyRequest | null; why?: string },
): Promise<void> {
  const now = app.now();
  await app.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("notice")
      .set({ state: "taken-back", taken_back_at: now, updated_at: now })
      .where("id", "=", id)
      .where("state", "in", [...from])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await releaseFilesOf(app, trx, id);
    const detail = { act: "take-back", ...(why !== undefined && { why }) };
    const object = { kind: "notice", id };
    await app.audit.record(request, { action: "notice-change", object, detail }, trx);
  });
}

async function deliver(
  trx: Queryable,
  of: { school: string; identity: Identity; notice_id: string; terms: GroupTerms; now: Date },
): Promise<void> {
  const { school, identity, notice_id, terms, now } = of;
  const at = arrivalAt(identity, now);
  // a school that has just been imported has no statistics yet: row by row, its thousands would take minutes
  await hashAll(trx);
  await sql`insert into notice_recipient (id, school_id, notice_id, user_id, identity, child_id, visible_at, touched_at)
    select gen_random_uuid()::text, t.school_id, ${notice_id}, t.user_id, t.identity, t.child_id, ${at}, ${at}
    from (select distinct x.school_id, x.user_id, x.identity, x.child_id from (${recipientsOf(terms, now)}) x
      where x.school_id = ${school} and x.identity = ${identity}) t
    on conflict do nothing`.execute(trx);
}
