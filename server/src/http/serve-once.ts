import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AnswerOf, Call } from "#contract";
import type { MemberCaller } from "../session/caller.ts";
import { type Served, serve, type ServeOptions } from "./serve.ts";

/** The two steps of a call that makes one thing. */
interface Once<C extends Call> {
  /** Makes the thing, with this id: a UUID that no other attempt has. It fails where there is one of this id. */
  make: (served: Served<C>, id: string) => Promise<AnswerOf<C>>;
  /** Answers the thing of this id as if it had been made just now; undefined where there is none. */
  made: (served: Served<C>, id: string) => Promise<AnswerOf<C> | undefined>;
}

/**
 * Serves a call that is declared `once`. What an attempt makes has an id that follows from the attempt, its maker and the
 * school, so that an attempt that is sent again finds what the first has made, and two at the same moment make one
 * (docs/decisions/100-one-attempt-one-act.md).
 */
export function serveOnce<C extends Call>(
  app: FastifyInstance,
  call: C,
  { make, made }: Once<C>,
  options?: ServeOptions,
): void {
  const handler = async (served: Served<C>) => {
    const { attempt, ...input } = served.input as { attempt?: string };
    const given = { ...served, input } as Served<C>;
    if (attempt === undefined) return make(given, uuidOf(randomBytes(16)));
    const id = idOfAttempt(call, given.caller as MemberCaller, attempt);
    const before = await made(given, id);
    if (before !== undefined) return before;
    return make(given, id).catch(async (error: unknown) => {
      // the same attempt, a moment ago
      const other = await made(given, id);
      if (other === undefined) throw error;
      return other;
    });
  };
  serve(app, call, handler, { ...options, once: true });
}

function idOfAttempt(
  { path }: Call,
  { user_id, school }: Pick<MemberCaller, "user_id" | "school">,
  attempt: string,
): string {
  const what = JSON.stringify([path, user_id, school.id, attempt.toLowerCase()]);
  return uuidOf(createHash("sha256").update(what).digest());
}

/** Returns the UUID (version 8) of these bytes. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex", 0, 16);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}
