import { sql } from "kysely";
import type { Queryable } from "../../database/database.ts";

/** Content of a tool, chosen for a class. */
export interface Item {
  id: string;
  app_id: string;
  school_id: string;
  context_id: string;
  class_id: string;
  type: "ltiResourceLink" | "link";
  title: string;
  text: string;
  url: string;
  custom: Record<string, string>;
}

export interface ItemToKeep extends Omit<Item, "class_id"> {
  created_by: string;
}

export async function keepItems(db: Queryable, items: readonly ItemToKeep[]): Promise<void> {
  if (items.length > 0)
    await db
      .insertInto("lti_item")
      .values([...items])
      .execute();
}

/** Returns an item of a school, with the class that it was chosen for. */
export async function findItem(
  db: Queryable,
  school_id: string,
  id: string,
): Promise<Item | undefined> {
  return items(db).where("i.school_id", "=", school_id).where("i.id", "=", id).executeTakeFirst();
}

/** Returns the content chosen for these classes, the latest first. */
export async function itemsOf(
  db: Queryable,
  school_id: string,
  class_ids: readonly string[],
): Promise<Item[]> {
  if (class_ids.length === 0) return [];
  return items(db)
    .where("i.school_id", "=", school_id)
    .where("c.class_id", "in", [...class_ids])
    .orderBy("i.created_at", "desc")
    .orderBy("i.id")
    .execute();
}

/** Deletes an item with its line items. */
export async function dropItem(db: Queryable, { school_id, id, context_id }: Item): Promise<void> {
  await db
    .deleteFrom("lti_line_item")
    .where("school_id", "=", school_id)
    .where("context_id", "=", context_id)
    .where("resource_link_id", "=", id)
    .execute();
  await db.deleteFrom("lti_item").where("school_id", "=", school_id).where("id", "=", id).execute();
}

function items(db: Queryable) {
  return db
    .selectFrom("lti_item as i")
    .innerJoin("lti_context as c", (join) =>
      join.onRef("c.school_id", "=", "i.school_id").onRef("c.id", "=", "i.context_id"),
    )
    .select([
      "i.id",
      "i.app_id",
      "i.school_id",
      "i.context_id",
      "c.class_id",
      "i.type",
      "i.title",
      "i.text",
      "i.url",
      sql<Record<string, string>>`i.custom`.as("custom"),
    ]);
}
