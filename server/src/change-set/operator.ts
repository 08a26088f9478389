import type { FastifyInstance } from "fastify";
import { RIGHTS } from "#contract";
import { separationOf } from "../rights/duties.ts";
import { heldOf } from "../rights/queries.ts";
import { type Held, PLATFORM } from "../rights/rules.ts";
import type { SetRow } from "./queries.ts";

/** The maker of a change: a person with what that person may do now, or, without an id, the operator by command. */
export interface Maker {
  user_id: string | null;
  held: readonly Held[];
}

/** The operator, who may do everything on the platform and is nobody of it. */
export const OPERATOR: Maker = {
  user_id: null,
  held: [
    {
      ...{ rights: RIGHTS, place: PLATFORM, until: null },
      ...{ source: "grant", bundle: null, grant_id: null },
    },
  ],
};

/** Tells whether a change is planned by the operator. */
export function isOperator({ held }: Pick<Maker, "held">): boolean {
  return held === OPERATOR.held;
}

/** Returns the maker of a set with what that maker may do now; nothing, where the person is gone. */
export async function makerOf(app: FastifyInstance, set: SetRow): Promise<Maker> {
  if (set.by_operator) return OPERATOR;
  const user_id = set.made_by ?? "";
  const [holder] = await heldOf(app.db, [user_id], separationOf(app));
  return { user_id, held: holder?.held ?? [] };
}
