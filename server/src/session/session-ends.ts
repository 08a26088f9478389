import type { Background } from "../platform/background.ts";
import type { Queryable } from "../database/database.ts";
import type { Sessions } from "./sessions.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Whoever ends a session says so here, for those who must act on it. */
    sessionEnds: SessionEnds;
  }
}

type Listener = (userId: string) => Promise<unknown>;

/**
 * Tells that sessions of a person have ended: by sign-out, by a newer sign-in, by the person or an operator. It is a
 * hint, and says not which: the listener looks into the database, and looks there from time to time without a hint too,
 * since a node may stop before it has told. This node forgets at once what it remembers of the person's sessions.
 */
export class SessionEnds {
  readonly #sessions: Sessions;
  readonly #background: Background;
  readonly #listeners: Listener[] = [];

  constructor(sessions: Sessions, background: Background) {
    this.#sessions = sessions;
    this.#background = background;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Call it when the end has been committed. */
  tell(userId: string): void {
    this.#sessions.forget(userId);
    for (const listener of this.#listeners) {
      this.#background.run("the end of a session was not followed", () => listener(userId));
    }
  }
}

/**
 * Ends every session, forgets every remembered device and takes back every QR code that a person has confirmed: a password
 * that may be known to others must open nothing any more (SE-11). `but` is a session that stays. Tell `app.sessionEnds` when it has been committed.
 */
export async function endSignIns(
  trx: Queryable,
  userId: string,
  now: Date,
  but?: string,
): Promise<void> {
  await trx
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .$if(but !== undefined, (update) => update.where("id", "!=", but ?? ""))
    .execute();
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  await trx
    .updateTable("qr_code")
    .set({ status: "refused" })
    .where("user_id", "=", userId)
    .where("status", "in", ["scanned", "confirmed"])
    .execute();
}
