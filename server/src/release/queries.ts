import { type Selectable, sql } from "kysely";
import { type Device, OLDEST_VERSION } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ReleaseTable } from "../database/tables/platform.ts";

/** Returns the present release: the last one published and not withdrawn. */
export function presentRelease(
  db: Queryable,
  device: Device,
): Promise<Selectable<ReleaseTable> | undefined> {
  return db
    .selectFrom("release")
    .selectAll()
    .where("device", "=", device)
    .where("withdrawn_at", "is", null)
    .orderBy("published_at", "desc")
    .orderBy("version")
    .limit(1)
    .executeTakeFirst();
}

export interface NewRelease {
  device: Device;
  version: string;
  /** The oldest version still allowed; absent: that of the present release, so that nobody lowers it unawares. */
  min_version?: string;
  force: boolean;
  notes: string;
  url: string;
}

/** Makes a release the present one; the same version is published anew. Of two at once, each is kept whole. */
export async function putRelease(db: Queryable, release: NewRelease, now: Date): Promise<void> {
  const { device, min_version } = release;
  const present = db
    .selectFrom("release")
    .select("min_version")
    .where("device", "=", device)
    .where("withdrawn_at", "is", null)
    .orderBy("published_at", "desc")
    .limit(1);
  await db
    .insertInto("release")
    .values({
      ...release,
      min_version: min_version ?? sql<string>`coalesce((${present}), ${OLDEST_VERSION})`,
      published_at: now,
      withdrawn_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["device", "version"]).doUpdateSet((row) => ({
        min_version: row.ref("excluded.min_version"),
        force: row.ref("excluded.force"),
        notes: row.ref("excluded.notes"),
        url: row.ref("excluded.url"),
        published_at: row.ref("excluded.published_at"),
        withdrawn_at: null,
      })),
    )
    .execute();
}
