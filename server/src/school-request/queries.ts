import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { NameCorrection, SchoolRequests } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { DecisionScope } from "./policy.ts";

/** Returns the condition that person `u` is within the scope, and is not the one who decides. */
function isWithin(scope: DecisionScope): RawBuilder<boolean> {
  const isAnother = sql`u.id <> ${scope.user_id} and u.is_abled`;
  switch (scope.by) {
    case "head-teacher": {
      const ofClass = scope.class_id === undefined ? sql`true` : sql`k.id = ${scope.class_id}`;
      return sql`${isAnother} and exists (select from class_student cs
        join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        join class_teacher ct on ct.school_id = cs.school_id and ct.class_id = cs.class_id and ct.is_head
        where cs.user_id = u.id and cs.school_id = ${scope.school_id} and ct.user_id = ${scope.user_id}
          and ${ofClass})
        and ${isEnrolledAt(scope.school_id)}`;
    }
    case "manager":
      return sql`${isAnother} and exists (select from membership m
        where m.user_id = u.id and m.school_id = ${scope.school_id} and m.is_abled)`;
    case "admin":
      return sql`${isAnother} and exists (select from membership m join school s on s.id = m.school_id
        where m.user_id = u.id and m.is_abled and (
          (m.identity = 'manager' and s.parent_id = ${scope.district_id})
          or (m.identity = 'admin' and s.id = ${scope.district_id})))`;
  }
}

function isEnrolledAt(schoolId: string): RawBuilder<boolean> {
  return sql`exists (select from membership m where m.user_id = u.id and m.school_id = ${schoolId}
    and m.identity = 'student' and m.is_abled)`;
}

/** Returns the SQL of person `u` as the decider sees the person: with the classes of their school or district. */
function personOf(scope: DecisionScope): RawBuilder<unknown> {
  const isOwn =
    scope.by === "admin"
      ? sql`exists (select from school s where s.id = cs.school_id and s.parent_id = ${scope.district_id})`
      : sql`cs.school_id = ${scope.school_id}`;
  return sql`json_build_object('id', u.id, 'name', u.name, 'account', u.account, 'class_names', (
    select coalesce(json_agg(k.name order by k.sort, k.id), '[]') from class_student cs
    join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
    where cs.user_id = u.id and ${isOwn}))`;
}

/** Returns the undecided corrections within the scope, the oldest first. */
export async function waitingCorrections(
  db: Queryable,
  scope: DecisionScope,
): Promise<SchoolRequests["corrections"]> {
  const { rows } = await sql<
    Omit<SchoolRequests["corrections"][number], "requested_at"> & { requested_at: Date }
  >`
    select c.id, ${personOf(scope)} as person, c.to_name, c.reason, c.requested_at
    from name_correction c join "user" u on u.id = c.user_id
    where c.decided_at is null and ${isWithin(scope)}
    order by c.requested_at, c.id`.execute(db);
  return rows.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() }));
}

interface ErasureRow {
  person: SchoolRequests["erasures"][number]["person"];
  requested_by: string;
  requested_at: Date;
  due_at: Date;
  objected_at: Date | null;
  objection: string | null;
}

/** Returns the pending erasures of enrolled pupils within the scope, the next due first. */
export async function waitingErasures(
  db: Queryable,
  scope: DecisionScope,
  now: Date,
): Promise<SchoolRequests["erasures"]> {
  if (scope.by === "admin") return [];
  const { rows } = await sql<ErasureRow>`
    select ${personOf(scope)} as person, r.name as requested_by, e.requested_at, e.due_at, e.objected_at, e.objection
    from erasure e join "user" u on u.id = e.user_id join "user" r on r.id = e.requested_by
    where e.erased_at is null and ${isWithin(scope)} and ${isEnrolledAt(scope.school_id)}
    order by e.due_at, u.id`.execute(db);
  return rows.map(({ person, requested_by, requested_at, due_at, objected_at, objection }) => ({
    person,
    requested_by,
    requested_at: requested_at.toISOString(),
    due_at: due_at.toISOString(),
    may_object: scope.by === "manager" && objected_at === null && due_at > now,
    objection:
      objected_at === null ? null : { reason: objection ?? "", at: objected_at.toISOString() },
  }));
}

/** Counts the undecided requests within the scope. */
export async function countWaiting(db: Queryable, scope: DecisionScope): Promise<number> {
  const erasures =
    scope.by === "admin"
      ? sql`0`
      : sql`(select count(*) from erasure e join "user" u on u.id = e.user_id
          where e.erased_at is null and e.objected_at is null
            and ${isWithin(scope)} and ${isEnrolledAt(scope.school_id)})`;
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from name_correction c join "user" u on u.id = c.user_id
      where c.decided_at is null and ${isWithin(scope)}) + ${erasures})::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the pending erasures of a person's own children. */
export async function erasuresOfChildren(db: Queryable, userId: string) {
  return db
    .selectFrom("guardian as g")
    .innerJoin("erasure as e", "e.user_id", "g.child_id")
    .innerJoin("user as u", "u.id", "g.child_id")
    .select(["u.id", "u.name", "e.due_at", "e.requested_by"])
    .where("g.user_id", "=", userId)
    .where("e.erased_at", "is", null)
    .orderBy("e.due_at")
    .execute();
}

/** Returns the last request to correct a person's name, with its outcome. */
export async function lastCorrection(
  db: Queryable,
  userId: string,
): Promise<NameCorrection | null> {
  const row = await db
    .selectFrom("name_correction")
    .select(["to_name", "reason", "requested_at", "is_accepted", "answer"])
    .where("user_id", "=", userId)
    .orderBy("requested_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, requested_at: row.requested_at.toISOString() };
}

/** Stores a request for a correction; undefined where one is undecided already. */
export async function insertCorrection(
  trx: Queryable,
  row: { user_id: string; from_name: string; to_name: string; reason: string; now: Date },
): Promise<NameCorrection | undefined> {
  const { now, ...rest } = row;
  const undecided = { decided_at: null, decided_by: null, is_accepted: null, answer: null };
  const made = await trx
    .insertInto("name_correction")
    .values({ id: randomUUID(), ...rest, requested_at: now, ...undecided })
    .onConflict((conflict) =>
      conflict.column("user_id").where("decided_at", "is", null).doNothing(),
    )
    .returning(["to_name", "reason", "requested_at"])
    .executeTakeFirst();
  if (made === undefined) return undefined;
  return {
    ...made,
    requested_at: made.requested_at.toISOString(),
    is_accepted: null,
    answer: null,
  };
}

/** Deletes the undecided correction; false where there is none. */
export async function deleteWaiting(trx: Queryable, userId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom("name_correction")
    .where("user_id", "=", userId)
    .where("decided_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

export interface Decision {
  id: string;
  by: string;
  accept: boolean;
  answer: string | null;
  now: Date;
}

/** Decides a correction within the scope; undefined where none is undecided. */
export async function decide(
  trx: Queryable,
  scope: DecisionScope,
  { id, by, accept, answer, now }: Decision,
): Promise<{ user_id: string; to_name: string } | undefined> {
  const { rows } = await sql<{ user_id: string; to_name: string }>`
    update name_correction c
    set decided_at = ${now}, decided_by = ${by}, is_accepted = ${accept}, answer = ${answer}
    from "user" u
    where c.id = ${id} and c.decided_at is null and u.id = c.user_id and ${isWithin(scope)}
    returning c.user_id, c.to_name`.execute(trx);
  return rows[0];
}
