import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

/** Returns organisations with their parent and the number of people who have an identity there. */
export function listSchools(db: Queryable, name?: string) {
  return db
    .selectFrom("school as s")
    .leftJoin("school as above", "above.id", "s.parent_id")
    .select(["s.id", "s.sourced_id as code", "s.name", "s.is_abled", "above.name as parent"])
    .select(sql<"school" | "district">`s.kind`.as("kind"))
    .select(
      sql<number>`(select count(distinct user_id)::integer from membership where school_id = s.id)`.as(
        "people",
      ),
    )
    .$if(name !== undefined, (query) =>
      query.where(sql<boolean>`strpos(s.name, ${name ?? ""}) > 0`),
    )
    .orderBy("s.kind")
    .orderBy("s.name")
    .orderBy("s.id")
    .execute();
}

/** Returns classes, of one school or one grade where that is given. */
export function listClasses(
  db: Queryable,
  { school_id, grade_id }: { school_id?: string | undefined; grade_id?: string | undefined },
) {
  return db
    .selectFrom("class as k")
    .innerJoin("school as s", "s.id", "k.school_id")
    .select(["k.id", "k.sourced_id as code", "s.name as school", "k.grade_id", "k.name"])
    .select("k.is_abled")
    .select(
      sql<number>`(select count(*)::integer from class_student cs
        where cs.school_id = k.school_id and cs.class_id = k.id)`.as("pupils"),
    )
    .$if(school_id !== undefined, (query) => query.where("k.school_id", "=", school_id ?? ""))
    .$if(grade_id !== undefined, (query) => query.where("k.grade_id", "=", grade_id ?? ""))
    .orderBy("s.name")
    .orderBy(sql`k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.sort, k.id`)
    .execute();
}
