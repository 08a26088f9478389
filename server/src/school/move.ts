import { sql } from "kysely";
import { RIGHTS, type SchoolMove } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { Separation } from "../rights/duties.ts";
import { heldOf, holdersWithin } from "../rights/queries.ts";
import { decide, type Organisations, placePathOf } from "../rights/rules.ts";

/** People or apps named at most; the rest is counted. */
const MAX_NAMED = 20;

interface Named {
  id: string;
  name: string;
}

/**
 * Returns the people and apps affected when a school moves to another district: rights that come from a district, and
 * apps that a district shares (AD-10). The deciding function is asked for each person, with the school before and
 * after. Must see every school.
 */
export async function effectsOfMove(
  db: Queryable,
  { school_id, district_id }: { school_id: string; district_id: string },
  organisations: Organisations,
  separation: Separation,
): Promise<SchoolMove> {
  const before = organisations.get(school_id)?.parent_id ?? null;
  const names = await namesOf(
    db,
    [before, district_id].filter((id) => id !== null),
  );
  const to = names.get(district_id);
  if (to === undefined) throw new Refusal("notFound");
  const place = { kind: "school", school_id, part_id: "" } as const;
  const moved = new Map(organisations).set(school_id, { kind: "school", parent_id: district_id });
  const placePaths = {
    before: placePathOf(place, organisations),
    after: placePathOf(place, moved),
  };
  const ids = new Set<string>();
  for (const district of names.keys()) {
    for (const id of await holdersWithin(db, { kind: "all" }, district)) ids.add(id);
  }
  const holders = await heldOf(db, [...ids], separation);
  const may = (held: (typeof holders)[number]["held"], placePath: typeof placePaths.before) =>
    RIGHTS.some((right) => decide(held, right, placePath, separation.now).may);
  const [lost, gained]: [Named[], Named[]] = [[], []];
  for (const { id, name, held } of holders) {
    const [had, has] = [may(held, placePaths.before), may(held, placePaths.after)];
    if (had && !has) lost.push({ id, name });
    if (has && !had) gained.push({ id, name });
  }
  const isSame = before === district_id;
  return {
    from: (before === null ? undefined : names.get(before)) ?? null,
    to,
    people_lost: few(lost),
    people_gained: few(gained),
    apps_lost: few(isSame ? [] : await appsShared(db, before, school_id)),
    apps_gained: few(isSame ? [] : await appsShared(db, district_id, school_id)),
  };
}

async function namesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db
    .selectFrom("school")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the apps that a district shares, without those limited to other schools. */
async function appsShared(db: Queryable, district: string | null, school: string) {
  if (district === null) return [];
  const { rows } = await sql<Named>`select a.id, a.name from app a
    where a.district_id = ${district} and a.display_status = 'display'
      and (a.school_ids = '{}' or ${school} = any (a.school_ids)) and ${school} <> all (a.deny_school_ids)
    order by a.sort, a.id`.execute(db);
  return rows;
}

function few(all: readonly Named[]) {
  const named = all.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name }));
  return { count: all.length, named };
}
