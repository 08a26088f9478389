import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refreshRoster, type RosterApp } from "./refresh.ts";
import { RosterRefusal } from "./status-info.ts";

/** The age from which a roster is written anew when it is asked for. */
const REFRESH_AFTER_MS = 60_000;
/** The age that a later page of a list may have: a list that is being read stays as it is for a while. */
const PAGES_AFTER_MS = 600_000;
/** A node that dies while it writes gives the roster back after this. */
const LEASE_MS = 300_000;
/** The wait for a fresher roster where there is one already, and where there is none that may be shown. */
const WAIT_FRESHER_MS = 1500;
const WAIT_FIRST_MS = 20_000;
const COME_BACK_SECONDS = 5;

/** Keeps each app's roster written down, by one node at a time (RO-09). */
export class RosterFeeds {
  readonly #app: FastifyInstance;
  readonly #running = new Map<string, Promise<void>>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /**
   * Sees to it that the app's roster is written for its entry as it is, and at most a minute old, or as much older as
   * writing it takes. Returns the stamp of the latest change. Throws `RosterRefusal` while the first one is being written.
   */
  async ensure(entry: RosterApp, { isLaterPage }: { isLaterPage: boolean }): Promise<Date> {
    const digest = entryDigest(entry, this.#app.now());
    const found = await this.#read(entry.id);
    const isCurrent = found?.entry_digest === digest;
    const age = this.#app.now().getTime() - (found?.refreshed_at?.getTime() ?? 0);
    const oldest = isLaterPage ? PAGES_AFTER_MS : REFRESH_AFTER_MS;
    if (isCurrent && found.stamp !== null && age >= 0 && age < oldest) return found.stamp;
    const running = this.#running.get(entry.id) ?? this.#begin(entry, digest);
    await settledWithin(running, isCurrent ? WAIT_FRESHER_MS : WAIT_FIRST_MS);
    const now = await this.#read(entry.id);
    if (now?.stamp == null || now.entry_digest !== digest) {
      throw new RosterRefusal(
        503,
        "server_busy",
        "the roster is being put together",
        COME_BACK_SECONDS,
      );
    }
    return now.stamp;
  }

  /** Waits for what this node writes. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #read(app_id: string) {
    return this.#app.db
      .selectFrom("one_roster_feed")
      .selectAll()
      .where("app_id", "=", app_id)
      .executeTakeFirst();
  }

  #begin(entry: RosterApp, digest: string): Promise<void> {
    const work = this.#refresh(entry, digest)
      .catch((error: unknown) => {
        this.#app.log.warn({ err: error, app_id: entry.id }, "a roster was not written");
      })
      .finally(() => this.#running.delete(entry.id));
    this.#running.set(entry.id, work);
    return work;
  }

  async #refresh(entry: RosterApp, digest: string): Promise<void> {
    const { db, now } = this.#app;
    const at = now();
    const lease = {
      app_id: entry.id,
      lease_until: new Date(at.getTime() + LEASE_MS),
    };
    const leased = await db
      .insertInto("one_roster_feed")
      .values({ ...lease, entry_digest: null, refreshed_at: null, stamp: null })
      .onConflict((conflict) =>
        conflict
          .column("app_id")
          .doUpdateSet(lease)
          .where(
            sql<boolean>`one_roster_feed.lease_until is null or one_roster_feed.lease_until <= ${at}`,
          ),
      )
      .returning("stamp")
      .executeTakeFirst();
    if (leased === undefined) return; // another node writes it
    const of = db.updateTable("one_roster_feed").where("app_id", "=", entry.id);
    try {
      const stamp = await refreshRoster(this.#app, entry, leased.stamp);
      await of.set({ entry_digest: digest, refreshed_at: at, stamp, lease_until: null }).execute();
    } catch (error) {
      await of.set({ lease_until: null }).execute();
      throw error;
    }
  }
}

/** Returns the digest of all of an entry that decides what is in its roster, and whether it is open. */
function entryDigest(entry: RosterApp, now: Date): string {
  const { roster, revision, off_school_ids, open_at, close_at } = entry;
  const at = now.getTime();
  const isOpen = (open_at === null || open_at <= at) && (close_at === null || at < close_at);
  return createHash("sha256")
    .update(JSON.stringify([roster, revision, off_school_ids, isOpen]))
    .digest("base64url");
}

/** Waits for work, and no longer than this; it goes on. */
async function settledWithin(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms).unref()));
  await Promise.race([work, over]);
  clearTimeout(timer);
}
