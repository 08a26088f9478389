import { PASSWORD_MIN_LENGTH } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { PasswordWork } from "./password.ts";
import type { PersonToSignIn } from "./queries.ts";
import type { Desk } from "./sign-in.ts";

type Write = (trx: Queryable, at: Date) => Promise<void>;

/**
 * Whose password was set by somebody else chooses one before going on (SE-11). Answers what writes it, in the transaction
 * that opens the session; undefined where the password is the person's own.
 */
export async function replaceTemporary(
  { queue, checkPassword, hashPassword }: Pick<Desk, "queue" | keyof PasswordWork>,
  { id, account, password_hash, temporary_until }: PersonToSignIn,
  given: string | undefined,
): Promise<Write | undefined> {
  if (temporary_until === null) return undefined;
  if (given === undefined) {
    throw new Refusal("checkWanted", {
      msg: "请设置自己的新密码",
      data: { check: "new_password", min_length: PASSWORD_MIN_LENGTH },
    });
  }
  if (given.toLowerCase() === account) throw wrong("新密码不能与账号相同");
  const fresh = await queue.run(async () => {
    if (await checkPassword(password_hash, given)) throw wrong("新密码不能与临时密码相同");
    return hashPassword(given);
  });
  return async (trx, at) => {
    const written = await trx
      .updateTable("user")
      .set({ password_hash: fresh, temporary_until: null, updated_at: at })
      .where("id", "=", id)
      // somebody has set another one meanwhile, or it has been replaced already
      .where("temporary_until", "=", temporary_until)
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) throw new Refusal("wrongPassword");
  };
}

function wrong(message: string): Refusal {
  const errors = [{ path: "check.new_password", message }];
  return new Refusal("badInput", { msg: message, data: { errors } });
}
