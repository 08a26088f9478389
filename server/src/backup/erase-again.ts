import { sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { writeEntries } from "../audit/audit-entry.ts";
import type { Known, ErasureRequest } from "./later-erasures.ts";

type Trx = Transaction<Tables>;

/** Counts of the erasure requests that were followed when an older state was put back. */
export interface Followed {
  /** People who had been erased since: disabled now, and erased again as soon as the platform runs. */
  readonly again: number;
  /** Requests made since that still wait. */
  readonly waiting: number;
  /** Requests in the restored state that were withdrawn since. */
  readonly takenBack: number;
  /** True when a later state of this same platform was known at all. */
  readonly isKnown: boolean;
}

/**
 * Applies the erasures that later states know of to what was restored: people erased since are disabled at once and due
 * for the erasing sweep, requests made since wait on, and requests withdrawn since are removed.
 */
export async function eraseAgain(
  trx: Trx,
  restored: Known,
  states: readonly Known[],
  now: Date,
): Promise<Followed> {
  const known = states
    // of another platform: what stood here before this one moved in
    .filter(({ people }) => [...restored.people].some((id) => people.has(id)))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const all = [restored, ...known];
  // all is decided from what the states themselves say, before anything of one is laid over another
  const gone = [...restored.requests.values()].filter((request) => isTakenBack(request, all));
  const carried = known
    .flatMap(({ requests }) => [...requests.values()])
    .filter((request) => restored.people.has(request.user_id) && !isTakenBack(request, all));
  await drop(trx, gone);
  const again: string[] = [];
  let waiting = 0;
  for (const request of onePerPerson(carried)) {
    const { user_id, requested_by, due_at } = request;
    const isErased = request.erased_at !== null;
    const isKept = await keepRequest(trx, {
      ...request,
      requested_by: restored.people.has(requested_by) ? requested_by : user_id,
      due_at: isErased && due_at > now ? now : due_at,
    });
    if (!isKept) continue;
    if (isErased) again.push(user_id);
    else if (!isSame(request, restored.requests.get(user_id))) waiting += 1;
  }
  await shutOut(trx, again);
  await keepCancellations(trx, restored, known);
  return { again: again.length, waiting, takenBack: gone.length, isKnown: known.length > 0 };
}

/**
 * Returns whether the person withdrew a request after making it. The audit of any state says so, also where a restore
 * has brought the request itself back. An erased person stays erased.
 */
function isTakenBack(
  { user_id, requested_at, erased_at }: ErasureRequest,
  states: readonly Known[],
) {
  if (erased_at !== null) return false;
  return states.some(({ cancellations }) =>
    cancellations.some(({ subject_id, at }) => subject_id === user_id && at > requested_at),
  );
}

function isSame(request: ErasureRequest, other: ErasureRequest | undefined): boolean {
  return other !== undefined && other.requested_at.getTime() === request.requested_at.getTime();
}

/**
 * Returns one request for each person. An erasure outweighs a request; else the last request counts, and of that the
 * later state.
 */
function onePerPerson(requests: readonly ErasureRequest[]): Iterable<ErasureRequest> {
  const one = new Map<string, ErasureRequest>();
  for (const request of requests) {
    const other = one.get(request.user_id);
    if (other === undefined || !outweighs(other, request)) one.set(request.user_id, request);
  }
  return one.values();
}

function outweighs(one: ErasureRequest, other: ErasureRequest): boolean {
  const isErased = one.erased_at !== null;
  return isErased === (other.erased_at !== null) ? one.requested_at > other.requested_at : isErased;
}

async function drop(trx: Trx, requests: readonly ErasureRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const ids = requests.map(({ user_id }) => user_id);
  await trx.deleteFrom("erasure").where("user_id", "in", ids).execute();
}

/**
 * Stores a request as not carried out yet; false for a person who was erased when the backup was made, or asked again
 * later.
 */
async function keepRequest(trx: Trx, request: ErasureRequest): Promise<boolean> {
  const { user_id, requested_by, requested_at, due_at, erased_at } = request;
  // an objection counts where its school is there; who was erased is erased again whatever was objected before
  const school = erased_at === null ? request.objecting_school_id : null;
  const objection = {
    objected_at: school === null ? null : request.objected_at,
    objecting_school_id: sql<string | null>`(select id from school where id = ${school})`,
    objection: school === null ? null : request.objection,
  };
  const kept = await trx
    .insertInto("erasure")
    .values({ user_id, requested_by, requested_at, due_at, ...objection })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ requested_by, requested_at, due_at, ...objection, objected_by: null })
        .where("erasure.erased_at", "is", null)
        // nobody is erased before the days of grace of the last request are over
        .where(({ eb, lit }) =>
          erased_at === null ? eb("erasure.requested_at", "<=", requested_at) : lit(true),
        ),
    )
    .returning("user_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Stores cancellations made since. The restored audit lacks them, and the next restore could revive a request that was
 * withdrawn.
 */
async function keepCancellations(
  trx: Trx,
  restored: Known,
  known: readonly Known[],
): Promise<void> {
  const there = new Set(restored.cancellations.map(({ id }) => id));
  const lost = new Map(
    known
      .flatMap(({ cancellations }) => cancellations)
      .filter(({ id }) => !there.has(id))
      .map((entry) => [entry.id, entry] as const),
  );
  if (lost.size > 0) await writeEntries(trx, [...lost.values()]);
}

/**
 * Disables people who wait for the erasing sweep; also those who alone ran a school, so that they do not hold the sweep
 * up.
 */
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
