import type { FastifyInstance } from "fastify";
import { RIGHTS } from "#contract";
import { separationOf } from "../rights/duties.ts";
import { heldOf } from "../rights/queries.ts";
import { type Held, PLATFORM } from "../rights/rules.ts";
import type { SetRow } from "./queries.ts";

/** The maker of a change: a person with the rights held now, or the operator at the command line (no id). */
export interface Maker {
  user_id: string | null;
  held: readonly Held[];
}

/** The operator at the command line, with every right on the platform and no account. */
export const OPERATOR: Maker = {
  user_id: null,
  held: [
    {
      ...{ rights: RIGHTS, place: PLATFORM, until: null },
      ...{ source: "grant", bundle: null, grant_id: null },
    },
  ],
};

/** Returns whether the operator plans the change. */
export function isOperator({ held }: Pick<Maker, "held">): boolean {
  return held === OPERATOR.held;
}

/** Returns the maker of a set with the rights that the maker has now; none where the person no longer exists. */
export async function makerOf(app: FastifyInstance, set: SetRow): Promise<Maker> {
  if (set.by_operator) return OPERATOR;
  const user_id = set.made_by ?? "";
  const [holder] = await heldOf(app.db, [user_id], separationOf(app));
  return { user_id, held: holder?.held ?? [] };
}
