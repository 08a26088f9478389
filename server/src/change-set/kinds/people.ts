import { sql } from "kysely";
import type { Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { requireName } from "../../http/require-name.ts";
import { accountWithin, personWithin, schoolWithin } from "../../rights/scope-sql.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, notFound, placeOfAll, requireNoneAbove, requireRows } from "./kind.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

const EDITED = ["name", "gender", "birth_date", "admission_time"] as const;

export const personEdit: ChangeKindOf<Of<"person-edit">> = {
  right: "people.write",
  async plan(planning, { user_id, ...wanted }) {
    const { db, scope } = planning;
    const { rows: found } = await sql<{ person: Record<string, unknown>; school_ids: string[] }>`
      select to_jsonb(u) as person,
        array(select distinct m.school_id from membership m where m.user_id = u.id order by 1) as school_ids
      from "user" u where u.id = ${user_id} and ${accountWithin(scope, sql.ref("u.id"))}`.execute(
      db,
    );
    const [one] = found;
    if (one === undefined) throw new Refusal("notFound");
    await requireNoneAbove(planning, [user_id]);
    const given = {
      ...wanted,
      ...(wanted.name !== undefined && { name: requireName(wanted.name) }),
    };
    const differs = EDITED.filter(
      (column) => given[column] !== undefined && given[column] !== one.person[column],
    );
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(differs.map((column) => [column, from[column] ?? null]));
    const name = String(one.person["name"]);
    const row: PlannedRow = {
      table: "user",
      key: { id: user_id },
      before: pick(one.person),
      after: pick(given),
      ...{ label: name, person_id: user_id },
    };
    requireRows(differs.length === 0 ? [] : [row]);
    const isOwned = one.person["source"] !== null;
    const act = `修改“${name}”的资料`;
    return {
      ...{ rows: [row], act, school_id: placeOfAll(one.school_ids, planning) },
      sentence: isOwned ? `将${act}；其中由名册写入的内容，下次导入会按名册改回` : `将${act}`,
    };
  },
};

/**
 * Returns the refusal to change the guardians of a child that is no pupil of the scope any more: the child may be at
 * another school by now, and is not told to be at none.
 */
function hasLeft(child: string, act: "添加" | "解除"): Refusal {
  const msg = `“${child}”在本校的学生身份已停用，不能再${act}监护人`;
  return new Refusal("conflict", { msg, data: {} });
}

export const guardianBind: ChangeKindOf<Of<"guardian-bind">> = {
  right: "people.write",
  async plan({ db, scope }, { child_id, user_id, relation }) {
    const { rows: found } = await sql<{
      child: string;
      name: string;
      school_id: string;
      is_present: boolean;
      bound: boolean;
    }>`
      select c.name as child, u.name, m.school_id, m.is_abled as is_present,
        exists (select from guardian g where g.child_id = c.id and g.user_id = u.id) as bound
      from "user" c join membership m on m.user_id = c.id and m.identity = 'student'
        and ${schoolWithin(scope, sql.ref("m.school_id"))}
      cross join "user" u
      where c.id = ${child_id} and u.id = ${user_id} and u.id <> c.id and ${personWithin(scope, sql.ref("u.id"))}
        and not exists (select from membership s where s.user_id = u.id and s.identity = 'student')
      order by m.is_abled desc, m.sort limit 1`.execute(db);
    const [one] = found;
    if (one === undefined) throw new Refusal("notFound");
    if (!one.is_present) throw hasLeft(one.child, "添加");
    const row: PlannedRow = {
      table: "guardian",
      key: { child_id, user_id },
      before: null,
      after: { relation: relation.trim(), source: null },
      label: one.name,
      words: { [child_id]: one.child },
      person_id: child_id,
    };
    requireRows(one.bound ? [] : [row]);
    const act = `让“${one.name}”成为“${one.child}”的${relation.trim()}`;
    return { rows: [row], act, sentence: `将${act}`, school_id: one.school_id };
  },
};

export const guardianEnd: ChangeKindOf<Of<"guardian-end">> = {
  right: "people.write",
  async plan({ db, scope }, { child_id, user_ids }) {
    const { rows: found } = await sql<{
      user_id: string;
      name: string;
      child: string;
      before: Record<string, unknown>;
      school_id: string;
      is_present: boolean;
    }>`
      select g.user_id, u.name, c.name as child, to_jsonb(g) - 'child_id' - 'user_id' as before,
        m.school_id, m.is_abled as is_present
      from guardian g join "user" u on u.id = g.user_id join "user" c on c.id = g.child_id
      cross join lateral (select m.school_id, m.is_abled from membership m
        where m.user_id = c.id and m.identity = 'student' and ${schoolWithin(scope, sql.ref("m.school_id"))}
        order by m.is_abled desc, m.sort limit 1) m
      where g.child_id = ${child_id} and g.user_id = any (${user_ids}::text[])
      order by u.name, g.user_id`.execute(db);
    const [first] = found;
    if (first === undefined) throw new Refusal("notFound");
    // who looks after every school ends what no school can any more
    if (!first.is_present && scope.kind !== "all") throw hasLeft(first.child, "解除");
    const rows = found.map(({ user_id, name, child, before }): PlannedRow => ({
      table: "guardian",
      key: { child_id, user_id },
      ...{ before, after: null, label: name, words: { [child_id]: child }, person_id: child_id },
    }));
    const names = found.map(({ name }) => `“${name}”`).join("、");
    const act = `解除${names}与“${first.child}”的关系`;
    return {
      ...{ rows, act, school_id: first.school_id, unmatched: notFound(user_ids, found) },
      sentence: `将${act}，立即不能再看到孩子的信息`,
    };
  },
};
