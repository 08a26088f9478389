import type { FastifyInstance } from "fastify";
import { memberCaller, type SelfCaller } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Entry } from "../launcher.ts";
import { type Bearer, issueTicket, useLatestTicket, useTicket } from "../tickets.ts";

/** Matches a `login_hint` of our own launches; an app may send hints of its own. */
const LAUNCH_HINT = /^launch\.(.*)$/s;

/** Returns the `login_hint` that names a launch. */
export function launchHint(ticket: string): string {
  return `launch.${ticket}`;
}

/**
 * Returns the identity and school under which the visitor signs in: that of the launch which the request names, else of
 * the tile just opened in this session, else the active one, if the app is open to it. `late` when the named launch is
 * used, expired, or another session's.
 */
export async function bearerFor(
  app: FastifyInstance,
  entry: Entry,
  visitor: SelfCaller,
  hint: unknown,
): Promise<Bearer | "late" | "closed"> {
  const of = { app_id: entry.id, session_id: visitor.session_id };
  const [, launch] = LAUNCH_HINT.exec(typeof hint === "string" ? hint : "") ?? [];
  if (launch !== undefined) return (await useTicket(app.db, launch, of, app.now())) ?? "late";
  return (await useLatestTicket(app.db, of, app.now())) ?? asWorn(app, entry, visitor);
}

async function asWorn(
  app: FastifyInstance,
  { id }: Entry,
  visitor: SelfCaller,
): Promise<Bearer | "closed"> {
  try {
    const caller = memberCaller(visitor);
    if ((await app.catalogue.appFor(caller, id)) === undefined) return "closed";
    // so that this sign-in counts among what the session has opened
    const ticket = await issueTicket(app.db, { caller, app_id: id }, app.now());
    return (await useTicket(app.db, ticket, { app_id: id }, app.now())) ?? "closed";
  } catch (error) {
    if (error instanceof Refusal) return "closed";
    throw error;
  }
}
