import { sql } from "kysely";
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

/** Ends every live session of these people but the one or the kind of client that is kept. */
export async function endSessionsOf(
  trx: Queryable,
  userIds: readonly string[],
  now: Date,
  kept: { id?: string | undefined; client?: "web" | "pc" | "mobile" } = {},
): Promise<void> {
  const { id, client } = kept;
  await trx
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where(sql<boolean>`user_id = any (${[...userIds]}::text[])`)
    .where("ended_at", "is", null)
    .$if(id !== undefined, (update) => update.where("id", "!=", id ?? ""))
    .$if(client !== undefined, (update) => update.where("client", "!=", client ?? "web"))
    .execute();
}

/** One session by its id or token, or all that came of a remembered device. */
type Which = readonly [by: "id" | "token_hash" | "credential_id", value: string];

/** Ends sessions that are still live and answers them; `of` bounds them to one person's that are not out of date. */
export function endSessions(
  trx: Queryable,
  [by, value]: Which,
  end_reason: "logout" | "revoked",
  now: Date,
  of?: string,
): Promise<{ id: string; user_id: string; credential_id: string | null }[]> {
  return trx
    .updateTable("session")
    .set({ ended_at: now, end_reason })
    .where(by, "=", value)
    .where("ended_at", "is", null)
    .$if(of !== undefined, (update) =>
      update.where("user_id", "=", of ?? "").where("expires_at", ">", now),
    )
    .returning(["id", "user_id", "credential_id"])
    .execute();
}

/** Notes which remembered device a session came of. */
export async function tieSession(trx: Queryable, id: string, credential_id: string): Promise<void> {
  await trx.updateTable("session").set({ credential_id }).where("id", "=", id).execute();
}
