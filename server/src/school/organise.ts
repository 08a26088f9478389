import { sql } from "kysely";
import { recordOperator } from "../audit/audit-entry.ts";
import type { Database, Queryable } from "../database/database.ts";
import { isReferredTo } from "../database/unavailable.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { operatorsName } from "../platform/operators-name.ts";
import { moveGroupsOfSchool } from "../group/api.ts";
import { moveAppsOfSchool } from "../catalogue/api.ts";
import { moveOrigins } from "../origin/api.ts";
import { movePeople } from "../user/api.ts";
import { findSchool, type FoundSchool } from "./api.ts";

/** Gives an organisation that a person made another name; answers what the operator is told. */
export function renameSchool(db: Database, given: string, typed: string): Promise<string> {
  const name = operatorsName(typed, "名称");
  return db.transaction().execute(async (trx) => {
    const school = await findSchool(trx, given);
    assertMadeByHand(school, "改名");
    await trx.updateTable("school").set({ name }).where("id", "=", school.id).execute();
    await record(trx, school, { act: "rename" });
    return `“${school.name}”已改名为“${name}”。`;
  });
}

/**
 * Moves what hangs on one organisation to another and deletes it: identities with their last day and who wrote them, where
 * people are now, organisations below, apps' settings. Classes, lessons, threads and invitations do not move: with any of them it is refused.
 */
export function mergeSchool(
  db: Database,
  { from, into }: { from: string; into: string },
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const [gone, kept] = [await findSchool(trx, from), await findSchool(trx, into)];
    if (gone.id === kept.id) throw new OperatorRefused(`“${from}”和“${into}”是同一个机构。`);
    assertMadeByHand(gone, "并入别处");
    await moveOrigins(trx, { from: gone.id, into: kept.id }, now);
    await sql`insert into membership (school_id, user_id, identity, is_abled, sort, source, until, created_at)
      select ${kept.id}, user_id, identity, is_abled, sort, null, until, created_at
      from membership where school_id = ${gone.id}
      on conflict do nothing`.execute(trx);
    const { numDeletedRows: moved } = await trx
      .deleteFrom("membership")
      .where("school_id", "=", gone.id)
      .executeTakeFirstOrThrow();
    await movePeople(trx, gone.id, kept.id);
    await trx
      .updateTable("school")
      .set({ parent_id: kept.id })
      .where("parent_id", "=", gone.id)
      .where("id", "!=", kept.id)
      .execute();
    await trx
      .updateTable("school")
      .set({ parent_id: null })
      .where("id", "=", kept.id)
      .where("parent_id", "=", gone.id)
      .execute();
    await moveAppsOfSchool(trx, gone.id, kept.id);
    await moveGroupsOfSchool(trx, gone.id, kept.id);
    await remove(trx, gone, "并入别处");
    await record(trx, gone, { act: "merge", into: kept.id });
    return `“${gone.name}”（编号 ${gone.id}）已并入“${kept.name}”（编号 ${kept.id}），转去 ${moved} 个身份。`;
  });
}

/** Deletes an organisation that nobody and nothing belongs to. */
export function deleteSchool(db: Database, given: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const school = await findSchool(trx, given);
    await remove(trx, school, "删除");
    await record(trx, school, { act: "delete" });
    return `已删除“${school.name}”（编号 ${school.id}）。`;
  });
}

async function remove(trx: Queryable, school: FoundSchool, act: string): Promise<void> {
  const left = await contentsOf(trx, school.id);
  if (left.length > 0) {
    throw new OperatorRefused(`“${school.name}”里还有${left.join("、")}，不能${act}。`);
  }
  // what outlived its use within minutes
  for (const table of ["app_ticket", "oidc_grant"] as const) {
    await trx.deleteFrom(table).where("school_id", "=", school.id).execute();
  }
  await sql`savepoint before_removal`.execute(trx);
  try {
    await trx.deleteFrom("school").where("id", "=", school.id).execute();
  } catch (error) {
    if (!isReferredTo(error)) throw error;
    await sql`rollback to savepoint before_removal`.execute(trx);
    throw new OperatorRefused(`“${school.name}”还留有使用记录，不能${act}；可以停用它。`, {
      cause: error,
    });
  }
}

/** Returns what belongs to it, each with its number, in Chinese. */
async function contentsOf(trx: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(distinct user_id) from membership where school_id = ${id})::integer as "人员",
    (select count(*) from class where school_id = ${id})::integer as "班级",
    (select count(*) from school where parent_id = ${id})::integer as "下属机构",
    (select count(*) from content where school_id = ${id})::integer as "课程与资源",
    (select count(*) from feedback_thread where ${id} in (school_id, assigned_school_id))::integer as "反馈",
    (select count(*) from invitation where school_id = ${id})::integer as "邀请码",
    (select count(*) from app where district_id = ${id} or ${id} = any (school_ids))::integer as "应用"`.execute(
    trx,
  );
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) =>
    count === 0 ? [] : [`${what} ${count}`],
  );
}

function assertMadeByHand({ name, source }: FoundSchool, act: string): void {
  if (source === null) return;
  throw new OperatorRefused(`“${name}”由名册“${source}”带来，请在名册里改，这里不能${act}。`);
}

function record(
  trx: Queryable,
  { id }: FoundSchool,
  detail: Record<string, string>,
): Promise<void> {
  return recordOperator(trx, { action: "school-change", object: { kind: "school", id }, detail });
}
