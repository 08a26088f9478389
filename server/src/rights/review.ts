import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { chinaDay, confirmReview, readReview, REVIEW_UNUSED_DAYS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { daysBefore } from "../platform/days.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import type { RightsCaller } from "../session/caller.ts";
import { separationOf } from "./duties.ts";
import { heldOf, holdersWithin } from "./queries.ts";
import { decide, placePathOf } from "./rules.ts";

const ACROSS = { across: "administration" } as const;

/** Serves the review of rights: those who may give them at a place look at them and confirm them each term (GR-06). */
export async function reviewRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readReview,
    async ({ input: { school_id }, caller }) => {
      await requireGiver(caller, school_id);
      const now = app.now();
      const { id: term, name } = termOf(now);
      const row = await app.db
        .selectFrom("right_review as r")
        .leftJoin("user as u", "u.id", "r.confirmed_by")
        .select(["r.confirmed_at", "u.name"])
        .where("r.school_id", "=", school_id)
        .where("r.term", "=", term)
        .executeTakeFirst();
      const ids = await holdersWithin(app.db, caller.scope, school_id);
      const holders = await heldOf(app.db, ids, separationOf(app));
      const unusedSince = daysBefore(now, REVIEW_UNUSED_DAYS);
      const { rows: seen } = await sql<{ user_id: string; at: Date }>`
        select user_id, max(last_seen_at) as at from session
        where user_id = any (${ids}::text[]) group by user_id`.execute(app.db);
      const heldSince = await heldSinceOf(app.db, ids);
      const lastSeen = new Map(seen.map(({ user_id, at }) => [user_id, at]));
      return {
        term: name,
        confirmed: row === undefined ? null : { at: row.confirmed_at.toISOString(), by: row.name },
        holders: holders.length,
        unused: holders
          .map(({ id, name: of, account }) => {
            const at = lastSeen.get(id);
            return { id, name: of, account, last_seen_at: at ?? null };
          })
          // whoever has had rights for a shorter time has not left them unused for so long
          .filter(({ id }) => (heldSince.get(id) ?? now) < unusedSince)
          .filter(({ last_seen_at }) => last_seen_at === null || last_seen_at < unusedSince)
          .map((one) => ({ ...one, last_seen_at: one.last_seen_at?.toISOString() ?? null })),
      };
    },
    ACROSS,
  );

  serve(
    app,
    confirmReview,
    async ({ input: { school_id, ...proof }, caller, request }) => {
      await requireGiver(caller, school_id);
      await requireFreshProof(app, caller, proof, request);
      const now = app.now();
      const { id: term } = termOf(now);
      await app.db.transaction().execute(async (trx) => {
        await trx
          .insertInto("right_review")
          .values({ school_id, term, confirmed_by: caller.user_id, confirmed_at: now })
          .onConflict((conflict) =>
            conflict
              .columns(["school_id", "term"])
              .doUpdateSet({ confirmed_by: caller.user_id, confirmed_at: now }),
          )
          .execute();
        const object = { kind: "school", id: school_id };
        const detail = { step: "review", term };
        await app.audit.record(request, { action: "grant-change", object, detail }, trx);
      });
      return {};
    },
    ACROSS,
  );

  async function requireGiver({ held }: RightsCaller, school_id: string): Promise<void> {
    const tree = await app.organisations.tree();
    const organisation = tree.get(school_id);
    const placePath = placePathOf({ kind: "school", school_id, part_id: "" }, tree);
    if (organisation === undefined || !decide(held, "grant.give", placePath, app.now()).may)
      throw new Refusal("notFound");
  }
}

/** Returns since when people have had any right: by an identity, by a grant, or by heading a class of the school. */
async function heldSinceOf(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ user_id: string; at: Date }>`
    select user_id, min(at) as at from (
      select m.user_id, m.created_at as at from membership m where m.is_abled and (
        m.identity in ('manager', 'admin', 'inner_admin') or exists (select from class_teacher ct
          where ct.user_id = m.user_id and ct.school_id = m.school_id and ct.is_head))
      union all
      select g.user_id, g.created_at from right_grant g where g.ended_at is null
    ) held where user_id = any (${[...ids]}::text[]) group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, at }) => [user_id, at]));
}

/** Returns the term of a moment: the first from August to January, the second from February to July. */
export function termOf(now: Date): { id: string; name: string } {
  const [year = 0, month = 0] = chinaDay(now).split("-").map(Number);
  const begins = month >= 8 ? year : year - 1;
  const isFirst = month >= 8 || month === 1;
  return {
    id: `${begins}-${isFirst ? 1 : 2}`,
    name: `${begins}—${begins + 1} 学年${isFirst ? "上" : "下"}学期`,
  };
}
