import { sql, type Selectable } from "kysely";
import type { Queryable } from "../../database/database.ts";
import type { LtiLineItemTable, LtiScoreTable } from "../../database/tables/lti.ts";
import type { ToolContext } from "./contexts.ts";

export type LineItemRow = Omit<Selectable<LtiLineItemTable>, "created_at">;
export type ScoreRow = Selectable<LtiScoreTable>;

const COLUMNS = [
  "school_id",
  "context_id",
  "id",
  "label",
  "score_maximum",
  "resource_id",
  "tag",
  "resource_link_id",
  "starts_at",
  "ends_at",
] as const;

export interface LineItemFilter {
  resource_id?: string | undefined;
  tag?: string | undefined;
  resource_link_id?: string | undefined;
}

export async function readLineItems(
  db: Queryable,
  { school_id, id }: ToolContext,
  filter: LineItemFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<LineItemRow[]> {
  let query = db
    .selectFrom("lti_line_item")
    .select(COLUMNS)
    .where("school_id", "=", school_id)
    .where("context_id", "=", id);
  for (const name of ["resource_id", "tag", "resource_link_id"] as const) {
    const wanted = filter[name];
    if (wanted !== undefined) query = query.where(name, "=", wanted);
  }
  return query.orderBy("created_at").orderBy("id").limit(limit).offset(offset).execute();
}

export async function findLineItem(
  db: Queryable,
  { school_id, id: context_id }: ToolContext,
  id: string,
): Promise<LineItemRow | undefined> {
  return db
    .selectFrom("lti_line_item")
    .select(COLUMNS)
    .where("school_id", "=", school_id)
    .where("context_id", "=", context_id)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the line item of chosen content, where there is exactly one. */
export async function findLineItemOf(
  db: Queryable,
  { school_id, context_id, id }: { school_id: string; context_id: string; id: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom("lti_line_item")
    .select("id")
    .where("school_id", "=", school_id)
    .where("context_id", "=", context_id)
    .where("resource_link_id", "=", id)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export async function keepLineItem(db: Queryable, row: LineItemRow): Promise<void> {
  await db.insertInto("lti_line_item").values(row).execute();
}

export async function changeLineItem(
  db: Queryable,
  { school_id, context_id, id, ...changes }: LineItemRow,
): Promise<void> {
  await db
    .updateTable("lti_line_item")
    .set(changes)
    .where("school_id", "=", school_id)
    .where("context_id", "=", context_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes a line item with its scores. */
export async function dropLineItem(
  db: Queryable,
  { school_id, context_id, id }: LineItemRow,
): Promise<void> {
  await db
    .deleteFrom("lti_line_item")
    .where("school_id", "=", school_id)
    .where("context_id", "=", context_id)
    .where("id", "=", id)
    .execute();
}

/** Stores a score unless a newer one, or one of the same moment, is there already; returns whether it was stored. */
export async function keepScore(db: Queryable, row: ScoreRow): Promise<boolean> {
  const { school_id: _, line_item_id: __, user_id: ___, ...news } = row;
  const kept = await db
    .insertInto("lti_score")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["school_id", "line_item_id", "user_id"])
        .doUpdateSet(news)
        .where(sql<boolean>`excluded.scored_at > lti_score.scored_at`),
    )
    .returning("user_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Returns the finished scores of these people in a line item. */
export async function readScores(
  db: Queryable,
  { school_id, id }: LineItemRow,
  user_ids: readonly string[],
): Promise<ScoreRow[]> {
  if (user_ids.length === 0) return [];
  return db
    .selectFrom("lti_score")
    .selectAll()
    .where("school_id", "=", school_id)
    .where("line_item_id", "=", id)
    .where("user_id", "in", [...user_ids])
    .where("grading_progress", "=", "FullyGraded")
    .where("score_given", "is not", null)
    .orderBy("user_id")
    .execute();
}
