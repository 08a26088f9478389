import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { endSignIns } from "../sign-in/api.ts";
import { eraseRows } from "./erase.ts";
import { indispensable } from "./requests.ts";
import { scheduleWipe } from "./wipe.ts";

/** Erases what another feature keeps of a person besides rows, in the same transaction. */
export type EraseElsewhere = (trx: Queryable, userId: string) => Promise<void>;

const AT_ONCE = 50;

/**
 * The SQL of whether a school's objection holds: as long as the pupil is enrolled there (ID-11); `e` is the erasure.
 */
const IS_HELD_BACK = sql`(e.objected_at is not null and exists (select from membership m
  where m.user_id = e.user_id and m.school_id = e.objecting_school_id
    and m.identity = 'student' and m.is_abled))`;

/**
 * Erases everyone whose days of grace are over, in two turns: the first ends every session, so that the apps are
 * notified; the next erases. Several nodes may do it at once.
 *
 * @returns the number of people erased
 */
export async function eraseDue(app: FastifyInstance, elsewhere: EraseElsewhere): Promise<number> {
  const due = await app.db
    .selectFrom("erasure as e")
    .innerJoin("user as u", "u.id", "e.user_id")
    .select(["u.id", "u.is_abled"])
    .where("e.erased_at", "is", null)
    .where("e.due_at", "<=", app.now())
    .where(sql<boolean>`not ${IS_HELD_BACK}`)
    .where(sql<boolean>`not ${indispensable(sql.ref("u.id"))}`)
    .orderBy("e.due_at")
    .limit(AT_ONCE)
    .execute();
  let erased = 0;
  for (const { id, is_abled } of due) {
    if (is_abled) await shutOut(app, id);
    else if (await erasePerson(app, id, elsewhere)) erased += 1;
  }
  return erased;
}

async function shutOut(app: FastifyInstance, userId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable("user").set({ is_abled: false }).where("id", "=", userId).execute();
    await endSignIns(trx, userId, app.now());
  });
  app.sessionEnds.notify(userId);
}

async function erasePerson(
  app: FastifyInstance,
  userId: string,
  elsewhere: EraseElsewhere,
): Promise<boolean> {
  const erased = await app.db.transaction().execute(async (trx) => {
    const now = app.now();
    const claimed = await trx
      .updateTable("erasure as e")
      .set({ erased_at: now })
      .where("user_id", "=", userId)
      .where("erased_at", "is", null)
      .where("due_at", "<=", now)
      .where(sql<boolean>`not ${IS_HELD_BACK}`)
      .returning("user_id")
      .executeTakeFirst();
    if (claimed === undefined) return false;
    const subject = await trx
      .selectFrom("user")
      .select(["id", "mobile", "email"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    await elsewhere(trx, userId);
    await eraseRows(trx, subject);
    const event = { action: "erase", subject_id: userId, detail: { step: "done" } } as const;
    await app.audit.record(null, event, trx);
    // a database server forgets in its own time
    if (app.config.databaseUrl === undefined) await scheduleWipe(trx);
    return true;
  });
  // a stop before this leaves the bytes to the files' own sweep: they are marked
  if (erased) await app.files.eraseOf(userId);
  return erased;
}
