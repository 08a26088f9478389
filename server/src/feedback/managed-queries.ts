import { sql } from "kysely";
import type { FeedbackQueue, FeedbackNoteAct } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Separation } from "../rights/duties.ts";
import { heldOf, holdersWithin } from "../rights/queries.ts";
import { decide, type Organisations, type Scope, placePathOf } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";
import { threads } from "./queries.ts";

const LISTED = 50;

/** Selects threads that are assigned within the scope, without the person's own questions. */
function assignedWithin(db: Queryable, scope: Scope, userId: string) {
  return threads(db)
    .leftJoin("user as taker", "taker.id", "t.taken_by")
    .select(["t.taken_by", "taker.name as taker_name", "s.parent_id as above_id"])
    .where(schoolWithin(scope, sql.ref("t.assigned_school_id")))
    .where("t.user_id", "!=", userId);
}

/** Returns a managed thread; undefined when it lies outside of the scope. */
export function findManaged(
  db: Queryable,
  id: string,
  { scope, user_id }: { scope: Scope; user_id: string },
) {
  return assignedWithin(db, scope, user_id).where("t.id", "=", id).executeTakeFirst();
}
export type ManagedThreadRow = NonNullable<Awaited<ReturnType<typeof findManaged>>>;

/** Returns a page of managed threads, the latest message first. */
export async function listManaged(
  db: Queryable,
  { scope, user_id }: { scope: Scope; user_id: string },
  {
    view,
    school_id,
    after,
  }: {
    view: FeedbackQueue;
    school_id: string | undefined;
    after: { at: Date; id: string } | undefined;
  },
) {
  const rows = await assignedWithin(db, scope, user_id)
    .select(
      sql<string>`(select m.content from feedback_message m
        where m.school_id = t.school_id and m.thread_id = t.id and m.seq = t.last_seq)`.as(
        "content",
      ),
    )
    .$if(view === "waiting", (query) => query.where("t.status", "=", "open"))
    .$if(view === "closed", (query) => query.where("t.status", "=", "closed"))
    .$if(view === "open" || view === "mine", (query) => query.where("t.status", "!=", "closed"))
    .$if(view === "mine", (query) => query.where("t.taken_by", "=", user_id))
    .$if(school_id !== undefined, (query) =>
      query.where("t.assigned_school_id", "=", school_id ?? ""),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("t.updated_at", "t.id"), "<", tuple(after?.at ?? new Date(0), after?.id ?? "")),
      ),
    )
    .orderBy("t.updated_at", "desc")
    .orderBy("t.id", "desc")
    .limit(LISTED + 1)
    .execute();
  const page = rows.slice(0, LISTED);
  const last = page.at(-1);
  return { rows: page, next: rows.length > LISTED && last !== undefined ? last : undefined };
}

/** Returns the notes of a thread, the oldest first, with their authors and those it was handed on to. */
export function readNotes(db: Queryable, thread: { school_id: string; id: string }) {
  return db
    .selectFrom("feedback_note as n")
    .innerJoin("user as u", "u.id", "n.user_id")
    .leftJoin("user as p", "p.id", "n.to_user_id")
    .leftJoin("school as s", "s.id", "n.to_school_id")
    .select(["n.id", "n.act", "n.content", "n.created_at", "u.name"])
    .select(sql<string>`coalesce(p.name, s.name, '')`.as("to_name"))
    .where("n.school_id", "=", thread.school_id)
    .where("n.thread_id", "=", thread.id)
    .orderBy("n.created_at")
    .orderBy("n.id")
    .execute();
}

export interface NewNote {
  id: string;
  user_id: string;
  act: FeedbackNoteAct;
  content: string;
  to_user_id?: string;
  to_school_id?: string;
  attempt?: string | undefined;
  now: Date;
}

/** Writes a note; returns whether it did: not where this attempt has written it already. */
export async function insertNote(
  trx: Queryable,
  thread: { school_id: string; id: string },
  { id, user_id, act, content, to_user_id, to_school_id, attempt, now }: NewNote,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("feedback_note")
    .values({
      ...{ school_id: thread.school_id, thread_id: thread.id, id, user_id, act, content },
      ...{ to_user_id: to_user_id ?? null, to_school_id: to_school_id ?? null, created_at: now },
      attempt: attempt ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["school_id", "thread_id", "user_id", "attempt"])
        .where("attempt", "is not", null)
        .doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

type Held = Pick<ManagedThreadRow, "school_id" | "id" | "assigned_school_id" | "taken_by">;

/** Gives a thread to a person, unless it has changed hands since it was read; returns whether it was given. */
export async function giveTo(
  trx: Queryable,
  { school_id, id, assigned_school_id, taken_by }: Held,
  to: { user_id: string | null; school_id: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("feedback_thread")
    .set({
      taken_by: to.user_id,
      taken_at: to.user_id === null ? null : now,
      assigned_school_id: to.school_id,
    })
    // for the institution that it comes to, it is something new
    .$if(to.school_id !== assigned_school_id, (query) =>
      query.set({ staff_unread: sql<number>`greatest(staff_unread, 1)` }),
    )
    .where("school_id", "=", school_id)
    .where("id", "=", id)
    .where("assigned_school_id", "=", assigned_school_id)
    .where(sql<boolean>`taken_by is not distinct from ${taken_by}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists the people who answer feedback of the institution that a thread is assigned to: there, and at the district
 * above it. The caller must see every school.
 */
export async function answerersOf(
  db: Queryable,
  thread: { assigned_school_id: string; user_id: string },
  organisations: Organisations,
  separation: Separation,
): Promise<{ id: string; name: string }[]> {
  const { assigned_school_id } = thread;
  const kind = organisations.get(assigned_school_id)?.kind ?? "school";
  const placePath = placePathOf(
    { kind, school_id: assigned_school_id, part_id: "" },
    organisations,
  );
  const schools = [assigned_school_id, placePath.district_id].filter((id) => id !== null);
  const ids = await holdersWithin(
    db,
    { kind: "parts", schools, grades: [], classes: [] },
    undefined,
  );
  const holders = await heldOf(db, ids, separation);
  return holders
    .filter(
      ({ id, held }) =>
        id !== thread.user_id && decide(held, "feedback.answer", placePath, separation.now).may,
    )
    .map(({ id, name }) => ({ id, name }));
}
