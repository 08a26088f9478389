import type { Database, Queryable } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { endSignIns, removeFactors } from "../sign-in/api.ts";
import { findSchool, setMembershipsEnabled, setSchoolEnabled } from "../school/api.ts";
import { findPerson, setPersonEnabled } from "../user/api.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";

/** The target of an operator's command to enable or disable: a person, a school, or a person at one school only. */
export interface Access {
  enabled: boolean;
  /** Account, id or name. */
  account?: string;
  /** Id, code or name. */
  school?: string;
}

/**
 * Enables or disables a person, a school or a membership; doing so twice changes nothing. A disabled person's sessions
 * end; whoever loses a school keeps their sign-in and other schools. Every node follows within a second. Returns what
 * was done, in Chinese.
 */
export async function setAccess(db: Database, access: Access, now: Date): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { enabled, account } = access;
    const person = account === undefined ? undefined : await findPerson(trx, account);
    const school = access.school === undefined ? undefined : await findSchool(trx, access.school);
    const done = enabled ? "启用" : "停用";
    if (person !== undefined && school !== undefined) {
      await setMemberships(trx, person, school, enabled);
      return `已${done}“${person.name}”在“${school.name}”的身份。`;
    }
    if (person !== undefined) {
      await setPerson(trx, person.id, enabled, now);
      return `已${done}“${person.name}”的账号${enabled ? "" : "，他的登录都已结束"}。`;
    }
    if (school === undefined) throw new OperatorRefused("请用 --account 或 --school 指明是谁。");
    await setSchool(trx, school.id, enabled, now);
    return `已${done}机构“${school.name}”。`;
  });
}

interface Found {
  id: string;
  name: string;
}

async function setPerson(trx: Queryable, id: string, enabled: boolean, now: Date): Promise<void> {
  await setPersonEnabled(trx, id, enabled, now);
  if (!enabled) await endSignIns(trx, id, now);
  await recordOperator(trx, { action: "access-change", subject_id: id, detail: { enabled } }, now);
}

async function setSchool(trx: Queryable, id: string, enabled: boolean, now: Date): Promise<void> {
  await setSchoolEnabled(trx, id, enabled, now);
  const object = { kind: "school", id };
  await recordOperator(trx, { action: "access-change", object, detail: { enabled } }, now);
}

async function setMemberships(
  trx: Queryable,
  person: Found,
  school: Found,
  enabled: boolean,
): Promise<void> {
  const at = { school_id: school.id, user_id: person.id };
  const changed = await setMembershipsEnabled(trx, at, enabled);
  if (changed.length === 0) {
    throw new OperatorRefused(`“${person.name}”在“${school.name}”没有身份。`);
  }
  await recordOperator(trx, {
    action: "membership-change",
    subject_id: person.id,
    object: { kind: "school", id: school.id },
    detail: { enabled, identities: changed },
  });
}

/** Removes every second factor of a person who has lost them all; every session and remembered device ends (SE-10). */
export async function resetFactor(db: Database, account: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("user")
      .select("id")
      .where("account", "=", account)
      .forUpdate()
      .executeTakeFirst();
    if (person === undefined) throw new OperatorRefused(`没有账号“${account}”。`);
    await removeFactors(trx, person.id);
    await endSignIns(trx, person.id, now);
    await recordOperator(trx, { action: "second-factor-reset", subject_id: person.id }, now);
    const detail = { by: "operator" } as const;
    const told = { user_id: person.id, kind: "factors-reset", detail } as const;
    await notifyPeople(trx, { by: null, now }, [told]);
  });
}
