import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { SheetRow } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { separationOf } from "../rights/duties.ts";
import { idsAbove } from "../rights/queries.ts";
import type { Held, Scope } from "../rights/rules.ts";
import { accountWithin, classWithin, personWithin, PRESENT_PUPILS } from "../rights/scope-sql.ts";

/** Joins the first class in the scope that a pupil is in, as `as`: who has left a school is in no class of it. */
const classOf = (scope: Scope, pupil: string, as: string) => sql`left join lateral (
      select k.name, k.grade_id, k.sort from ${PRESENT_PUPILS}
      join class k on k.school_id = cs.school_id and k.id = cs.class_id
      where cs.user_id = ${sql.ref(`${pupil}.id`)} and k.is_abled and ${classWithin(scope, "k")}
      order by k.sort, k.id limit 1) ${sql.ref(as)} on true`;

/**
 * Joins to each person `u` what sheets are in order by: the first class of a pupil as `c`, and of a guardian as `g` the children
 * whom the caller may see.
 */
export const joinSheetPlace = (scope: Scope) => sql`${classOf(scope, "u", "c")}
    left join lateral (
      select string_agg(concat_ws(' ', of.name, child.name), '、' order by of.sort, child.account) as children,
        (array_agg(of.grade_id order by of.sort, child.account))[1] as grade_id,
        (array_agg(of.sort order by of.sort, child.account))[1] as sort
      from guardian join "user" child on child.id = guardian.child_id ${classOf(scope, "child", "of")}
      where guardian.user_id = u.id and ${personWithin(scope, sql.ref("child.id"))}) g on true`;

/** The order of a sheet: pupils by class, then guardians by the class of their first child. */
export const SHEET_ORDER = sql`c.grade_id !~ '^k', length(c.grade_id), c.grade_id, c.sort, c.name,
      g.grade_id !~ '^k', length(g.grade_id), g.grade_id, g.sort, g.children, u.account`;

/**
 * Returns the people among these whose accounts lie wholly in the caller's scope and who may do nothing that the caller
 * may not: a password is a way to all that its person may do. Never the caller. They come in the order of
 * a sheet.
 */
export async function findPeople(
  app: Pick<FastifyInstance, "db" | "organisations" | "config" | "now">,
  { scope, held, user_id }: { scope: Scope; held: readonly Held[]; user_id: string },
  ids: readonly string[],
): Promise<Omit<SheetRow, "password">[]> {
  const { rows } = await sql<Omit<SheetRow, "password" | "children"> & { children: string | null }>`
    select u.id, u.name, u.account,
      coalesce((select s.name from membership m join school s on s.id = m.school_id
        where m.user_id = u.id order by m.is_abled desc, m.sort, s.id limit 1), '') as school_name,
      coalesce(c.name, '') as class_name, g.children
    from "user" u ${joinSheetPlace(scope)}
    where u.id = any (${[...ids]}::text[]) and u.id <> ${user_id} and u.is_abled
      and ${accountWithin(scope, sql.ref("u.id"))}
    order by ${SHEET_ORDER}`.execute(app.db);
  const found = rows.map(({ id }) => id);
  const actor = { held, user_id };
  const tree = await app.organisations.tree();
  const above = await idsAbove(app.db, actor, found, tree, separationOf(app));
  const isAbove = new Set(above.map(({ id }) => id));
  return rows
    .filter(({ id }) => !isAbove.has(id))
    .map(({ children, ...person }) => ({ ...person, ...(children !== null && { children }) }));
}

/** Returns the people among these who still have the temporary password that is valid until a moment. */
export async function stillTemporary(
  db: Queryable,
  ids: readonly string[],
  until: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .where("must_change_password", "=", true)
    .where("temporary_until", "=", until)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns when any session of a person was last used. */
export async function lastSeen(db: Queryable, user_id: string): Promise<Date | null> {
  const row = await db
    .selectFrom("session")
    .select(({ fn }) => fn.max("last_seen_at").as("at"))
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Deletes sheets that can no longer be opened. */
export async function deleteOldSheets(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("password_sheet").where("open_until", "<=", now).execute();
}
