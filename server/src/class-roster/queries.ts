import { sql, type RawBuilder } from "kysely";
import type { RosterPupil, SchoolClass } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { Ground } from "./policy.ts";

/** Returns the classes of a school, or those that this person heads. */
export async function readClasses(
  db: Database,
  school_id: string,
  headedBy?: string,
): Promise<SchoolClass[]> {
  return db
    .selectFrom("class as k")
    .select(["k.id", "k.name", "k.grade_id", "k.stage_id"])
    .where("k.school_id", "=", school_id)
    .where("k.is_abled", "=", true)
    .$if(headedBy !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("class_teacher as ct")
            .select(sql.lit(1).as("heads"))
            .whereRef("ct.school_id", "=", "k.school_id")
            .whereRef("ct.class_id", "=", "k.id")
            .where("ct.user_id", "=", headedBy ?? "")
            .where("ct.is_head", "=", true),
        ),
      ),
    )
    .orderBy(sql`k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.sort, k.id`)
    .execute();
}

/** Returns the pupils of a class, in no order, without what is in their growth records. */
export async function readPupils(
  db: Database,
  school_id: string,
  class_id: string,
): Promise<Omit<RosterPupil, "has_growth">[]> {
  const pupils = await db
    .selectFrom("class_student as cs")
    .innerJoin("user as u", "u.id", "cs.user_id")
    .innerJoin("membership as m", (join) =>
      join
        .onRef("m.school_id", "=", "cs.school_id")
        .onRef("m.user_id", "=", "cs.user_id")
        .on("m.identity", "=", "student")
        .on("m.is_abled", "=", true),
    )
    .select(["u.id", "u.name", "u.avatar", "u.account", "u.temporary_until"])
    .where("cs.school_id", "=", school_id)
    .where("cs.class_id", "=", class_id)
    .where("u.is_abled", "=", true)
    .execute();
  return pupils.map(({ temporary_until, ...pupil }) => ({
    ...pupil,
    temporary_until: temporary_until?.toISOString() ?? null,
  }));
}

export interface Pupil {
  id: string;
  name: string;
  account: string;
}

/** Returns a person who is a pupil and nothing else, if one of the grounds allows a new password; else undefined. */
export async function findPupil(
  db: Queryable,
  id: string,
  grounds: readonly Ground[],
): Promise<(Pupil & { by: Ground["by"] }) | undefined> {
  for (const ground of grounds) {
    const { rows } = await sql<Pupil>`
      select u.id, u.name, u.account from "user" u
      where u.id = ${id} and u.is_abled and ${holds(ground)}
        and exists (select from membership m join school s on s.id = m.school_id
          where m.user_id = u.id and m.identity = 'student' and m.is_abled and s.is_abled)
        and not exists (select from membership m where m.user_id = u.id and m.identity <> 'student')`.execute(
      db,
    );
    const [pupil] = rows;
    if (pupil !== undefined) return { ...pupil, by: ground.by };
  }
  return undefined;
}

function holds(ground: Ground): RawBuilder<boolean> {
  switch (ground.by) {
    case "head-teacher":
      return sql`exists (select from class_student cs
        join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        join class_teacher ct on ct.school_id = cs.school_id and ct.class_id = cs.class_id and ct.is_head
        where cs.user_id = u.id and cs.school_id = ${ground.school_id} and ct.user_id = ${ground.user_id})
        and ${isPupilAt(ground.school_id)}`;
    case "manager":
      return isPupilAt(ground.school_id);
    case "parent":
      return sql`exists (select from guardian g where g.child_id = u.id and g.user_id = ${ground.user_id})`;
  }
}

function isPupilAt(schoolId: string): RawBuilder<boolean> {
  return sql`exists (select from membership m where m.user_id = u.id and m.school_id = ${schoolId}
    and m.identity = 'student' and m.is_abled)`;
}
