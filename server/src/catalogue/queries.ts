import { sql, type RawBuilder } from "kysely";
import type { App, AppSettings, Category, Identity, RosterAccess, SchoolClass } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import {
  batchedReads,
  type InStatement,
  PLACED_PERSON,
  placedPeople,
} from "../database/batched-reads.ts";
import type { Audience } from "./rules.ts";

/** An app of the catalogue: the part sent to people, its audience, and the settings of its launch. */
export interface CatalogueApp extends App, Audience {
  url: string;
  roles: string[];
  clients: string[];
  claims: readonly string[];
  secret_hash: string | null;
  settings: AppSettings;
  approved: boolean;
  step_up: boolean;
  roster: RosterAccess | null;
  /** Rises by one with every change. */
  revision: number;
  filing_number: string;
  updated_at: Date;
}

/** Categories and apps, each in the order they are shown in. */
export interface Contents {
  categories: Category[];
  apps: CatalogueApp[];
}

export async function readContents(db: Queryable): Promise<Contents> {
  const [categories, rows] = await Promise.all([
    db
      .selectFrom("app_category")
      .select(["id", "name", "sort"])
      .orderBy("sort")
      .orderBy("id")
      .execute(),
    db
      .selectFrom("app")
      .innerJoin("app_category", "app_category.id", "app.category_id")
      .selectAll("app")
      .orderBy("app_category.sort")
      .orderBy("app_category.id")
      .orderBy("app.sort")
      .orderBy("app.id")
      .execute(),
  ]);
  const apps = rows.map(({ open_at, close_at, created_at: _, aliases, ...app }) => ({
    ...app,
    // homes are not sent what hardly any app has
    ...(aliases.length > 0 && { aliases }),
    open_at: open_at?.getTime() ?? null,
    close_at: close_at?.getTime() ?? null,
  }));
  return { categories, apps };
}

/** A person as one school knows them under one identity. */
export interface Membership {
  user_id: string;
  identity: Identity;
  school_id: string;
}

/** The organisation above the school, its stages, and the classes that the person attends or teaches, or has a child in. */
export interface Place {
  parent_id: string | null;
  stage_ids: string[];
  classes: SchoolClass[];
}

/**
 * Reads the place of a membership: the district, the school's stages and the person's classes; empty without a school.
 */
export async function readPlace(db: Queryable, membership: Membership): Promise<Place> {
  const { rows } = await sql<{ place: Place | null }>`
    select ${placeOf(membership)} as place`.execute(db);
  return rows[0]?.place ?? NO_PLACE;
}

const NO_PLACE: Place = { parent_id: null, stage_ids: [], classes: [] };

/** Returns the SQL of a `Place`, null without a school, for statements that read more. */
export function placeOf(membership: InStatement<Membership>): RawBuilder<Place | null> {
  return sql`(
    select json_build_object('parent_id', s.parent_id, 'stage_ids', s.stage_ids, 'classes', (
      select coalesce(json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'grade_id', c.grade_id, 'stage_id', c.stage_id
      ) order by c.sort, c.id), '[]')
      from class c where c.school_id = s.id and c.is_abled and c.id in (${classIds(membership)})
    )) from school s where s.id = ${membership.school_id})`;
}

function classIds({ user_id, identity, school_id }: InStatement<Membership>) {
  switch (identity) {
    case "teacher":
      return sql`select class_id from class_teacher
        where user_id = ${user_id} and school_id = ${school_id}`;
    case "student":
      return sql`select class_id from class_student
        where user_id = ${user_id} and school_id = ${school_id}`;
    case "parent":
      return sql`select cs.class_id from guardian g
        join membership m on m.user_id = g.child_id and m.school_id = ${school_id}
          and m.identity = 'student' and m.is_abled
        join class_student cs on cs.user_id = g.child_id and cs.school_id = m.school_id
        where g.user_id = ${user_id}`;
    case "manager":
    case "admin":
    case "inner_admin":
      return sql`select id from class where false`;
  }
}

/** All of a home that differs from person to person. */
interface OwnOfHome<Badge> {
  place: Place;
  /** The apps that the person opened under the identity, the latest first. */
  used: string[];
  badges: Badge[];
}

/** Reads it, with the SQL of its badges; those of several people come by one statement. */
export async function readOwnOfHome<Badge>(
  db: Database,
  { identity, ...of }: Membership,
  badgesOf: (membership: InStatement<Membership>) => RawBuilder<Badge[]>,
): Promise<OwnOfHome<Badge>> {
  return batchedReads(db).get(`home ${identity}`, of, async (people) => {
    const membership = { ...PLACED_PERSON, identity };
    const { rows } = await sql<OwnOfHome<Badge> & { place: Place | null }>`
      select ${placeOf(membership)} as place,
        (select coalesce(json_agg(app_id order by used_at desc), '[]') from app_use u
          where u.user_id = a.user_id and u.identity = ${identity}) as used,
        ${badgesOf(membership)} as badges
      from ${placedPeople(people)} order by a.nth`.execute(db);
    return rows.map(({ place, ...own }) => ({ ...own, place: place ?? NO_PLACE }));
  });
}

/** Returns the apps that the person opened under the identity, the latest first. */
export async function readUsedAppIds(
  db: Queryable,
  { user_id, identity }: Pick<Membership, "user_id" | "identity">,
): Promise<string[]> {
  const rows = await db
    .selectFrom("app_use")
    .where("user_id", "=", user_id)
    .where("identity", "=", identity)
    .select("app_id")
    .orderBy("used_at", "desc")
    .execute();
  return rows.map(({ app_id }) => app_id);
}

/** Returns the quick apps as they were saved, those that the person does not see just now included. */
export async function readQuickApps(
  db: Queryable,
  { user_id, identity }: Pick<Membership, "user_id" | "identity">,
): Promise<string[]> {
  const kept = await db
    .selectFrom("quick_app")
    .where("user_id", "=", user_id)
    .where("identity", "=", identity)
    .select("app_ids")
    .executeTakeFirst();
  return kept?.app_ids ?? [];
}

export async function writeQuickApps(
  db: Queryable,
  { user_id, identity }: Pick<Membership, "user_id" | "identity">,
  app_ids: string[],
  updated_at: Date,
): Promise<void> {
  await db
    .insertInto("quick_app")
    .values({ user_id, identity, app_ids, updated_at })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "identity"]).doUpdateSet({ app_ids, updated_at }),
    )
    .execute();
}
