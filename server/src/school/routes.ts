import type { FastifyInstance } from "fastify";
import { previewSchoolMove, readSchool, readSchools, SCHOOL_ACTS } from "#contract";
import { invalidCursor, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { separationOf } from "../rights/duties.ts";
import { isBelowScope, isSchoolWithin } from "../rights/rules.ts";
import { effectsOfMove } from "./move.ts";
import { countSchools, readSchoolPage, readSchoolWhole, type SchoolPlace } from "./queries.ts";

/**
 * Lets statements see every school; each names the scope that bounds it. Row-level security would compare each row of a
 * page's people with every school of a district.
 */
const ACROSS = { across: "administration" } as const;

/** Schools and districts of a scope: listed, each one whole, and a move looked at before it is planned (AD-10). */
export async function schoolRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readSchools,
    async ({ input: { after, ...filters }, caller: { scope } }) => {
      const place = after === undefined ? undefined : readPlace(after);
      const asked = { ...filters, scope };
      const { schools, next } = await readSchoolPage(app.db, asked, place);
      const count = await countSchools(app.db, asked);
      return { schools, count, next: next && writePlace(next) };
    },
    ACROSS,
  );

  serve(
    app,
    readSchool,
    async ({ input: { school_id }, caller: { scope, scopeOf } }) => {
      const found = await readSchoolWhole(app.db, scope, school_id, app.now());
      if (found === undefined) throw new Refusal("notFound");
      const isBelow = isBelowScope(scope, school_id, await app.organisations.tree());
      const acts = SCHOOL_ACTS.filter((act) => act !== "move" || found.kind === "school");
      const { leaver_days, ...school } = found;
      const { leaverDays } = app.config;
      const erases = scopeOf("people.erase");
      return {
        ...school,
        leaver_rule:
          school.kind === "district"
            ? null
            : {
                days: leaver_days ?? leaverDays,
                is_own: leaver_days !== null,
                platform_days: leaverDays,
                may_set: erases !== undefined && isSchoolWithin(erases, school_id),
              },
        created_at: found.created_at.toISOString(),
        can: isBelow ? acts : ["edit" as const],
      };
    },
    ACROSS,
  );

  serve(
    app,
    previewSchoolMove,
    async ({ input: { school_id, district_id }, caller: { scope } }) => {
      const tree = await app.organisations.tree();
      const isFound =
        isSchoolWithin(scope, school_id) &&
        isSchoolWithin(scope, district_id) &&
        tree.get(school_id)?.kind === "school" &&
        tree.get(district_id)?.kind === "district";
      if (!isFound) throw new Refusal("notFound");
      if (!isBelowScope(scope, school_id, tree)) throw new Refusal("notAllowed");
      return effectsOfMove(app.db, { school_id, district_id }, tree, separationOf(app));
    },
    ACROSS,
  );
}

function writePlace({ name, id }: SchoolPlace): string {
  return JSON.stringify([name, id]);
}

function readPlace(text: string): SchoolPlace {
  try {
    const [name, id] = JSON.parse(text) as unknown[];
    if (typeof name === "string" && typeof id === "string") return { name, id };
  } catch {
    // told below
  }
  throw invalidCursor();
}
