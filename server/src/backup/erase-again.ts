import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { Later } from "./later-erasures.ts";

type Trx = Transaction<Tables>;

/** What came of the wishes to be erased when an older state was put back. */
export interface Followed {
  /** People who had been erased since: shut out, and erased again as soon as the platform runs. */
  readonly again: number;
  /** Wishes made since that still wait. */
  readonly waiting: number;
  /** Wishes of then that were taken back since. */
  readonly takenBack: number;
  /** Whether a later state of this very platform was known at all. */
  readonly isKnown: boolean;
}

/**
 * Lays what later states know of erasures over what was restored: whoever was erased since is shut out at once and due
 * for the sweep that erases, wishes made since wait on, and wishes taken back since are gone.
 */
export async function eraseAgain(trx: Trx, states: readonly Later[], now: Date): Promise<Followed> {
  const restored = await trx.selectFrom("user").select("id").execute();
  const here = new Set(restored.map(({ id }) => id));
  const known = states
    // of another platform: what stood here before this one moved in
    .filter(({ people }) => restored.some(({ id }) => people.has(id)))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const again = new Set<string>();
  const waiting = new Set<string>();
  let takenBack = 0;
  for (const later of known) {
    takenBack += await dropTakenBack(trx, later);
    for (const wish of later.wishes.filter(({ user_id }) => here.has(user_id))) {
      const isErased = wish.erased_at !== null;
      const isNews = await keepWish(trx, {
        ...wish,
        requested_by: here.has(wish.requested_by) ? wish.requested_by : wish.user_id,
        due_at: isErased && wish.due_at > now ? now : wish.due_at,
      });
      if (isErased && isNews) again.add(wish.user_id);
      else if (isNews) waiting.add(wish.user_id);
    }
  }
  await shutOut(trx, [...again]);
  return {
    again: again.size,
    waiting: [...waiting].filter((id) => !again.has(id)).length,
    takenBack,
    isKnown: known.length > 0,
  };
}

/** A wish that stood when the backup was made, of somebody who is there later without one. */
async function dropTakenBack(trx: Trx, { at, wishes, people }: Later): Promise<number> {
  const still = new Set(wishes.map(({ user_id }) => user_id));
  const then = await trx
    .selectFrom("erasure")
    .select("user_id")
    .where("erased_at", "is", null)
    .where("requested_at", "<", at)
    .execute();
  const gone = then.map(({ user_id }) => user_id).filter((id) => people.has(id) && !still.has(id));
  if (gone.length > 0) await trx.deleteFrom("erasure").where("user_id", "in", gone).execute();
  return gone.length;
}

/** Keeps it as not followed yet; false for somebody who was erased when the backup was made. */
async function keepWish(
  trx: Trx,
  { user_id, requested_by, requested_at, due_at }: Later["wishes"][number],
): Promise<boolean> {
  const kept = await trx
    .insertInto("erasure")
    .values({ user_id, requested_by, requested_at, due_at, erased_at: null })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ requested_by, requested_at, due_at })
        .where("erasure.erased_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Nobody waits for the sweep with an open door; and who ran a school alone then does not hold the sweep up. */
async function shutOut(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await trx.updateTable("user").set({ is_abled: false }).where("id", "=", id).execute();
    await trx
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", id)
      .execute();
  }
}
