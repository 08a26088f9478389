import type { FastifyInstance } from "fastify";
import { isChild, viewHome } from "#contract";
import { picturedHomes } from "../catalogue/api.ts";
import type { Queryable } from "../database/database.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { type NewNotice, notifyPeople } from "../person-notice/api.ts";
import { readAgeFacts } from "../session/age-facts.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { findPeople } from "./queries.ts";

/** An account is of all its schools: whether it lies in the scope is asked of every one. */
const ACROSS = { across: "administration" } as const;

/** Serves somebody's home as that person sees it; notifies the person and writes an audit entry (AD-18). */
export async function viewHomeRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    viewHome,
    async ({ input, caller, request }) => {
      const [person] = await findPeople(app, caller, [input.user_id]);
      if (person === undefined) throw new Refusal("notFound");
      const reason = input.reason.trim();
      if (reason === "") {
        throw badField("reason", "请写明原因，本人会看到");
      }
      await requireFreshProof(app, caller, input, request);
      const now = app.now();
      const homes = await picturedHomes(app, person.id);
      await app.db.transaction().execute(async (trx) => {
        await app.audit.record(request, { action: "home-view", subject_id: person.id }, trx);
        const told = await whoIsTold(trx, person.id, now);
        const notices = told.map((one): NewNotice => ({
          ...{ ...one, kind: "home-viewed", detail: { reason } },
        }));
        await notifyPeople(trx, { by: caller.user_id, now }, notices);
      });
      return { name: person.name, viewed_at: now.toISOString(), homes };
    },
    ACROSS,
  );
}

/** Returns the person, and the guardians of a child under 14. */
async function whoIsTold(
  trx: Queryable,
  user_id: string,
  now: Date,
): Promise<{ user_id: string; about_id?: string }[]> {
  const facts = await readAgeFacts(trx, user_id);
  if (facts === undefined || !isChild(facts, now)) return [{ user_id }];
  const guardians = await trx
    .selectFrom("guardian")
    .select("user_id")
    .where("child_id", "=", user_id)
    .execute();
  return [{ user_id }, ...guardians.map((one) => ({ user_id: one.user_id, about_id: user_id }))];
}
