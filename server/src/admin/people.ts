import { randomInt, randomUUID } from "node:crypto";
import type { Identity } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../http/audit-entry.ts";
import { endSignIns } from "../http/end-sign-ins.ts";
import { hashPassword } from "../http/password-hash.ts";

/** What the operator asked for cannot be done; the message is one Chinese sentence. */
export class AdminRefused extends Error {
  override name = "AdminRefused";
}

/** Without letters and digits that are taken for one another when read aloud. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password to be read out or written down: four groups of four, about 79 random bits. */
export function newPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Makes a person of staff, and the institution where it does not exist yet (OP-03). Answers the password. */
export async function createStaff(
  db: Database,
  { account, name, identity, school }: NewStaff,
): Promise<string> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const schoolId = await institution(trx, school, identity);
    const made = await trx
      .insertInto("user")
      .values({
        ...NOTHING_KNOWN,
        id: randomUUID(),
        account,
        name,
        password_hash: passwordHash,
        identity,
        school_id: schoolId,
      })
      .onConflict((conflict) => conflict.column("account").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made === undefined) {
      throw new AdminRefused(`账号“${account}”已经存在；要换密码，请用 reset。`);
    }
    await trx
      .insertInto("membership")
      .values({ school_id: schoolId, user_id: made.id, identity, source: null })
      .execute();
    await recordOperator(trx, {
      action: "person-create",
      subject_id: made.id,
      detail: { identity, school_id: schoolId },
    });
  });
  return password;
}

export interface NewStaff {
  account: string;
  name: string;
  identity: Identity;
  /** The institution's name. */
  school: string;
}

/** Gives a person a new password; every session and remembered device of that person ends (SE-11). */
export async function resetPassword(db: Database, account: string, now: Date): Promise<string> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .updateTable("user")
      .set({ password_hash: passwordHash, temporary_until: null, updated_at: now })
      .where("account", "=", account)
      .returning("id")
      .executeTakeFirst();
    if (person === undefined) throw new AdminRefused(`没有账号“${account}”。`);
    await endSignIns(trx, person.id, now);
    await recordOperator(trx, { action: "password-reset", subject_id: person.id }, now);
  });
  return password;
}

const NOTHING_KNOWN = {
  avatar: null,
  mobile: null,
  email: null,
  gender: null,
  birth_date: null,
  admission_time: null,
  source: null,
  sourced_id: null,
};

async function institution(trx: Queryable, name: string, identity: Identity): Promise<string> {
  const known = await trx
    .selectFrom("school")
    .select("id")
    .where("name", "=", name)
    .limit(2)
    .execute();
  if (known.length > 1) {
    throw new AdminRefused(`有不止一个机构叫“${name}”，请先用名册导入来区分它们。`);
  }
  const [one] = known;
  if (one !== undefined) return one.id;
  const id = randomUUID();
  const kind = identity === "manager" ? "school" : "district";
  await trx
    .insertInto("school")
    .values({ id, name, kind, parent_id: null, logo: null, source: null, sourced_id: null })
    .execute();
  return id;
}
