import { randomInt } from "node:crypto";
import type { Identity } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { endSignIns } from "../sign-in/api.ts";
import { noteOrigin } from "../origin/api.ts";
import { addMembership, addSchool, findSchool, findSchools } from "../school/api.ts";
import { addPerson, setPassword, startAt } from "../user/api.ts";
import { hashPassword } from "../platform/password-hash.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { operatorsName } from "../platform/operators-name.ts";

/** Letters and digits without those that are mistaken for one another when read aloud. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Returns a password to be read out or written down: four groups of four, about 79 random bits. */
export function newPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

export interface NewStaff {
  account: string;
  /** The name; required for a person who does not exist yet. */
  name?: string;
  identity: Identity;
  /** The institution's id, code or name. */
  school: string;
  /** Makes the institution where there is none of that name. */
  makeSchool?: boolean;
}

export interface Granted {
  person: { id: string; name: string };
  place: { id: string; name: string; isNew: boolean };
  /** The new person's password in clear, returned this once; absent for a person who existed. */
  password?: string;
}

/** Gives a person an identity that runs the platform or a school, and makes the person where there is none (OP-03). */
export async function createStaff(db: Database, asked: NewStaff, now: Date): Promise<Granted> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const place = await institution(trx, asked);
    const known = await trx
      .selectFrom("user")
      .select(["id", "name"])
      .where("account", "=", asked.account)
      .executeTakeFirst();
    if (known !== undefined && asked.name !== undefined && known.name !== asked.name) {
      throw new OperatorRefused(
        `账号“${asked.account}”已经是“${known.name}”的，不是“${asked.name}”的。`,
      );
    }
    const person = known ?? (await makePerson(trx, asked, passwordHash));
    const { identity } = asked;
    const isGranted = await addMembership(trx, person.id, { school_id: place.id, identity });
    if (!isGranted) {
      throw new OperatorRefused(
        `“${person.name}”在“${place.name}”已经有这个身份；停用了的请用 enable，要换密码请用 reset。`,
      );
    }
    await startAt(trx, person.id, { identity, school_id: place.id });
    const noted = { person_id: person.id, how: "command", at: now } as const;
    if (known === undefined) {
      await noteOrigin(trx, { table: "user", key: { id: person.id }, ...noted });
    }
    const key = { school_id: place.id, user_id: person.id, identity };
    await noteOrigin(trx, { table: "membership", key, ...noted });
    await recordOperator(trx, {
      action: known === undefined ? "person-create" : "membership-change",
      subject_id: person.id,
      detail: { identity, school_id: place.id },
    });
    return { person, place, ...(known === undefined && { password }) };
  });
}

async function makePerson(
  trx: Queryable,
  { account, name }: NewStaff,
  password_hash: string,
): Promise<{ id: string; name: string }> {
  if (name === undefined) {
    throw new OperatorRefused(`还没有账号“${account}”；要新建它，请用 --name 写出姓名。`);
  }
  const person = { account, name: operatorsName(name), password_hash, must_change_password: true };
  const id = await addPerson(trx, person);
  if (id === undefined) throw new OperatorRefused(`账号“${account}”刚刚被别人用了，请再试一次。`);
  return { id, name: person.name };
}

/** Gives a person a new password; every session and remembered device of that person ends (SE-11). */
export async function resetPassword(db: Database, account: string, now: Date): Promise<string> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("user")
      .select("id")
      .where("account", "=", account)
      .executeTakeFirst();
    if (person === undefined) throw new OperatorRefused(`没有账号“${account}”。`);
    await setPassword(trx, person.id, {
      ...{ password_hash: passwordHash, now, temporary: { until: null } },
    });
    await endSignIns(trx, person.id, now);
    await recordOperator(trx, { action: "password-reset", subject_id: person.id }, now);
    const detail = { by: "operator" } as const;
    const told = { user_id: person.id, kind: "password-reset", detail } as const;
    await notifyPeople(trx, { by: null, now }, [told]);
  });
  return password;
}

/** The kind of organisation of identities whose rights end there, and what to type for another. */
const PLACE_OF: Partial<Record<Identity, { kind: "school" | "district"; instead: string }>> = {
  admin: {
    kind: "district",
    instead:
      "是一所学校，区域管理员的身份要在一个区域里。管理这所学校用 --identity manager，管理整个平台用 --identity inner_admin。",
  },
  manager: {
    kind: "school",
    instead: "是一个区域，学校管理员的身份要在一所学校里。管理这个区域用 --identity admin。",
  },
};

async function institution(
  trx: Queryable,
  { school: given, identity, makeSchool = false }: NewStaff,
): Promise<Granted["place"]> {
  const wanted = identity === "manager" ? "school" : "district";
  const found = await findSchools(trx, given);
  if (found.length > 0) {
    const place = await findSchool(trx, given);
    const bound = PLACE_OF[identity];
    if (bound !== undefined && bound.kind !== place.kind) {
      throw new OperatorRefused(`“${place.name}”${bound.instead}`);
    }
    return { ...place, isNew: false };
  }
  if (!makeSchool) throw new OperatorRefused(await noSuchPlace(trx, given));
  const name = operatorsName(given, "名称");
  const id = await addSchool(trx, { name, kind: wanted });
  return { id, name, isNew: true };
}

const MAX_NAMED = 8;

async function noSuchPlace(trx: Queryable, given: string): Promise<string> {
  const known = await trx
    .selectFrom("school")
    .select("name")
    .orderBy("kind")
    .orderBy("name")
    .limit(MAX_NAMED + 1)
    .execute();
  const names = known.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = known.length > MAX_NAMED ? "等" : "";
  const there = names.length === 0 ? "现在一个也没有" : `现有的有：${names.join("、")}${more}`;
  return `没有编号、代码或名称为“${given}”的机构，${there}。名册里有它的话请先导入名册；确定要新建，请加上 --new。`;
}
