import { sql } from "kysely";
import { BUNDLES, DUTIES, type Duty, IDENTITY_NAMES, type Identity, type Place } from "#contract";
import { recordOperator } from "../audit/audit-entry.ts";
import type { Database, Queryable } from "../database/database.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { holdersByDuty, peopleInConflict } from "../rights/api.ts";
import { dutiesInWords, dutiesOf, dutiesOfAll, dutiesWith } from "../rights/duties.ts";
import { insertGrant, markGrantEnded } from "../rights/api.ts";
import { heldOf } from "../rights/queries.ts";
import { findSchool } from "../school/api.ts";
import { findPerson } from "../user/api.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";

/** The words of the command that gives a duty, or takes every duty away. */
export const DUTY_WORDS = [...DUTIES, "none"] as const;

/** The switch as it would be on: a second duty is refused before it is, too. */
const apart = (now: Date) => ({ isSeparate: true, now });

/**
 * Gives a person a duty on the platform, or in one district or school, or takes all of the person's duties away; refuses
 * a second duty (GR-07). Returns what was done, in Chinese.
 */
export async function setDuty(
  db: Database,
  { account, duty, school }: { account: string; duty: Duty | "none"; school?: string },
  now: Date,
): Promise<string> {
  const done = await db.transaction().execute(async (trx) => {
    const person = await findPerson(trx, account);
    await sql`select from "user" where id = ${person.id} for update`.execute(trx);
    return duty === "none"
      ? endDuties(trx, person, now)
      : giveDuty(trx, person, { duty, school }, now);
  });
  return [done, ...(await dutyFaults(db, now))].join("\n");
}

interface Person {
  id: string;
  account: string;
  name: string;
}

async function giveDuty(
  trx: Queryable,
  { id, account, name }: Person,
  { duty, school }: { duty: Duty; school: string | undefined },
  now: Date,
): Promise<string> {
  const at = school === undefined ? undefined : await findSchool(trx, school);
  const place: Place = {
    kind: at?.kind ?? "platform",
    school_id: at?.id ?? null,
    part_id: "",
  };
  const { name: title, rights, places } = BUNDLES[duty];
  if (!places.some((kind) => kind === place.kind)) {
    throw new OperatorRefused(`${title}只能在全平台或一个区域；学校里由学校管理员管理。`);
  }
  const [holder] = await heldOf(trx, [id], apart(now));
  if (holder === undefined)
    throw new OperatorRefused(`“${name}”的账号停用了，请先用 enable 启用。`);
  const claimed = [...holder.held, ...holder.suspended];
  const has = dutiesOfAll(claimed, now);
  if (dutiesWith(holder, rights, now).length > 1) {
    throw new OperatorRefused(
      `“${name}”（${account}）已经有${dutiesInWords(has)}的权限，一个人只能有一种。请另选一人，或先用 npm run admin -- duty ${account} none 收回；身份自带的请先停用那个身份。`,
    );
  }
  const isSame = claimed.some(
    (one) =>
      one.bundle === title &&
      one.place.kind === place.kind &&
      one.place.school_id === place.school_id &&
      dutiesOf(one, now).length > 0,
  );
  if (isSame) throw new OperatorRefused(`“${name}”（${account}）已经是那里的${title}。`);
  const grant = await insertGrant(trx, {
    ...{ user_id: id, right_name: null, bundle_id: duty, until: null },
    ...{ place_kind: place.kind, school_id: place.school_id, part_id: "" },
    ...{ given_by: null, created_at: now, ...(await restingOn(trx, id, name)) },
  });
  const detail = { step: "give", rights: [...rights], place: place.kind };
  const object = { kind: "grant", id: grant };
  await recordOperator(trx, { action: "grant-change", subject_id: id, object, detail }, now);
  const told = { bundle: duty, right: null, school_id: place.school_id, until: null };
  await notifyPeople(trx, { by: null, now }, [{ user_id: id, kind: "right-given", detail: told }]);
  return `已让“${name}”（${account}）担任${title}，范围：${at?.name ?? "全平台"}。一秒内生效。`;
}

/** Returns the membership with which the duty ends: one of staff. */
async function restingOn(trx: Queryable, id: string, name: string) {
  const { rows } = await sql<{ school_id: string; identity: Identity }>`
    select m.school_id, m.identity from membership m join school s on s.id = m.school_id and s.is_abled
    where m.user_id = ${id} and m.is_abled and m.identity not in ('student', 'parent')
    order by m.sort, m.school_id limit 1`.execute(trx);
  const [first] = rows;
  if (first === undefined) {
    const staff = (["teacher", "manager", "admin", "inner_admin"] as const)
      .map((identity) => IDENTITY_NAMES[identity])
      .join("、");
    throw new OperatorRefused(`“${name}”没有有效的教职工身份（${staff}），请先给一个。`);
  }
  return { rests_on_school_id: first.school_id, rests_on_identity: first.identity };
}

async function endDuties(
  trx: Queryable,
  { id, account, name }: Person,
  now: Date,
): Promise<string> {
  const [holder] = await heldOf(trx, [id], apart(now));
  const ended = [...(holder?.held ?? []), ...(holder?.suspended ?? [])].filter(
    (one) => one.grant_id !== null && dutiesOf(one, now).length > 0,
  );
  if (ended.length === 0)
    throw new OperatorRefused(`“${name}”（${account}）没有授予的职责可以收回。`);
  const grants = await trx
    .selectFrom("right_grant")
    .select(["id", "bundle_id", "right_name", "school_id", "place_kind"])
    .where(
      "id",
      "in",
      ended.flatMap((one) => one.grant_id ?? []),
    )
    .execute();
  for (const grant of grants) {
    await markGrantEnded(trx, grant.id, { by: null, why: "operator", now });
    const object = { kind: "grant", id: grant.id };
    const detail = { step: "end", place: grant.place_kind };
    await recordOperator(trx, { action: "grant-change", subject_id: id, object, detail }, now);
  }
  const told = grants.map(({ bundle_id: bundle, right_name: right, school_id }) => ({
    ...{ user_id: id, kind: "right-taken", detail: { bundle, right, school_id } },
  })) satisfies Parameters<typeof notifyPeople>[2];
  await notifyPeople(trx, { by: null, now }, told);
  return `已收回“${name}”（${account}）的 ${ended.length} 项授权：${dutiesInWords(dutiesOfAll(ended, now))}。一秒内生效。`;
}

/** Returns a line for each person with the rights of two duties, and one for the duties that nobody has (GR-07). */
export async function dutyFaults(db: Queryable, now: Date): Promise<string[]> {
  const separation = apart(now);
  const conflicts = (await peopleInConflict(db, separation)).map(
    ({ name, account, suspended }) =>
      `注意：${name}（${account}）同时有${dutiesInWords(dutiesOfAll(suspended, now))}的权限，三员分立时都不生效，直到收回其中一种。`,
  );
  const byDuty = await holdersByDuty(db, { scope: { kind: "all" } }, separation);
  const vacant = DUTIES.filter((duty) => byDuty.get(duty)?.length === 0);
  if (vacant.length === 0) return conflicts;
  const commands = vacant.map((duty) => `npm run admin -- duty 账号 ${duty}`).join("；");
  const names = vacant.map((duty) => BUNDLES[duty].name).join("、");
  return [...conflicts, `注意：平台和区域还没有${names}，可以指定：${commands}`];
}
