import { sql } from "kysely";
import type { AdministeredClass, Organisation } from "#contract";
import type { Queryable } from "../database/database.ts";
import { inNameOrder, readListed } from "../people/api.ts";
import { isSchoolWithin, type Scope, schoolsOf } from "./rules.ts";
import { classWithin, PRESENT_PUPILS } from "./scope-sql.ts";

/** Lists the districts and schools of a scope, and those of which a grade or class is in it. */
export async function organisationsWithin(db: Queryable, scope: Scope): Promise<Organisation[]> {
  const ids = schoolsOf(scope);
  const rows = await db
    .selectFrom("school")
    .select(["id", "kind", "parent_id", "name", "logo", "stage_ids", "is_abled", "source"])
    .$if(ids !== "all", (query) => query.where("id", "in", ids === "all" ? [] : ids))
    .orderBy("kind")
    .orderBy("name")
    .orderBy("id")
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return rows.map(({ source, parent_id, ...row }) => ({
    ...row,
    // the district above somebody's school is not theirs to know
    parent_id: parent_id !== null && known.has(parent_id) ? parent_id : null,
    is_roster_owned: source !== null,
    is_whole: isSchoolWithin(scope, row.id),
  }));
}

const COLLATOR = new Intl.Collator("zh-CN", { numeric: true });

/** Lists the classes of a school that lie in a scope, in the order of the grades. */
export async function classesWithin(
  db: Queryable,
  scope: Scope,
  asked: { school_id: string; class_id?: string; archived?: boolean },
): Promise<AdministeredClass[]> {
  const { school_id, class_id, archived = false } = asked;
  const { rows } = await sql<AdministeredClass>`
    select k.school_id, k.id, k.name, k.grade_id, k.stage_id, k.is_abled, k.source is not null as is_roster_owned,
      (select count(*)::integer from ${PRESENT_PUPILS}
        where cs.school_id = k.school_id and cs.class_id = k.id) as pupils,
      (select coalesce(json_agg(distinct jsonb_build_object('id', u.id, 'name', u.name)), '[]') from class_teacher ct
        join "user" u on u.id = ct.user_id
        where ct.school_id = k.school_id and ct.class_id = k.id and ct.is_head) as heads
    from class k
    where k.school_id = ${school_id} and ${classWithin(scope, "k")}
      and (${class_id ?? null}::text is null or k.id = ${class_id ?? null})
      and (${archived} or k.is_abled)
    order by k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.id`.execute(db);
  // class 10 comes after class 2, and whoever made a class, it stands at its number
  const grades = [...new Set(rows.map(({ grade_id }) => grade_id))];
  return rows.toSorted(
    (one, other) =>
      grades.indexOf(one.grade_id) - grades.indexOf(other.grade_id) ||
      COLLATOR.compare(one.name, other.name),
  );
}

/** Lists the pupils of a class as people are listed, in the order of their names, its teachers, and the rosters that own them. */
export async function peopleOfClass(
  db: Queryable,
  within: Parameters<typeof readListed>[1],
  { school_id, id: class_id }: Pick<AdministeredClass, "school_id" | "id">,
) {
  const [pupils, teachers, room] = await Promise.all([
    db
      .selectFrom("class_student as cs")
      .innerJoin("user as u", "u.id", "cs.user_id")
      .innerJoin("membership as m", (join) =>
        join
          .onRef("m.user_id", "=", "cs.user_id")
          .onRef("m.school_id", "=", "cs.school_id")
          .on("m.identity", "=", "student"),
      )
      .select(["u.id", "u.name"])
      .where("cs.school_id", "=", school_id)
      .where("cs.class_id", "=", class_id)
      .execute(),
    db
      .selectFrom("class_teacher as ct")
      .innerJoin("user as u", "u.id", "ct.user_id")
      .leftJoin("subject as s", "s.id", "ct.subject_id")
      .select(["u.id", "u.name", "u.account", "ct.subject_id", "ct.is_head", "ct.source"])
      .select(sql<string>`coalesce(s.name, '')`.as("subject_name"))
      .where("ct.school_id", "=", school_id)
      .where("ct.class_id", "=", class_id)
      .orderBy("ct.is_head", "desc")
      .orderBy("s.sort")
      .orderBy("u.name")
      .execute(),
    db
      .selectFrom("class")
      .select("source")
      .where("school_id", "=", school_id)
      .where("id", "=", class_id)
      .executeTakeFirst(),
  ]);
  const ids = (await inNameOrder(db, pupils)).map(({ id }) => id);
  const { people } = await readListed(db, within, ids);
  return { pupils: people, teachers, source: room?.source ?? null };
}
