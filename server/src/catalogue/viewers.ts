import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { groupsNamedBy, membershipsIn, viewerAt } from "./viewer-groups.ts";
import {
  type Census,
  type IsAmong,
  type Member,
  type Place,
  readMembers,
  readClassIndex,
} from "./census.ts";
import type { CatalogueApp } from "./queries.ts";
import { decide } from "./rules.ts";

/** A person who may see an app, at a school under an identity. */
export interface AppViewer {
  user_id: string;
  identity: Identity;
}

const CLIENTS = ["web", "pc", "mobile"] as const;

/**
 * Returns everybody at a school who may see an app at this moment in any client, by `decide` (RO-09). `decide` runs once for
 * people with equal memberships.
 */
export async function readViewers(
  db: Queryable,
  app: CatalogueApp,
  place: Place,
  now: Date,
): Promise<AppViewer[]> {
  const census = {
    places: new Map([[place.id, place]]),
    classIndex: await readClassIndex(db, [place.id]),
  };
  return viewersOf(db, app, census, now);
}

/** A person who may see an app, with the school. */
export interface AppViewerAt extends AppViewer {
  school_id: string;
}

/** Returns which of these people may see an app at this moment, by school and identity, by `decide` (IN-06). */
export async function readViewersAmong(
  db: Queryable,
  app: CatalogueApp,
  userIds: readonly string[],
  now: Date,
): Promise<AppViewerAt[]> {
  const isAmong: IsAmong = (id) => sql<boolean>`${sql.ref(id)} = any (${userIds}::text[])`;
  const { rows } = await sql<Place>`
    select s.id, s.parent_id, s.stage_ids from school s where s.is_abled
      and s.id in (select m.school_id from membership m where m.is_abled and ${isAmong("m.user_id")})`.execute(
    db,
  );
  const places = new Map(rows.map((place) => [place.id, place]));
  const census = { places, classIndex: await readClassIndex(db, [...places.keys()]) };
  return viewersOf(db, app, census, now, isAmong);
}

async function viewersOf(
  db: Queryable,
  app: CatalogueApp,
  census: Pick<Census, "places" | "classIndex">,
  now: Date,
  isAmong?: IsAmong,
): Promise<Member[]> {
  const grouped = membershipsIn(await groupsNamedBy(db, app), now);
  const named = new Set([...app.allow_user_ids, ...app.deny_user_ids]);
  const judged = new Map<string, boolean>();
  const sees = (member: Member): boolean =>
    CLIENTS.some((client) => decide(app, viewerAt(census, member, client), now.getTime()).sees);
  return (await readMembers(db, census, grouped, isAmong)).filter((member) => {
    if (named.has(member.user_id)) return sees(member);
    const { identity, school_id, heads, classes, group_ids } = member;
    const key = JSON.stringify([identity, school_id, heads, classes, group_ids]);
    const known = judged.get(key) ?? sees(member);
    judged.set(key, known);
    return known;
  });
}
