import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Queryable } from "../database/database.ts";
import type { AuditActor, AuditEvent } from "./audit.ts";

/** The most ids that an entry's list keeps. */
const MAX_NAMED = 100;

/**
 * Records that staff read children's data, before they are shown it. Whoever looks at a whole class leaves one entry
 * with all its pupils in `detail.children`; an entry about one child has that child as its subject.
 */
export async function recordChildRead(
  { audit }: Pick<FastifyInstance, "audit">,
  request: FastifyRequest,
  children: readonly string[],
  { object, actor }: { object: AuditEvent["object"]; actor?: AuditActor },
): Promise<void> {
  const named = [...new Set(children)];
  for (let from = 0; from < named.length; from += MAX_NAMED) {
    const some = named.slice(from, from + MAX_NAMED);
    await audit.record(request, {
      action: "child-read",
      object,
      ...(actor && { actor }),
      ...(named.length === 1 ? { subject_id: named[0] } : { detail: { children: some } }),
    });
  }
}

/** Returns the ids that are pupils, of the schools that the running code may see. */
export async function pupilsAmong(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("membership")
    .select("user_id")
    .distinct()
    .where("user_id", "in", [...ids])
    .where("identity", "=", "student")
    .execute();
  return rows.map(({ user_id }) => user_id);
}
