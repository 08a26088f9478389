import { cleanName, type InputOf, type register } from "#contract";
import { type Agreed, keepConsents } from "../consent/api.ts";
import type { Database, Queryable } from "../database/database.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { noteOrigin } from "../origin/api.ts";
import { addPerson, startAt } from "../user/api.ts";
import { redeem } from "./redeem.ts";
import { accountOf, personFault } from "./rules.ts";

/** The checked data of a registering person. */
export interface Newcomer {
  account: string;
  name: string;
  password: string;
  mobile: string | null;
  relation: string | undefined;
}

const TAKEN = "这个账号已经有人用了，请换一个";

/**
 * Returns who registers, with account and name in their stored form; throws `badInput` for the first faulty field.
 */
export function newcomerOf({
  account,
  name,
  password,
  mobile,
  relation,
}: InputOf<typeof register>): Newcomer {
  const newcomer = { account: accountOf(account), name: cleanName(name), password };
  const fault = personFault(newcomer);
  if (fault !== undefined) throw badField(fault.path, fault.message);
  return { ...newcomer, mobile: mobile || null, relation };
}

/** Refuses an account that is taken, before a password is hashed for it; the constraint still decides. */
export async function refuseTaken(db: Database, account: string): Promise<void> {
  const known = await db
    .selectFrom("user")
    .select("id")
    .where("account", "=", account)
    .executeTakeFirst();
  if (known !== undefined) throw taken();
}

/** Makes the person, uses the invitation and records the consents in one transaction (SE-12). */
export async function enrol(
  trx: Queryable,
  { account, name, mobile, relation }: Newcomer,
  {
    code,
    password_hash,
    consents,
    now,
  }: { code: string; password_hash: string; consents: readonly Agreed[]; now: Date },
) {
  const id = await addPerson(trx, { account, name, mobile, password_hash });
  if (id === undefined) throw taken();
  const own = { table: "user", key: { id }, person_id: id } as const;
  await noteOrigin(trx, { ...own, how: "self", at: now });
  const use = { code, kinds: ["class", "child", "staff"] as const, user_id: id, relation, now };
  const opened = await redeem(trx, use);
  await startAt(trx, id, opened);
  await keepConsents(trx, consents, { user_id: id, given_by: null, now });
  return { user_id: id, opened };
}

function taken(): Refusal {
  return new Refusal("conflict", { msg: TAKEN, data: { field: "account" } });
}
