import type { Selectable } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { RosterConnectionTable, RosterRunTable } from "../database/tables/roster-nightly.ts";
import type { OwnSchool } from "./provider/orgs.ts";

export type ConnectionRow = Selectable<RosterConnectionTable>;
export type RunRow = Selectable<RosterRunTable>;

/** An organisation that a connection is for, with the schools that it reaches. */
export interface ConnectedOrganisation extends OwnSchool {
  kind: "district" | "school";
  /** The organisation itself, or the schools of the district. */
  schools: OwnSchool[];
}

export async function findConnection(
  db: Queryable,
  school_id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom("roster_connection")
    .selectAll()
    .where("school_id", "=", school_id)
    .executeTakeFirst();
}

/** Returns an organisation with its enabled schools; undefined where there is none, or it is disabled. */
export async function findOrganisation(
  db: Queryable,
  id: string,
): Promise<ConnectedOrganisation | undefined> {
  const own = await db
    .selectFrom("school")
    .select(["id", "name", "kind"])
    .where("id", "=", id)
    .where("is_abled", "=", true)
    .executeTakeFirst();
  if (own === undefined) return undefined;
  const { kind, name } = own;
  if (kind === "school") return { id, name, kind, schools: [{ id, name }] };
  const schools = await db
    .selectFrom("school")
    .select(["id", "name"])
    .where("parent_id", "=", id)
    .where("kind", "=", "school")
    .where("is_abled", "=", true)
    .orderBy("id")
    .execute();
  return { id, name, kind, schools };
}

/** Returns the platform's school of each of a source's that was matched before, by its id there. */
export async function readPlaces(
  db: Queryable,
  source: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("roster_place")
    .select(["sourced_id", "school_id"])
    .where("source", "=", source)
    .execute();
  return new Map(rows.map(({ sourced_id, school_id }) => [sourced_id, school_id]));
}

/** Keeps what was matched: from then on it is known, whatever its name. */
export async function keepPlaces(
  trx: Queryable,
  source: string,
  places: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...places].map(([sourced_id, school_id]) => ({ source, sourced_id, school_id }));
  await trx
    .insertInto("roster_place")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes a run's row down at its beginning; a second attempt finds it there. */
export async function beginRun(
  db: Queryable,
  run: Pick<RunRow, "id" | "school_id" | "by_hand" | "started_at">,
): Promise<void> {
  await db
    .insertInto("roster_run")
    .values({ ...run, finished_at: null, outcome: "running", sentence: "", change_set_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endRun(
  trx: Queryable,
  id: string,
  values: Pick<RunRow, "outcome" | "sentence" | "finished_at"> & { change_set_id?: string },
): Promise<void> {
  await trx.updateTable("roster_run").set(values).where("id", "=", id).execute();
}

/** Returns the last change that a run of this organisation has led to and that was not given up; undefined: none. */
export async function lastChange(db: Queryable, school_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("roster_run as r")
    .innerJoin("change_set as c", "c.id", "r.change_set_id")
    .select("c.id")
    .where("r.school_id", "=", school_id)
    .where("c.state", "not in", ["discarded", "outdated"])
    .orderBy("r.started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns an organisation's newest runs with the state of the change of each. */
export async function readRuns(db: Queryable, school_id: string, limit: number) {
  return db
    .selectFrom("roster_run as r")
    .leftJoin("change_set as c", "c.id", "r.change_set_id")
    .select([
      ...(["r.id", "r.by_hand", "r.started_at", "r.finished_at", "r.outcome"] as const),
      ...(["r.sentence", "c.id as change_id", "c.state"] as const),
    ])
    .where("r.school_id", "=", school_id)
    .orderBy("r.started_at", "desc")
    .orderBy("r.id")
    .limit(limit)
    .execute();
}
