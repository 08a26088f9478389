import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";

export interface FoundPerson {
  id: string;
  account: string;
  name: string;
}

/** Returns the only person of an account, an id or a name; throws `OperatorRefused` when there is none or several. */
export async function findPerson(db: Queryable, given: string): Promise<FoundPerson> {
  const account = given.toLowerCase();
  const rows = await db
    .selectFrom("user")
    .select(["id", "account", "name"])
    .where((row) =>
      row.or([row("account", "=", account), row("id", "=", given), row("name", "=", given)]),
    )
    .orderBy("account")
    .limit(20)
    .execute();
  const exact = rows.find((row) => row.account === account) ?? rows.find(({ id }) => id === given);
  const [one, ...others] = exact === undefined ? rows : [exact];
  if (one === undefined) throw new OperatorRefused(`没有账号“${given}”，也没有叫这个名字的人。`);
  if (others.length === 0) return one;
  const accounts = rows.map((row) => row.account).join("、");
  throw new OperatorRefused(`有不止一个人叫“${given}”，请改用账号：${accounts}。`);
}

export interface PeopleQuery {
  school_id?: string | undefined;
  class_id?: string | undefined;
  identity?: Identity | undefined;
  /** A part of the name. */
  name?: string | undefined;
  /** The beginning of the account. */
  account?: string | undefined;
  limit: number;
}

export interface ListedPerson extends FoundPerson {
  is_abled: boolean;
  held: { school: string; identity: Identity }[];
}

/** Returns people in the order of their accounts, with their memberships. */
export async function listPeople(db: Queryable, asked: PeopleQuery): Promise<ListedPerson[]> {
  const { school_id, class_id, identity, name, account, limit } = asked;
  const { rows } = await sql<ListedPerson>`
    select u.id, u.account, u.name, u.is_abled, coalesce((
      select json_agg(json_build_object('school', s.name, 'identity', m.identity) order by m.sort, s.id)
      from membership m join school s on s.id = m.school_id where m.user_id = u.id), '[]') as held
    from "user" u
    where (${name ?? null}::text is null or strpos(u.name, ${name ?? null}) > 0)
      and (${account ?? null}::text is null or starts_with(u.account, ${account?.toLowerCase() ?? null}))
      and ((${school_id ?? null}::text is null and ${identity ?? null}::text is null) or exists (
        select from membership m where m.user_id = u.id
          and (${school_id ?? null}::text is null or m.school_id = ${school_id ?? null})
          and (${identity ?? null}::text is null or m.identity = ${identity ?? null})))
      and (${class_id ?? null}::text is null
        or exists (select from class_student cs where cs.user_id = u.id and cs.class_id = ${class_id ?? null})
        or exists (select from class_teacher ct where ct.user_id = u.id and ct.class_id = ${class_id ?? null}))
    order by u.account limit ${limit}`.execute(db);
  return rows;
}

export interface NewPerson {
  account: string;
  name: string;
  password_hash: string;
  mobile?: string | null;
  /** True when somebody else has chosen the password (SE-13). */
  must_change_password?: boolean;
}

/** Adds a person without memberships and returns the id; undefined when the account is taken. */
export async function addPerson(trx: Queryable, person: NewPerson): Promise<string | undefined> {
  const unknown = { avatar: null, mobile: null, email: null, gender: null, birth_date: null };
  const nowhere = { admission_time: null, identity: null, school_id: null };
  const made = await trx
    .insertInto("user")
    .values({
      ...{ id: randomUUID(), ...unknown, ...nowhere, source: null, sourced_id: null },
      ...person,
    })
    .onConflict((conflict) => conflict.column("account").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id;
}

/** Letters and digits without those that are mistaken for one another when read aloud or written on a slip. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/**
 * Returns a password that a seven-year-old can copy: two groups of four, about 39 random bits, valid for days and for
 * one use.
 */
export function newTemporaryPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${group()}-${group()}`;
}

export interface NewPassword {
  password_hash: string;
  now: Date;
  /**
   * Set for a password by somebody else: it must be changed at the next sign-in, and is valid until then or until this
   * moment.
   */
  temporary?: { until: Date | null };
  /** The hash that must still be stored for the change to happen. */
  replaces?: { password_hash: string | null };
}

/** Sets a person's password; false when it is no longer the one to be replaced. */
export async function setPassword(
  trx: Queryable,
  userId: string,
  { password_hash, now, temporary, replaces }: NewPassword,
): Promise<boolean> {
  const written = await trx
    .updateTable("user")
    .set({
      password_hash,
      must_change_password: temporary !== undefined,
      temporary_until: temporary?.until ?? null,
      updated_at: now,
    })
    .where("id", "=", userId)
    .$if(replaces !== undefined, (update) =>
      update
        .where("must_change_password", "=", true)
        .where("password_hash", "is not distinct from", replaces?.password_hash ?? null),
    )
    .returning("id")
    .executeTakeFirst();
  return written !== undefined;
}

export async function setPersonEnabled(
  trx: Queryable,
  userId: string,
  is_abled: boolean,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("user")
    .set({ is_abled, updated_at: now })
    .where("id", "=", userId)
    .execute();
}

/** Makes an identity at a school the active one of a person who has none yet. */
export async function startAt(
  trx: Queryable,
  userId: string,
  { identity, school_id }: { identity: Identity; school_id: string },
): Promise<void> {
  await trx
    .updateTable("user")
    .set({ identity, school_id })
    .where("id", "=", userId)
    .where("school_id", "is", null)
    .execute();
}

/** Makes another school the active one of everybody whose active school is `from`. */
export async function movePeople(trx: Queryable, from: string, school_id: string): Promise<void> {
  await trx.updateTable("user").set({ school_id }).where("school_id", "=", from).execute();
}

interface Eyes {
  mode: boolean;
  interval: number;
  fixed: boolean;
}

/**
 * Stores the given settings of a child's eye protection, if the child is still this guardian's; the last one wins
 * (ID-10).
 */
export function setChildEyes(
  trx: Queryable,
  { child_id, guardian_id }: { child_id: string; guardian_id: string },
  { mode, interval, fixed }: { [K in keyof Eyes]?: Eyes[K] | undefined },
  now: Date,
): Promise<Eyes | undefined> {
  return trx
    .updateTable("user")
    .set({
      ...(mode !== undefined && { eye_mode: mode }),
      ...(interval !== undefined && { eye_interval: interval }),
      ...(fixed !== undefined && { eye_fixed: fixed }),
      updated_at: now,
    })
    .where("id", "=", child_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("guardian")
          .select(sql.lit(1).as("bound"))
          .where("child_id", "=", child_id)
          .where("user_id", "=", guardian_id),
      ),
    )
    .returning(["eye_mode as mode", "eye_interval as interval", "eye_fixed as fixed"])
    .executeTakeFirst();
}

/** Renames a person as the school has decided (ID-11). */
export async function renamePerson(
  trx: Queryable,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  await trx.updateTable("user").set({ name, updated_at: now }).where("id", "=", userId).execute();
}
