import type { Selectable } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { ContentMediumTable } from "../database/tables/file.ts";

/** Returns whether a public picture exists. */
export async function hasPicture(db: Queryable, id: string): Promise<boolean> {
  const found = await db.selectFrom("picture").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}

/** Returns a medium of lessons that was uploaded; undefined where there is none. */
export function findMedium(
  db: Queryable,
  id: string,
): Promise<Selectable<ContentMediumTable> | undefined> {
  return db.selectFrom("content_medium").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Lets lessons of an owner refer to an uploaded medium, for good; returns whether they may: it is theirs already, or
 * nobody's yet and this person has put it within the last day.
 */
export async function claimMedium(
  trx: Queryable,
  { id, owner, user_id }: { id: string; owner: string; user_id: string },
): Promise<boolean> {
  const claimed = await trx
    .updateTable("content_medium")
    .set({ owner, idle_since: null })
    .where("id", "=", id)
    .where(({ or, eb, exists, selectFrom, and }) =>
      or([
        eb("owner", "=", owner),
        and([
          eb("owner", "is", null),
          exists(
            selectFrom("file")
              .select("file.id")
              .where("file.id", "=", id)
              .where("file.user_id", "=", user_id)
              .where("file.state", "=", "stored"),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}
