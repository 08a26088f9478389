import type { Queryable } from "../database/database.ts";
import { listOf } from "./cell-rules.ts";
import { derivedId } from "./derived-id.ts";
import { keepFiles, readKeptFiles, type Tables } from "./kept-files.ts";

/** Returns the tables without people who were erased: a roster that still names them does not bring them back. */
export async function withoutErased(
  db: Queryable,
  source: string,
  tables: Tables,
): Promise<Tables> {
  const erased = await db
    .selectFrom("erasure")
    .select("user_id")
    .where("erased_at", "is not", null)
    .execute();
  if (erased.length === 0) return tables;
  const ids = new Set(erased.map(({ user_id }) => user_id));
  return without(tables, (sourcedId) => ids.has(derivedId(source, "user", sourcedId)));
}

/** Removes a person's rows from every kept bundle of the source that brought the person in. */
export async function eraseFromRoster(trx: Queryable, userId: string): Promise<void> {
  const person = await trx
    .selectFrom("user")
    .select(["source", "sourced_id"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const { source = null, sourced_id = null } = person ?? {};
  if (source === null || sourced_id === null) return;
  const bundles = await trx
    .selectFrom("roster_bundle")
    .select("id")
    .where("source", "=", source)
    .execute();
  for (const { id } of bundles) {
    const kept = await readKeptFiles(trx, id);
    const left = without(kept as Tables, (one) => one === sourced_id);
    await keepFiles(trx, id, left);
  }
}

function without(tables: Tables, isGone: (sourcedId: string) => boolean): Tables {
  const left: Partial<Tables> = { ...tables };
  const drop = <F extends keyof Tables>(file: F, whose: (row: Tables[F][number]) => string) => {
    const rows = tables[file] as Tables[F] | undefined;
    if (rows !== undefined) left[file] = rows.filter((row) => !isGone(whose(row))) as Tables[F];
  };
  drop("users", ({ cells }) => cells.sourcedId);
  drop("demographics", ({ cells }) => cells.sourcedId);
  drop("roles", ({ cells }) => cells.userSourcedId);
  drop("userProfiles", ({ cells }) => cells.userSourcedId);
  drop("enrollments", ({ cells }) => cells.userSourcedId);
  left.users = left.users?.map((row) => withoutAgents(row, isGone)) ?? [];
  if (tables.users === undefined) delete left.users;
  return left as Tables;
}

/** Returns a row without the ids of parents or children who are gone. */
function withoutAgents(
  row: Tables["users"][number],
  isGone: (sourcedId: string) => boolean,
): Tables["users"][number] {
  const agents = listOf(row.cells.agentSourcedIds);
  if (!agents.some(isGone)) return row;
  const relations = listOf(row.cells["metadata.agentRelations"]);
  const stay = agents.flatMap((agent, place) => (isGone(agent) ? [] : [place]));
  return {
    ...row,
    cells: {
      ...row.cells,
      agentSourcedIds: stay.map((place) => agents[place] ?? "").join(","),
      "metadata.agentRelations": stay.map((place) => relations[place] ?? "").join(","),
    },
  };
}
