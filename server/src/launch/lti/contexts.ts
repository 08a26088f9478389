import { randomUUID } from "node:crypto";
import type { Queryable } from "../../database/database.ts";

/** A class as one tool knows it. */
export interface ToolContext {
  id: string;
  app_id: string;
  school_id: string;
  /** The institution above the school. */
  parent_id: string | null;
  class_id: string;
  stage_id: string;
  grade_id: string;
  /** The class's name. */
  title: string;
}

/**
 * Returns the class under the id that this tool has for it, made the first time: tools cannot compare their ids
 * (LA-04).
 */
export async function contextFor(
  db: Queryable,
  of: { app_id: string; school_id: string; class_id: string },
): Promise<ToolContext | undefined> {
  const find = () =>
    contexts(db)
      .where("c.app_id", "=", of.app_id)
      .where("c.school_id", "=", of.school_id)
      .where("c.class_id", "=", of.class_id)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  await db
    .insertInto("lti_context")
    .values({ ...of, id: randomUUID() })
    .onConflict((conflict) => conflict.columns(["school_id", "class_id", "app_id"]).doNothing())
    .execute();
  return find();
}

/** Returns this tool's context of that id, while class and school exist and are enabled. */
export async function findContext(
  db: Queryable,
  app_id: string,
  id: string,
): Promise<ToolContext | undefined> {
  return contexts(db).where("c.app_id", "=", app_id).where("c.id", "=", id).executeTakeFirst();
}

function contexts(db: Queryable) {
  return db
    .selectFrom("lti_context as c")
    .innerJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "c.school_id").onRef("k.id", "=", "c.class_id"),
    )
    .innerJoin("school as s", "s.id", "c.school_id")
    .where("k.is_abled", "=", true)
    .where("s.is_abled", "=", true)
    .select([
      "c.id",
      "c.app_id",
      "c.school_id",
      "s.parent_id",
      "c.class_id",
      "k.stage_id",
      "k.grade_id",
      "k.name as title",
    ]);
}

/** Returns the id of the link that stands for the tile in a context, or for the tool where there is none. */
export function tileLinkId(app_id: string, context: Pick<ToolContext, "id"> | undefined): string {
  return `tile-${context?.id ?? app_id}`;
}
