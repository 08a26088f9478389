import type { FastifyInstance } from "fastify";
import { readDuties } from "#contract";
import { serve } from "../http/serve.ts";
import { dutiesOfAll, separationOf } from "./duties.ts";
import { holdersByDuty, peopleInConflict } from "./duty-queries.ts";
import { requireReached } from "./api.ts";
import { isWithin, shownRights } from "./shown.ts";

/** Serves who has which duty, and who has the rights of two (GR-07). */
export async function dutyRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readDuties,
    async ({ input: { school_id }, caller }) => {
      const { scope } = caller;
      if (school_id !== undefined) await requireReached(app, scope, school_id);
      const separation = separationOf(app);
      if (!separation.isSeparate) return { duties: [], conflicts: [] };
      const duties = [];
      for (const [duty, rows] of await holdersByDuty(app.db, { scope, school_id }, separation)) {
        const holders = [];
        for (const row of rows) {
          const held = await shownRights(app, { ...row, suspended: [] }, caller);
          const { id, name, account } = row;
          if (held.length > 0) holders.push({ id, name, account, held });
        }
        duties.push({ duty, holders });
      }
      const conflicts = [];
      for (const row of await peopleInConflict(app.db, separation)) {
        const { id, name, account, suspended } = row;
        const within = suspended.filter((one) => isWithin(scope, one));
        if (within.length === 0) continue;
        conflicts.push({
          ...{ id, name, account },
          held: await shownRights(app, { ...row, held: [], suspended: within }, caller),
          duties: dutiesOfAll(within, separation.now),
          elsewhere: within.length < suspended.length,
        });
      }
      return { duties, conflicts };
    },
    { across: "administration" },
  );
}
