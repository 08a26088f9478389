import { sql } from "kysely";
import { type ChangeState, formatCursor, parseCursor, type Right } from "#contract";
import type { Queryable } from "../database/database.ts";
import { SET_COLUMNS, type SetRow } from "./queries.ts";

const LISTED = 30;

/**
 * Lists sets, the newest first: those at the places at which the person has each one's right, and of the person's own those
 * at places of which some is left.
 */
export async function listSets(
  db: Queryable,
  {
    user_id,
    reach,
    approves,
    state,
    after,
  }: {
    user_id: string;
    /** The schools of each right, and with them those of which a part is reached; "all" for every one. */
    reach: readonly {
      right: Right;
      schools: "all" | readonly string[];
      touched: "all" | readonly string[];
    }[];
    /** The schools at which the person approves waiting sets of any kind, and finds again what they decided on. */
    approves: "all" | readonly string[];
    state: ChangeState | undefined;
    after: string | undefined;
  },
): Promise<{ sets: SetRow[]; next: string | null }> {
  // where it is no place, the list is shown from its beginning
  const last = after === undefined ? undefined : parseCursor(after);
  const rows = await db
    .selectFrom("change_set")
    .select(SET_COLUMNS)
    .where(({ or, eb, and }) =>
      or([
        and([
          or([
            eb("state", "=", "waiting"),
            eb("approved_by", "=", user_id),
            eb("refused_by", "=", user_id),
          ]),
          within(approves),
        ]),
        ...reach.map(({ right, schools, touched }) =>
          and([
            eb("right_name", "=", right),
            or([
              within(schools),
              and([
                eb("made_by", "=", user_id),
                or([eb("school_id", "is", null), within(touched)]),
              ]),
            ]),
          ]),
        ),
      ]),
    )
    // one that is still being written has no rows yet
    .where("row_count", ">", 0)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "planned"))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(last?.at ?? new Date(0), last?.id ?? "")),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(LISTED + 1)
    .execute();
  const sets = rows.slice(0, LISTED);
  const end = sets.at(-1);
  const more = rows.length > LISTED && end !== undefined;
  return { sets, next: more ? formatCursor({ at: end.created_at, id: end.id }) : null };
}

/** Counts sets of others that wait for approval at the schools at which the person approves. */
export async function countWaitingSets(
  db: Queryable,
  { user_id, approves }: { user_id: string; approves: "all" | readonly string[] },
): Promise<number> {
  const { waiting } = await db
    .selectFrom("change_set")
    .select(sql<number>`count(*)::integer`.as("waiting"))
    .where("state", "=", "waiting")
    .where("row_count", ">", 0)
    .where((row) => row.or([row("made_by", "is", null), row("made_by", "<>", user_id)]))
    .where(within(approves))
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Returns the condition that a `change_set` is one of these schools'. */
function within(schools: "all" | readonly string[]) {
  return schools === "all"
    ? sql<boolean>`true`
    : sql<boolean>`school_id = any (${[...schools]}::text[])`;
}
