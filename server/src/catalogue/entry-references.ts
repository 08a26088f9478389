import { sql, type SqlBool } from "kysely";
import type { Queryable } from "../database/database.ts";
import { holdGroups } from "../group/api.ts";
import type { EntryFault } from "./entry-faults.ts";
import type { AppScope } from "./app-scope.ts";

const LISTS_OF = {
  school: ["school_ids", "allow_school_ids", "deny_school_ids"],
  class: ["class_ids", "pilot_class_ids", "allow_class_ids", "deny_class_ids"],
  group: ["allow_group_ids", "deny_group_ids"],
  person: ["allow_user_ids", "deny_user_ids"],
} as const;
type Kind = keyof typeof LISTS_OF;
type List = (typeof LISTS_OF)[Kind][number];
const KIND_NAMES: Readonly<Record<Kind, string>> = {
  school: "学校",
  class: "班级",
  group: "群组",
  person: "人",
};

/** The references of an app's entry, by id: schools, classes, groups, people and the district. */
export type Naming = { readonly [list in List]?: readonly string[] | undefined } & {
  readonly district_id?: string | null | undefined;
};

/** A fault of a reference. The sentence names no id: it is the same for an absent thing and for another district's. */
export interface UnknownReference extends EntryFault {
  ids: string[];
  kind: string;
}

export interface Named {
  id: string;
  name: string;
}

/**
 * Returns a fault for each reference that does not exist or lies outside the editor's scope, without telling which of the
 * two. References that the stored entry (`kept`) already has are not checked.
 */
export async function unknownReferences(
  db: Queryable,
  appScope: AppScope,
  entry: Naming,
  kept: Naming = {},
): Promise<UnknownReference[]> {
  const faults: UnknownReference[] = [];
  for (const [kind, lists] of Object.entries(LISTS_OF) as [Kind, readonly List[]][]) {
    const added = lists.map((list) => {
      const before = new Set(kept[list]);
      return [list, (entry[list] ?? []).filter((id) => !before.has(id))] as const;
    });
    const ids = [...new Set(added.flatMap(([, list]) => list))];
    if (kind === "group") await holdGroups(db, ids);
    const found = new Set((await findNamed(db, appScope, kind, ids)).map(({ id }) => id));
    for (const [path, list] of added) {
      const missing = list.filter((id) => !found.has(id));
      if (missing.length > 0) {
        const message = `其中 ${missing.length} 个${KIND_NAMES[kind]}不存在，或不归您管理。`;
        faults.push({ path, message, ids: missing, kind: KIND_NAMES[kind] });
      }
    }
  }
  const { district_id: district } = entry;
  if (district != null && district !== kept.district_id) {
    const found = await findDistricts(db, appScope);
    if (!found.some(({ id }) => id === district)) {
      const message = "这个区域不存在，或不归您管理。";
      faults.push({ path: "district_id", message, ids: [district], kind: "区域" });
    }
  }
  return faults;
}

/** Returns the names of the things an entry refers to, as far as its editor reaches them; people's are masked. */
export async function namesIn(db: Queryable, appScope: AppScope, entry: Naming): Promise<Named[]> {
  const kinds = Object.entries(LISTS_OF) as [Kind, readonly List[]][];
  const found: Named[] = [];
  for (const [kind, lists] of kinds) {
    const ids = [...new Set(lists.flatMap((list) => entry[list] ?? []))];
    found.push(...(await findNamed(db, appScope, kind, ids)));
  }
  return found;
}

export function findDistricts(db: Queryable, appScope: AppScope): Promise<Named[]> {
  return db
    .selectFrom("school as s")
    .select(["s.id", "s.name"])
    .where("s.kind", "=", "district")
    .where(isInAppScope(appScope))
    .orderBy("s.name")
    .orderBy("s.id")
    .execute();
}

/** Returns a person by account, with the name masked: enough to see that it is the right one. */
export async function findByAccount(
  db: Queryable,
  appScope: AppScope,
  account: string,
): Promise<Named | undefined> {
  const row = await db
    .selectFrom("user as u")
    .select(["u.id", "u.name"])
    .where("u.account", "=", account.toLowerCase())
    .where(isPersonInAppScope(appScope))
    .executeTakeFirst();
  return row && { ...row, name: masked(row.name) };
}

/** Returns the condition that school `s` is the scope's district or below it. */
export function isInAppScope({ everything, district_ids }: AppScope) {
  const districts = sql`${[...district_ids]}::text[]`;
  return sql<SqlBool>`(${everything}::boolean or s.id = any (${districts}) or s.parent_id = any (${districts}))`;
}

function isPersonInAppScope(appScope: AppScope) {
  return sql<SqlBool>`exists (
    select 1 from membership m join school s on s.id = m.school_id
    where m.user_id = u.id and ${isInAppScope(appScope)}
  )`;
}

async function findNamed(
  db: Queryable,
  appScope: AppScope,
  kind: Kind,
  ids: readonly string[],
): Promise<Named[]> {
  if (ids.length === 0) return [];
  switch (kind) {
    case "school":
      return db
        .selectFrom("school as s")
        .select(["s.id", "s.name"])
        .where("s.id", "in", ids)
        .where(isInAppScope(appScope))
        .execute();
    case "class": {
      const rows = await db
        .selectFrom("class as c")
        .innerJoin("school as s", "s.id", "c.school_id")
        .select(["c.id", "c.name", "s.name as school"])
        .where("c.id", "in", ids)
        .where(isInAppScope(appScope))
        .execute();
      return rows.map(({ id, name, school }) => ({ id, name: `${school} ${name}` }));
    }
    case "group": {
      const rows = await groupsInAppScope(db, appScope).where("g.id", "in", ids).execute();
      return rows.map(({ id, name, place }) => ({ id, name: `${place} ${name}` }));
    }
    case "person": {
      const rows = await db
        .selectFrom("user as u")
        .select(["u.id", "u.name"])
        .where("u.id", "in", ids)
        .where(isPersonInAppScope(appScope))
        .execute();
      return rows.map(({ id, name }) => ({ id, name: masked(name) }));
    }
  }
}

/** Groups in use of the schools and districts in the scope, for the audience of an app. */
export function groupsInAppScope(db: Queryable, appScope: AppScope) {
  return db
    .selectFrom("people_group as g")
    .innerJoin("school as s", "s.id", "g.school_id")
    .select(["g.id", "g.name", "s.name as place"])
    .where("g.retired_at", "is", null)
    .where(isInAppScope(appScope))
    .orderBy("s.name")
    .orderBy("g.name")
    .orderBy("g.id");
}

function masked(name: string): string {
  const [first = "", ...rest] = name;
  return first + "＊".repeat(Math.min(rest.length, 2));
}
