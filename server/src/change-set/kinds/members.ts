import { sql } from "kysely";
import { type Change, IDENTITY_NAMES } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../http/refusal.ts";
import { isSchoolWithin } from "../../rights/rules.ts";
import {
  accountWithin,
  membershipWithin,
  personWithin,
  schoolWithin,
} from "../../rights/scope-sql.ts";
import { countOf, type PlannedRow } from "../rules.ts";
import {
  type ChangeKindOf,
  endOfDay,
  notFound,
  placeOfAll,
  type Planning,
  refuse,
  requireGivable,
  requireNoneAbove,
  requireRows,
} from "./kind.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

interface Member {
  user_id: string;
  name: string;
  is_abled: boolean;
  until: string | null;
  school: string;
  has_guardian: boolean;
}

/** Returns the requested members of one identity at one school, as far as they lie in the scope. */
async function findMembers(
  { db, scope }: Planning,
  {
    school_id,
    identity,
    user_ids,
  }: Pick<Of<"membership-state">, "school_id" | "identity" | "user_ids">,
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.user_id, u.name, m.is_abled, to_jsonb(m) ->> 'until' as until, s.name as school,
      exists (select from guardian g where g.child_id = m.user_id) as has_guardian
    from membership m join "user" u on u.id = m.user_id join school s on s.id = m.school_id
    where m.school_id = ${school_id} and m.identity = ${identity} and m.user_id = any (${user_ids}::text[])
      and ${membershipWithin(scope, "m")}
    order by u.name, m.user_id`.execute(db);
  if (rows.length === 0) throw new Refusal("notFound");
  return rows;
}

function guardiansAmong(members: readonly Member[]): string {
  const count = members.filter(({ has_guardian }) => has_guardian).length;
  return count === 0 ? "" : `，其中 ${count} 位有监护人`;
}

export const membershipState: ChangeKindOf<Of<"membership-state">> = {
  right: "people.write",
  async plan(planning, change) {
    const { school_id, identity, user_ids, is_abled } = change;
    requireGivable(planning, identity, school_id, !is_abled);
    const found = await findMembers(planning, change);
    if (!is_abled)
      await requireNoneAbove(
        planning,
        found.map(({ user_id }) => user_id),
      );
    const members = found.filter((one) => one.is_abled !== is_abled);
    const rows = members.map(({ user_id, name, school }): PlannedRow => ({
      table: "membership",
      key: { school_id, user_id, identity },
      before: { is_abled: !is_abled },
      after: { is_abled },
      label: `${name}（${IDENTITY_NAMES[identity]}）`,
      words: { [school_id]: school },
      person_id: user_id,
    }));
    requireRows(rows);
    const act = `${is_abled ? "启用" : "停用"} ${countOf(rows.length, identity)}`;
    return {
      ...{ rows, act, school_id },
      sentence: `将${act}${guardiansAmong(members)}`,
      unmatched: notFound(user_ids, found),
    };
  },
};

export const membershipUntil: ChangeKindOf<Of<"membership-until">> = {
  right: "people.write",
  async plan(planning, change) {
    const { school_id, identity, user_ids } = change;
    requireGivable(planning, identity, school_id);
    const found = await findMembers(planning, change);
    const until = change.until === null ? null : laterThan(planning.now, change.until);
    const rows = found
      .filter((one) => !isSameMoment(one.until, until))
      .map((one): PlannedRow => ({
        table: "membership",
        key: { school_id, user_id: one.user_id, identity },
        before: { until: one.until },
        after: { until },
        label: `${one.name}（${IDENTITY_NAMES[identity]}）`,
        words: { [school_id]: one.school },
        person_id: one.user_id,
      }));
    requireRows(rows);
    const people = countOf(rows.length, identity);
    const act = until === null ? `让 ${people}长期有效` : `让 ${people}到期停用`;
    return {
      ...{ rows, act, school_id, unmatched: notFound(user_ids, found) },
      sentence:
        until === null ? `将取消 ${people}的到期日` : `${people}将在 ${change.until} 之后停用`,
    };
  },
};

export const membershipAdd: ChangeKindOf<Of<"membership-add">> = {
  right: "people.write",
  async plan(planning, { school_id, identity, user_ids, until }) {
    const { db, scope, now, organisations } = planning;
    const organisation = organisations.get(school_id);
    if (organisation === undefined || !isSchoolWithin(scope, school_id))
      throw new Refusal("notFound");
    const fits = identity === "admin" ? "district" : identity === "inner_admin" ? null : "school";
    if (fits !== null && organisation.kind !== fits) {
      refuse("identity", `“${IDENTITY_NAMES[identity]}”不能用在这样的机构里`);
    }
    requireGivable(planning, identity, school_id);
    const { rows: found } = await sql<Member & { held: boolean; next: number }>`
      select u.id as user_id, u.name, s.name as school, true as is_abled, null as until, false as has_guardian,
        exists (select from membership m where m.user_id = u.id and m.school_id = s.id and m.identity = ${identity}) as held,
        (select coalesce(max(m.sort) + 1, 0) from membership m where m.user_id = u.id) as next
      from "user" u cross join school s
      where s.id = ${school_id} and u.id = any (${user_ids}::text[]) and ${personWithin(scope, sql.ref("u.id"))}
      order by u.name, u.id`.execute(db);
    if (found.length === 0) throw new Refusal("notFound");
    const end = until === undefined ? null : laterThan(now, until);
    const rows = found
      .filter(({ held }) => !held)
      .map(({ user_id, name, school, next }): PlannedRow => ({
        table: "membership",
        key: { school_id, user_id, identity },
        before: null,
        after: { is_abled: true, sort: next, until: end, created_at: now.toISOString() },
        label: name,
        words: { [school_id]: school },
        person_id: user_id,
      }));
    requireRows(rows);
    const act = `让 ${countOf(rows.length, "person")}成为${IDENTITY_NAMES[identity]}`;
    return {
      ...{ rows, act, school_id, unmatched: notFound(user_ids, found) },
      sentence: `将${act}${until === undefined ? "" : `，到 ${until} 为止`}`,
    };
  },
};

export const accountState: ChangeKindOf<Of<"account-state">> = {
  right: "people.write",
  async plan(planning, { user_ids, is_abled, reason, until }) {
    const { db, scope, now, actor } = planning;
    const why = reason?.trim() ?? "";
    if (!is_abled && why === "") refuse("reason", "请写明锁定的原因");
    // an account is of all its schools: one that reaches beyond the scope is not the actor's to lock
    const { rows: found } = await sql<{
      user_id: string;
      name: string;
      is_abled: boolean;
      lock: Record<string, unknown> | null;
      school_ids: string[];
    }>`
      select u.id as user_id, u.name, u.is_abled,
        (select to_jsonb(l) - 'user_id' from person_lock l where l.user_id = u.id) as lock,
        array(select distinct m.school_id from membership m where m.user_id = u.id order by 1) as school_ids
      from "user" u where u.id = any (${user_ids}::text[]) and ${accountWithin(scope, sql.ref("u.id"))}
      order by u.name, u.id`.execute(db);
    if (found.length === 0) throw new Refusal("notFound");
    await requireNoneAbove(
      planning,
      found.map(({ user_id }) => user_id),
    );
    const end = until === undefined ? null : laterThan(now, until);
    const people = found.filter((one) => one.is_abled !== is_abled);
    if (people.length === 0) requireRows([]);
    const locked = {
      ...{ until: end, reason: why, locked_by: actor.user_id, locked_at: now.toISOString() },
    };
    function* accountsAndLocks(): Generator<PlannedRow> {
      for (const { user_id, name } of people) {
        const of = { key: { id: user_id }, label: name, person_id: user_id };
        yield { table: "user", ...of, before: { is_abled: !is_abled }, after: { is_abled } };
      }
      // after them: rows alike are written in one statement
      for (const { user_id, name, lock } of people) {
        if (is_abled === (lock === null)) continue;
        const written = { before: lock, after: is_abled ? null : locked };
        const of = { label: name, person_id: user_id };
        yield { table: "person_lock", key: { user_id }, ...written, ...of };
      }
    }
    const rows = { [Symbol.iterator]: accountsAndLocks };
    const act = `${is_abled ? "解锁" : "锁定"} ${people.length} 个账号`;
    const days = until === undefined ? "" : `，到 ${until} 为止`;
    const school_id = placeOfAll(
      people.flatMap(({ school_ids }) => school_ids),
      planning,
    );
    return {
      ...{ rows, act, school_id, unmatched: notFound(user_ids, found) },
      sentence: is_abled
        ? `将${act}，他们可以重新登录`
        : `将${act}${days}，他们会立即退出登录，不能再登录`,
    };
  },
};

function laterThan(now: Date, day: string): string {
  const end = endOfDay(day);
  if (new Date(end) <= now) refuse("until", "到期的日子须在今天或以后");
  return end;
}

function isSameMoment(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return new Date(one).getTime() === new Date(other).getTime();
}

/** Returns a school that lies in the scope as a whole; any other is refused as absent. */
export async function requireSchool(
  { db, scope }: Planning,
  id: string,
): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`
    select s.name from school s where s.id = ${id} and ${schoolWithin(scope, sql.ref("s.id"))}`.execute(
    db,
  );
  const [school] = rows;
  if (school === undefined) throw new Refusal("notFound");
  return school;
}

/** Returns the class, if the school has it and it is enabled. */
export async function findEnabledClass(db: Queryable, schoolId: string, classId: string) {
  return db
    .selectFrom("class")
    .select("name")
    .where("school_id", "=", schoolId)
    .where("id", "=", classId)
    .where("is_abled", "=", true)
    .executeTakeFirst();
}
