import { sql } from "kysely";
import type { Background } from "../platform/background.ts";
import type { Queryable } from "../database/database.ts";
import type { Sessions } from "./sessions.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Notified by code that ends a session, for those that must act on it. */
    sessionEnds: SessionEnds;
  }
}

type Listener = (userId: string) => Promise<unknown>;

/**
 * Notifies listeners that sessions of a person have ended: by sign-out, by a newer sign-in, by the person or an
 * operator. It is a hint without the session: a listener reads the database, and reads it from time to time without a
 * hint too, since a node may stop before it has notified. This node forgets its copies of the person's sessions at
 * once.
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

  /** Notifies the listeners; to be called when the end has been committed. */
  notify(userId: string): void {
    this.#sessions.forget(userId);
    for (const listener of this.#listeners) {
      this.#background.run("the end of a session was not followed", () => listener(userId));
    }
  }
}

/**
 * Ends every live session of these people except the one, or the kind of client, that is kept; returns whose there were,
 * each once.
 */
export async function endSessionsOf(
  trx: Queryable,
  userIds: readonly string[],
  now: Date,
  kept: { id?: string | undefined; client?: "web" | "pc" | "mobile" } = {},
): Promise<string[]> {
  const { id, client } = kept;
  const ended = await trx
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where(sql<boolean>`user_id = any (${[...userIds]}::text[])`)
    .where("ended_at", "is", null)
    .$if(id !== undefined, (update) => update.where("id", "!=", id ?? ""))
    .$if(client !== undefined, (update) => update.where("client", "!=", client ?? "web"))
    .returning("user_id")
    .execute();
  return [...new Set(ended.map(({ user_id }) => user_id))];
}

/** A choice of sessions: one by its id or token, or all of a remembered device. */
type Which = readonly [by: "id" | "token_hash" | "credential_id", value: string];

/** Ends live sessions and returns them; `of` limits them to unexpired ones of one person. */
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

/** Stores the remembered device that a session belongs to. */
export async function linkSessionToDevice(
  trx: Queryable,
  id: string,
  credential_id: string,
): Promise<void> {
  await trx.updateTable("session").set({ credential_id }).where("id", "=", id).execute();
}
