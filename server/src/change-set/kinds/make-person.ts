import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Change, type Identity, IDENTITY_NAMES } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { requireName } from "../../http/require-name.ts";
import { readingOf } from "../../people/api.ts";
import { membershipWithin, personWithin } from "../../rights/scope-sql.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, type Planning, refuse, requireGivable } from "./kind.ts";
import { findEnabledClass, requireSchool } from "./members.ts";

type Make = Extract<Change, { kind: "person-make" }>;

/** Makes a person at a school, unless somebody in the scope may be the same (AD-03). */
export const personMake: ChangeKindOf<Make> = {
  right: "people.write",
  async plan(planning, change) {
    const { db, now, organisations } = planning;
    const { school_id, identity } = change;
    const school = await requireSchool(planning, school_id);
    const name = requireName(change.name);
    const isDistricts = organisations.get(school_id)?.kind === "district";
    if (identity === "inner_admin" || isDistricts !== (identity === "admin")) {
      refuse("identity", `“${IDENTITY_NAMES[identity]}”不能用在这样的机构里`);
    }
    requireGivable(planning, identity, school_id);
    if (change.is_other !== true) await requireNoDuplicate(planning, { ...change, name });
    const account = await freeAccount(db, name, change.account?.toLowerCase());
    const id = randomUUID();
    const of = { label: name, person_id: id };
    const rows: PlannedRow[] = [
      {
        ...{ table: "user", key: { id }, before: null, ...of },
        after: {
          ...{
            account,
            name,
            gender: change.gender ?? null,
            birth_date: change.birth_date ?? null,
          },
          ...{ mobile: change.mobile ?? null, sourced_id: change.number?.trim() ?? null },
        },
      },
      {
        ...{ table: "membership", key: { school_id, user_id: id, identity }, before: null, ...of },
        after: { is_abled: true, sort: 0, until: null, created_at: now.toISOString() },
        words: { [school_id]: school.name },
      },
      ...(await placeOf(planning, change, id, name)),
    ];
    const act = `新建${IDENTITY_NAMES[identity]}“${name}”`;
    return { rows, act, sentence: `将${act}，账号是 ${account}`, school_id };
  },
};

/** Returns the row that adds a pupil to a class, or binds a parent to a child. */
async function placeOf(
  { db, scope }: Planning,
  { school_id, identity, class_id, child_id, relation }: Make,
  id: string,
  label: string,
): Promise<PlannedRow[]> {
  if (class_id !== undefined && identity === "student") {
    const found = await findEnabledClass(db, school_id, class_id);
    if (found === undefined) throw new Refusal("notFound");
    const key = { school_id, class_id, user_id: id };
    const words = { [class_id]: found.name };
    return [
      {
        table: "class_student",
        key,
        before: null,
        after: { source: null },
        label,
        words,
        person_id: id,
      },
    ];
  }
  if (child_id !== undefined && identity === "parent") {
    const { rows } = await sql<{ name: string }>`
      select c.name from "user" c where c.id = ${child_id} and ${personWithin(scope, sql.ref("c.id"))}
        and exists (select from membership m where m.user_id = c.id and m.school_id = ${school_id}
          and m.identity = 'student')`.execute(db);
    const [child] = rows;
    if (child === undefined) throw new Refusal("notFound");
    return [
      {
        ...{ table: "guardian", key: { child_id, user_id: id }, before: null, label },
        after: { relation: relation?.trim() ?? "家长", source: null },
        ...{ words: { [child_id]: child.name }, person_id: child_id },
      },
    ];
  }
  return [];
}

/** Refuses with the people in the scope who may be the same: by name and birthday, mobile or number. */
async function requireNoDuplicate(
  { db, scope }: Planning,
  { name, birth_date, mobile, number, identity }: Make,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    name: string;
    account: string;
    why: string;
    place: string | null;
  }>`
    select u.id, u.name, u.account, case
        when u.sourced_id = ${number ?? null}::text then '学号或工号相同'
        when u.mobile = ${mobile ?? null}::text then '手机号相同'
        when u.birth_date = ${birth_date ?? null}::date then '姓名和出生日期相同'
        else '同名' end as why,
      (select string_agg(distinct s.name, '、') from membership m join school s on s.id = m.school_id
        where m.user_id = u.id and ${membershipWithin(scope, "m")}) as place
    from "user" u
    where (u.sourced_id = ${number ?? null}::text or u.mobile = ${mobile ?? null}::text
        or (u.name = ${name}::text and (u.birth_date = ${birth_date ?? null}::date
          or ((u.birth_date is null or ${birth_date ?? null}::date is null) and exists (
            select from membership m where m.user_id = u.id and m.identity = ${identity satisfies Identity})))))
      and ${personWithin(scope, sql.ref("u.id"))}
    order by u.name, u.id limit 10`.execute(db);
  if (rows.length === 0) return;
  throw new Refusal("conflict", {
    msg: `可能已经有这个人：${rows.map((one) => `${one.name}（${one.account}，${one.why}）`).join("、")}`,
    data: { same: rows },
  });
}

/** Returns the requested account, or a free one from the letters of the name. */
async function freeAccount(
  db: Planning["db"],
  name: string,
  wanted: string | undefined,
): Promise<string> {
  const base = wanted ?? ((await readingOf(name)).letters.slice(0, 40) || "user");
  const { rows } = await sql<{ account: string }>`
    select account from "user" where account = ${base} or account ~ ${`^${base.replaceAll(".", "\\.")}[0-9]+$`}`.execute(
    db,
  );
  const taken = new Set(rows.map(({ account }) => account));
  if (!taken.has(base)) return base;
  if (wanted !== undefined) refuse("account", `账号“${wanted}”已经有人用了，请换一个`);
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}${number}`)) return `${base}${number}`;
  }
}
