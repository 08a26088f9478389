import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { networkOf, type Limit } from "./rules.ts";
import { countUnder } from "./throttle.ts";

/** Slows down guessing at codes that are short enough to be read aloud (SE-12); counted for each network. */
export interface Guesses {
  /** Refuses with `tooMany` a try that comes before its time. */
  refuse(request: FastifyRequest, what: string): Promise<void>;
  count(request: FastifyRequest, what: string): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    guesses: Guesses;
  }
}

/** A class that registers together sits behind one address, and mistypes. */
const GUESS_LIMIT: Limit = { free: 30, forgetSeconds: 10, waitAtMostSeconds: 20 };

export function openGuesses(app: FastifyInstance): void {
  app.decorate("guesses", {
    refuse: ({ ip }, what) => refuseEarly(app.db, keyOf(what, ip), app.now()),
    count: ({ ip }, what) => countUnder(app.db, keyOf(what, ip), GUESS_LIMIT, app.now()),
  });
}

async function refuseEarly(db: Database, key: string, now: Date): Promise<void> {
  const blocked = await db
    .selectFrom("login_throttle")
    .select("blocked_until")
    .where("key", "=", key)
    .where("blocked_until", ">", now)
    .executeTakeFirst();
  if (blocked === undefined) return;
  const retryAfter = (blocked.blocked_until.getTime() - now.getTime()) / 1000;
  throw new Refusal("tooMany", { retryAfter });
}

function keyOf(what: string, address: string): string {
  return `guess:${what}:${networkOf(address)}`;
}
