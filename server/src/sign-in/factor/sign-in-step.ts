import { sql } from "kysely";
import type { Step } from "../sign-in.ts";
import { HOLDING_MUCH } from "./rules.ts";

/**
 * The pending check for the second factor: a person who has one gives it, and one who must have one sets it up (SE-10).
 */
export const secondFactorStep: Step = {
  name: "second factor",
  mayDemand({ deps }) {
    const mustHave =
      deps.secondFactors.policy === "offered"
        ? sql`false`
        : sql`(exists (select from membership m where m.user_id = u.id and m.identity = any(${HOLDING_MUCH}))
          or exists (select from right_grant g where g.user_id = u.id and g.ended_at is null))`;
    return sql`(exists (select from totp t where t.user_id = u.id)
      or exists (select from passkey p where p.user_id = u.id) or ${mustHave})`;
  },
  async pass(signIn) {
    const { deps, person, visitor, check, writes } = signIn;
    const passed =
      signIn.passed ?? (await deps.secondFactors.atSignIn(person.id, check ?? {}, visitor));
    if (passed === undefined) return;
    signIn.factor = passed.way;
    writes.push(async (trx, at) => {
      signIn.recovery_codes = await passed.take(trx, at);
    });
  },
};
