import { sql } from "kysely";
import { type App, GROWTH_KINDS, type GrowthCard, type Identity } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { batchedReads, listed } from "../database/batched-reads.ts";
import { acrossSchools } from "../database/scope.ts";
import type { AppItemBody } from "../database/tables/app-data.ts";

const IS_GROWTH = sql<boolean>`(i.kind = 'card' and i.identity = 'student' and not i.is_gone
  and i.body->>'card' = any (${[...GROWTH_KINDS]}::text[]))`;
/** Cards of one person that are shown at most. */
const MAX_SHOWN = 300;

/** The path at which the growth record stands in the page; the entry of the catalogue that leads to it has it as its address. */
const GROWTH_RECORD = "/module/growth-record";

/**
 * Returns whether something is in the growth record (HO-05): of a pupil, or of a parent's children at whatever school. Under
 * other identities it is for the entry to say.
 */
export async function hasGrowth(
  db: Database,
  { user_id, identity }: { user_id: string; identity: Identity },
): Promise<boolean> {
  if (identity !== "student" && identity !== "parent") return true;
  return acrossSchools("family", () =>
    batchedReads(db).get(`growth ${identity}`, user_id, (ids) => growthOfEach(db, identity, ids)),
  );
}

/** Leaves the growth record out of apps where nothing is in it. */
export function withoutEmptyGrowth<A extends Pick<App, "url">>(
  apps: readonly A[],
  hasSome: boolean,
): A[] {
  return apps.filter(({ url }) => hasSome || url !== GROWTH_RECORD);
}

interface WithId {
  id: string;
}

/** Returns of each pupil, or parent, whether they, or a child of theirs, have something in the growth record. */
async function growthOfEach(
  db: Database,
  identity: "student" | "parent",
  ids: readonly string[],
): Promise<boolean[]> {
  const { rows } =
    identity === "student"
      ? await sql<WithId>`select distinct i.user_id as id from app_item i
          where i.user_id = any (${listed(ids)}) and ${IS_GROWTH}`.execute(db)
      : await sql<WithId>`select distinct g.user_id as id from guardian g
          join app_item i on i.user_id = g.child_id
          where g.user_id = any (${listed(ids)}) and ${IS_GROWTH}`.execute(db);
  const having = new Set(rows.map(({ id }) => id));
  return ids.map((id) => having.has(id));
}

/** Returns who of these pupils has something in the growth record at a school. */
export async function whoHasGrowth(
  db: Queryable,
  schoolId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct i.user_id from app_item i
    where i.user_id = any (${userIds}::text[]) and i.school_id = ${schoolId} and ${IS_GROWTH}`.execute(
    db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

interface Row {
  app_id: string;
  name: string;
  icon: string;
  body: AppItemBody;
  at: Date;
}

/**
 * Reads the cards of a pupil's growth record, those changed last first; of one at two schools each card once. Where a school
 * is named, only what stands for the pupil there: it is not told what others keep.
 */
export async function readGrowth(
  db: Queryable,
  userId: string,
  schoolId?: string,
): Promise<GrowthCard[]> {
  const there = schoolId === undefined ? sql`true` : sql`i.school_id = ${schoolId}`;
  const { rows } = await sql<Row>`
    select app_id, name, icon, body, at from (
      select distinct on (i.app_id, i.key) i.app_id, i.key, a.name, a.icon, i.body, i.updated_at as at
      from app_item i join app a on a.id = i.app_id
      where i.user_id = ${userId} and ${there} and ${IS_GROWTH}
      order by i.app_id, i.key, i.updated_at desc) t
    order by at desc, app_id, key limit ${MAX_SHOWN}`.execute(db);
  return rows.flatMap(({ app_id, name, icon, body, at }): GrowthCard[] => {
    const kind = GROWTH_KINDS.find((one) => one === body.card);
    if (kind === undefined) return [];
    const { title = "", note = "", value = "", unit = "", lines = [] } = body;
    return [
      {
        ...{ app: { id: app_id, name, icon }, kind, title, note, value, unit },
        lines: lines.map((line) => ({ text: line.text, note: line.note ?? "" })),
        at: at.toISOString(),
      },
    ];
  });
}
