import { sql } from "kysely";
import { type Change, IDENTITY_NAMES, type Identity } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../http/refusal.ts";
import { accountWithin } from "../../rights/scope-sql.ts";
import type { PlannedRow, RowValues } from "../rules.ts";
import type { TableKey } from "../tables.ts";
import { type ChangeKindOf, placeOfAll, refuse, requireGivable, requireNoneAbove } from "./kind.ts";

/** A row that refers to the account, its key without that, and whether the other account has the same already. */
interface Belonging {
  table_key: TableKey;
  /** The column that names the account. */
  by: "user_id" | "child_id";
  key: Record<string, string>;
  values: Record<string, unknown>;
  held: boolean;
  words: Record<string, string>;
}

/** Merges an account into another of the same person: what it belongs to goes over, and it is locked (AD-14). */
export const personMerge: ChangeKindOf<Extract<Change, { kind: "person-merge" }>> = {
  right: "people.write",
  async plan(planning, { from_user_id: from, into_user_id: into }) {
    const { db, scope, actor, now } = planning;
    if (from === into) refuse("into_user_id", "请选择两个不同的账号");
    const { rows: found } = await sql<{
      id: string;
      name: string;
      account: string;
      is_abled: boolean;
      source: string | null;
      lock: RowValues | null;
      school_ids: string[];
    }>`
      select u.id, u.name, u.account, u.is_abled, u.source,
        (select to_jsonb(l) - 'user_id' from person_lock l where l.user_id = u.id) as lock,
        array(select distinct m.school_id from membership m where m.user_id = u.id order by 1) as school_ids
      from "user" u where u.id in (${from}, ${into}) and ${accountWithin(scope, sql.ref("u.id"))}`.execute(
      db,
    );
    const gone = found.find(({ id }) => id === from);
    const kept = found.find(({ id }) => id === into);
    if (gone === undefined || kept === undefined) throw new Refusal("notFound");
    await requireNoneAbove(planning, [from, into]);
    if (gone.source !== null && kept.source === null) {
      refuse("into_user_id", `“${gone.account}”是名册里的账号，请保留它，把另一个并进来`);
    }
    const belongings = await readBelongings(db, from, into);
    for (const { table_key, key } of belongings) {
      const { identity, school_id } = key;
      if (table_key === "membership" && identity !== undefined && school_id !== undefined)
        requireGivable(planning, identity as Identity, school_id);
    }
    const rows = belongings.flatMap((one) => moved(one, { gone, kept }));
    if (gone.is_abled) {
      rows.push({
        ...{ table: "user", key: { id: from }, label: gone.name, person_id: from },
        ...{ before: { is_abled: true }, after: { is_abled: false } },
      });
    }
    const lock = {
      ...{ until: null, reason: `已并入账号 ${kept.account}` },
      ...{ locked_by: actor.user_id, locked_at: now.toISOString(), merged_into: into },
    };
    rows.push({
      ...{ table: "person_lock", key: { user_id: from }, label: gone.name, person_id: from },
      ...{ before: gone.lock, after: lock },
    });
    const school_id = placeOfAll([...gone.school_ids, ...kept.school_ids], planning);
    const act = `把“${gone.name}”的账号 ${gone.account} 并入 ${kept.account}`;
    const again =
      gone.source === null ? "" : "；两个账号都来自名册，请同时更正名册，否则下次导入会再分开";
    return {
      ...{ rows, act, school_id },
      sentence: `将${act}：身份、班级和监护关系归 ${kept.account}，${gone.account} 不能再登录${again}`,
    };
  },
};

/** Goes from the one account to the other; what the other has already only goes. */
function moved(
  { table_key, by, key, values, held, words }: Belonging,
  { gone, kept }: Record<"gone" | "kept", { id: string; name: string }>,
): PlannedRow[] {
  const identity = key["identity"];
  const label = (name: string) =>
    identity === undefined ? name : `${name}（${IDENTITY_NAMES[identity as Identity]}）`;
  const taken: PlannedRow = {
    ...{ table: table_key, key: { ...key, [by]: gone.id }, before: values, after: null },
    ...{ label: label(gone.name), words, person_id: gone.id },
  };
  if (held) return [taken];
  const given: PlannedRow = {
    ...{ table: table_key, key: { ...key, [by]: kept.id }, before: null, after: values },
    ...{ label: label(kept.name), words, person_id: kept.id },
  };
  return [taken, given];
}

async function readBelongings(db: Queryable, from: string, into: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'membership' as table_key, 'user_id' as by,
      jsonb_build_object('school_id', m.school_id, 'identity', m.identity) as key,
      to_jsonb(m) - 'school_id' - 'identity' - 'user_id' as values,
      exists (select from membership o where o.user_id = ${into} and o.school_id = m.school_id and o.identity = m.identity) as held,
      jsonb_build_object(s.id, s.name) as words
    from membership m join school s on s.id = m.school_id where m.user_id = ${from}
    union all select 'class_student', 'user_id',
      jsonb_build_object('school_id', c.school_id, 'class_id', c.class_id),
      jsonb_build_object('source', c.source),
      exists (select from class_student o where o.user_id = ${into} and o.school_id = c.school_id and o.class_id = c.class_id),
      jsonb_build_object(k.id, k.name)
    from class_student c join class k on k.school_id = c.school_id and k.id = c.class_id where c.user_id = ${from}
    union all select 'class_teacher', 'user_id',
      jsonb_build_object('school_id', c.school_id, 'class_id', c.class_id, 'subject_id', c.subject_id),
      jsonb_build_object('is_head', c.is_head, 'source', c.source),
      exists (select from class_teacher o where o.user_id = ${into} and o.school_id = c.school_id
        and o.class_id = c.class_id and o.subject_id = c.subject_id),
      jsonb_build_object(k.id, k.name)
    from class_teacher c join class k on k.school_id = c.school_id and k.id = c.class_id where c.user_id = ${from}
    union all select 'people_group_member', 'user_id',
      jsonb_build_object('school_id', h.school_id, 'group_id', h.group_id), '{}'::jsonb,
      exists (select from people_group_member o where o.user_id = ${into} and o.group_id = h.group_id),
      jsonb_build_object(g.id, g.name)
    from people_group_member h join people_group g on g.id = h.group_id where h.user_id = ${from}
    union all select 'guardian', 'user_id', jsonb_build_object('child_id', g.child_id),
      jsonb_build_object('relation', g.relation, 'source', g.source),
      g.child_id = ${into} or exists (select from guardian o where o.user_id = ${into} and o.child_id = g.child_id),
      jsonb_build_object(u.id, u.name)
    from guardian g join "user" u on u.id = g.child_id where g.user_id = ${from}
    union all select 'guardian', 'child_id', jsonb_build_object('user_id', g.user_id),
      jsonb_build_object('relation', g.relation, 'source', g.source),
      g.user_id = ${into} or exists (select from guardian o where o.child_id = ${into} and o.user_id = g.user_id),
      '{}'::jsonb
    from guardian g where g.child_id = ${from}`.execute(db);
  return rows;
}
