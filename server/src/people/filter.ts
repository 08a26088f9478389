import type { FastifyInstance } from "fastify";
import type { countPeople, InputOf } from "#contract";
import { sql } from "kysely";
import { ownAndChildInForce } from "../consent/api.ts";
import { invalidCursor } from "../http/refusal.ts";
import type { RightsCaller } from "../session/caller.ts";
import { readSchoolsUnder } from "./list.ts";
import { type Cursor, readCursor, waysOf } from "./rules.ts";
import { groupWithin, membershipsOf } from "../group/api.ts";
import type { PeopleFilter } from "./search-sql.ts";

/** Reads what is asked for; undefined: what was typed can be nobody's. */
export async function filterOf(
  app: Pick<FastifyInstance, "db" | "now">,
  { scope }: RightsCaller,
  { q = "", school_id, group_id, ...filters }: InputOf<typeof countPeople>,
): Promise<PeopleFilter | undefined> {
  const now = app.now();
  const ways = waysOf(q);
  if (ways === null && q.trim() !== "") return undefined;
  const group = group_id === undefined ? undefined : await groupWithin(app.db, scope, group_id);
  // a group of elsewhere, and none at all, is an empty one
  if (group_id !== undefined && group === undefined) return undefined;
  return {
    ...filters,
    scope,
    ways,
    now,
    ...(school_id !== undefined && { schools: await readSchoolsUnder(app.db, school_id) }),
    ...(group !== undefined && {
      group: sql`select t.user_id from (${membershipsOf(group, now)}) t`,
    }),
    ...(filters.state === "consent-missing" && {
      agreements: await ownAndChildInForce(app.db, now),
    }),
  };
}

/** Parses the cursor of a page; throws `badInput` for a text that is none. */
export function cursorIn(text: string | undefined, sort: Cursor["sort"]): Cursor | undefined {
  if (text === undefined) return undefined;
  const cursor = readCursor(text, sort);
  if (cursor === undefined) throw invalidCursor();
  return cursor;
}
