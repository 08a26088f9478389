import { sql } from "kysely";
import type { Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { groupWithin } from "../../group/api.ts";
import { personWithin } from "../../rights/scope-sql.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, notFound, refuse, requireRows } from "./kind.ts";

/** Puts people into a group made by hand, and takes people out (AD-16): those of its school or district. */
export const groupMembers: ChangeKindOf<Extract<Change, { kind: "group-members" }>> = {
  right: "people.write",
  async plan(planning, { group_id, add, remove }) {
    const { db, scope } = planning;
    const group = await groupWithin(db, scope, group_id);
    if (group === undefined) throw new Refusal("notFound");
    if (group.kind !== "hand") refuse("group_id", "这个群组按规则来，请改它的规则");
    const { school_id, name } = group;
    const { rows: people } = await sql<{ user_id: string; name: string; is_in: boolean }>`
      select u.id as user_id, u.name, h.user_id is not null as is_in from "user" u
      left join people_group_member h on h.group_id = ${group_id} and h.user_id = u.id
      where u.id = any (${[...add, ...remove]}::text[]) and ${personWithin(scope, sql.ref("u.id"))}
        and (h.user_id is not null or exists (select from membership m join school s on s.id = m.school_id
          where m.user_id = u.id and (s.id = ${school_id} or s.parent_id = ${school_id})))
      order by u.name, u.id`.execute(db);
    if (people.length === 0) throw new Refusal("notFound");
    const [adding, removing] = [new Set(add), new Set(remove)];
    const of = (one: { user_id: string; name: string }) =>
      ({
        table: "people_group_member",
        key: { school_id, group_id, user_id: one.user_id },
        ...{ label: one.name, words: { [group_id]: name }, person_id: one.user_id },
      }) as const;
    const going = people.filter((one) => one.is_in && removing.has(one.user_id));
    const coming = people.filter((one) => !one.is_in && adding.has(one.user_id));
    const rows: PlannedRow[] = [
      ...going.map((one) => ({ ...of(one), before: {}, after: null })),
      ...coming.map((one) => ({ ...of(one), before: null, after: {} })),
    ];
    requireRows(rows);
    const parts = [
      coming.length > 0 && `把 ${coming.length} 人加入“${name}”`,
      going.length > 0 && `把 ${going.length} 人移出“${name}”`,
    ].filter((part) => part !== false);
    const act = parts.join("，");
    const unmatched = notFound([...add, ...remove], people);
    return { rows, act, school_id, unmatched, sentence: `将${act}` };
  },
};
