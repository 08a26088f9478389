import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { acrossSchools } from "../../database/scope.ts";
import { heldOf } from "../../rights/api.ts";
import { separationOf } from "../../rights/duties.ts";
import type { Held, Scope } from "../../rights/rules.ts";
import { membershipWithin } from "../../rights/scope-sql.ts";

/** Returns the name of the school's longest-serving administrator, whom its people ask. */
export async function readManagerName(
  db: Queryable,
  school_id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select("u.name")
    .where("m.school_id", "=", school_id)
    .where("m.identity", "=", "manager")
    .where("m.is_abled", "=", true)
    .where("u.is_abled", "=", true)
    .orderBy("m.created_at")
    .orderBy("u.id")
    .executeTakeFirst();
  return row?.name;
}

/** Returns the rights of a person that are in force, wherever they are. */
export async function readHeld(app: FastifyInstance, user_id: string): Promise<readonly Held[]> {
  const [holder] = await acrossSchools("administration", () =>
    heldOf(app.db, [user_id], separationOf(app)),
  );
  return holder?.held ?? [];
}

/** One identity of a person at a school, as rights and rules need it. */
export interface MembershipRow {
  name: string;
  school_id: string;
  school_name: string;
  parent_id: string | null;
  identity: Identity;
  heads: boolean;
}

/** Returns the identities under which a person can act and that lie in a scope. */
export async function readMemberships(
  db: Queryable,
  scope: Scope,
  user_id: string,
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select u.name, m.school_id, s.name as school_name, s.parent_id, m.identity,
      m.identity in ('teacher', 'manager') and exists (
        select from class_teacher ct join class k on k.school_id = ct.school_id and k.id = ct.class_id
        where ct.user_id = m.user_id and ct.school_id = m.school_id and ct.is_head and k.is_abled
      ) as heads
    from membership m
    join "user" u on u.id = m.user_id
    join school s on s.id = m.school_id
    where m.user_id = ${user_id} and u.is_abled and m.is_abled and s.is_abled
      and ${membershipWithin(scope, "m")}
    order by m.sort, m.school_id, m.identity`.execute(db);
  return rows;
}
