import { sql } from "kysely";
import { passwordFault, PASSWORD_MIN_LENGTH } from "#contract";
import { badField, Refusal } from "../http/refusal.ts";
import { setPassword } from "../user/api.ts";
import type { PasswordWork } from "./password.ts";
import type { PersonToSignIn, SignInDeps, Step, Write } from "./sign-in.ts";

/** The pending check for an own password: a person whose password somebody else has set chooses a new one (SE-13). */
export const ownPasswordStep: Step = {
  name: "own password",
  mayDemand: () => sql`u.must_change_password`,
  async pass({ deps, person, visitor, check, writes }) {
    const write = await replaceTemporaryPassword(deps, person, check?.new_password);
    if (write === undefined) return;
    writes.push(write, async (trx) => {
      const [actor, subject_id] = [{ user_id: person.id }, person.id];
      const event = { action: "password-change", actor, subject_id } as const;
      await deps.audit.record(visitor.request, event, trx);
    });
  },
};

/**
 * Returns the write of the given new password; undefined where the present one is the person's own. Refuses with 40004
 * or 40001.
 */
export async function replaceTemporaryPassword(
  { queue, checkPassword, hashPassword }: Pick<SignInDeps, "queue" | keyof PasswordWork>,
  { id, account, password_hash, must_change_password }: PersonToSignIn,
  given: string | undefined,
): Promise<Write | undefined> {
  if (!must_change_password) return undefined;
  if (given === undefined) {
    throw new Refusal("checkWanted", {
      msg: "请设置自己的新密码",
      data: { check: "new_password", min_length: PASSWORD_MIN_LENGTH },
    });
  }
  const fault = passwordFault(given, account);
  if (fault !== undefined) throw wrong(fault);
  const fresh = await queue.run(async () => {
    if (await checkPassword(password_hash, given)) throw wrong("新密码不能与原来的密码相同");
    return hashPassword(given);
  });
  return async (trx, at) => {
    // refused when somebody has set another one meanwhile, or it has been replaced already
    const password = { password_hash: fresh, now: at, replaces: { password_hash } };
    if (!(await setPassword(trx, id, password))) throw new Refusal("wrongPassword");
  };
}

function wrong(message: string): Refusal {
  return badField("check.new_password", message);
}
