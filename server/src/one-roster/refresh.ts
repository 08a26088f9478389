import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { RosterAccess } from "#contract";
import { type CatalogueApp, readViewers } from "../catalogue/api.ts";
import type { Database } from "../database/database.ts";
import { pairwiseSubject, readSubjectKey } from "../launch/api.ts";
import { readPeople, ROLE_OF } from "./people-records.ts";
import type { RosterRecord } from "./record.ts";
import {
  districtOf,
  joinPerson,
  readSchool,
  type RosterPerson,
  type RosterSchool,
  type SchoolParts,
} from "./school-records.ts";
import { sessionsAt } from "./sessions.ts";
import { schoolsWritten, writeRecords } from "./write-records.ts";

/** Changed objects from which the planner's statistics are gathered anew. */
const ANALYZED_FROM = 5000;

/** An app whose entry allows it to read a roster. */
export type RosterApp = CatalogueApp & { roster: RosterAccess };

/**
 * Writes an app's roster down anew, school by school, each in a transaction with a later stamp: who keeps the latest time
 * of a change that it has seen misses none.
 */
export async function refreshRoster(
  { db, now }: Pick<FastifyInstance, "db" | "now">,
  entry: RosterApp,
  lastStamp: Date | null,
): Promise<Date> {
  const at = now();
  const sessions = sessionsAt(at);
  const { roster: access, id: app_id } = entry;
  const key = access.pairwise ? await readSubjectKey(db) : undefined;
  const ids = new Map<string, string>();
  const idFor = (userId: string): string => {
    if (key === undefined) return userId;
    let id = ids.get(userId);
    if (id === undefined) ids.set(userId, (id = pairwiseSubject(key, app_id, userId)));
    return id;
  };
  const parts: SchoolParts = { access, sessions, idFor };
  let stamp = lastStamp ?? new Date(0);
  let changes = 0;
  const write = async (school_id: string, records: readonly RosterRecord[]) => {
    stamp = new Date(Math.max(now().getTime(), stamp.getTime() + 1));
    changes += await db
      .transaction()
      .execute((trx) => writeRecords(trx, { app_id, school_id, stamp }, records));
  };
  const { schools, districts } = await readSchools(db, entry);
  const several = await readAtSeveral(
    db,
    schools.map(({ id }) => id),
  );
  const joined = new Map<string, RosterPerson>();
  const present: RosterSchool[] = [];
  const unseen = new Set(await schoolsWritten(db, app_id));
  for (const school of schools) {
    const seers = (await readViewers(db, entry, school, at)).filter(
      ({ identity }) =>
        ROLE_OF[identity] !== undefined && (access.parents || identity !== "parent"),
    );
    // the rules know the district above, disabled or not; the roster names an enabled one
    const parent_id = districts.find(({ id }) => id === school.parent_id)?.id ?? null;
    const { records, people } = await readSchool(db, { ...school, parent_id }, seers, parts);
    for (const [user_id, person] of people) {
      if (!several.has(user_id)) continue;
      joined.set(user_id, joinPerson(joined.get(user_id), person));
      people.delete(user_id);
    }
    if (records.length > 0) present.push(school);
    else if (!unseen.has(school.id)) continue;
    unseen.delete(school.id);
    await write(school.id, [...records, ...(await readPeople(db, people, parts))]);
    ids.clear();
  }
  const above = districts.filter(({ id }) => present.some(({ parent_id }) => parent_id === id));
  await write("", [
    ...sessions.records,
    ...above.map((district) =>
      districtOf(
        district,
        present.filter(({ parent_id }) => parent_id === district.id).map(({ id }) => id),
      ),
    ),
    ...(await readPeople(db, joined, parts)),
  ]);
  unseen.delete("");
  for (const school_id of unseen) await write(school_id, []);
  if (changes >= ANALYZED_FROM) await sql`select one_roster_analyze()`.execute(db);
  return stamp;
}

/** Returns the enabled schools that the entry allows, and the districts above them. */
async function readSchools(db: Database, { roster, school_ids }: RosterApp) {
  const all = await db
    .selectFrom("school")
    .select(["id", "name", "kind", "parent_id", "stage_ids"])
    .where("is_abled", "=", true)
    .orderBy("id")
    .execute();
  const isIn = (list: readonly string[], id: string) => list.length === 0 || list.includes(id);
  const districts = all.filter(({ kind }) => kind === "district");
  const schools = all
    .filter(({ kind, id }) => kind === "school" && isIn(roster.school_ids, id))
    .filter(({ id }) => isIn(school_ids, id));
  return { schools, districts };
}

/** Returns the ids of those who are at more than one of these schools. */
async function readAtSeveral(db: Database, schools: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("membership")
    .select("user_id")
    .where("school_id", "in", schools.length === 0 ? [""] : schools)
    .where("is_abled", "=", true)
    .groupBy("user_id")
    .having((row) => row(row.fn.count("school_id").distinct(), ">", 1))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
