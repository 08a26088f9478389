import { type RawBuilder, sql } from "kysely";
import { type Identity, rolesOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClientKind } from "../session/caller.ts";
import { findGroups, type GroupTerms, membershipsOf } from "../group/api.ts";
import {
  type Census,
  classesOf,
  countMemberships,
  type IsAmong,
  type Membership,
  type MembershipGroup,
} from "./census.ts";
import { type Audience, type Viewer, viewerOf } from "./rules.ts";

/** People for whom the rules of an app decide alike: one of them is decided for all. */
export interface ViewerGroup {
  identity: Identity;
  /** One for each school at which they have the identity. */
  viewers: Viewer[];
  people: number;
}

/**
 * Groups everybody of a census so that the rules of one app decide alike for a whole group. People whom the app names,
 * directly or by groups, are in groups of their own. `decide` says which of them see the app.
 */
export async function readViewerGroups(
  db: Queryable,
  app: Audience,
  census: Census,
  { client, now }: { client: ClientKind; now: Date },
): Promise<ViewerGroup[]> {
  const named = await readNamed(db, app, census, now);
  const others = named.length === 0 ? census.groups : without(census.groups, named);
  return [...others, ...named].map(({ identity, memberships, people }) => ({
    identity,
    people,
    viewers: memberships.map((membership) =>
      viewerAt(census, { ...membership, identity, user_id: membership.named ?? "" }, client),
    ),
  }));
}

/** Returns the input of `decide` for a membership. */
export function viewerAt(
  { places, classIndex }: Pick<Census, "places" | "classIndex">,
  member: Membership & { identity: Identity; user_id: string },
  client: ClientKind,
): Viewer {
  const { school_id, heads, group_ids, identity, user_id } = member;
  const place = places.get(school_id);
  return viewerOf({
    user_id,
    group_ids: group_ids?.split(",") ?? [],
    client,
    roles: rolesOf(identity, heads ? [school_id] : []),
    school_id,
    parent_id: place?.parent_id ?? null,
    school_stage_ids: place?.stage_ids ?? [],
    classes: classesOf(member, classIndex).map((one) => ({ ...one, name: "" })),
  });
}

/** Returns the groups that an app names. */
export async function groupsNamedBy(db: Queryable, app: Audience): Promise<GroupTerms[]> {
  const ids = [...new Set([...app.allow_group_ids, ...app.deny_group_ids])];
  return ids.length === 0 ? [] : findGroups(db, { ids });
}

/** Counts the people whom an app names, and those of the groups that it names. */
async function readNamed(
  db: Queryable,
  app: Audience,
  census: Census,
  now: Date,
): Promise<MembershipGroup[]> {
  const named = [...app.allow_user_ids, ...app.deny_user_ids];
  const groups = await groupsNamedBy(db, app);
  const grouped = membershipsIn(groups, now);
  if (named.length === 0 && grouped === undefined) return [];
  const isInGroup: IsAmong =
    grouped === undefined
      ? () => sql<boolean>`false`
      : (userId) => sql<boolean>`${sql.ref(userId)} in (select user_id from (${grouped}) t)`;
  const isAmong: IsAmong = (userId) =>
    sql<boolean>`(${sql.ref(userId)} = any (${named}::text[]) or ${isInGroup(userId)})`;
  return countMemberships(db, census, { isAmong, named, grouped });
}

/** Selects everybody's groups among these as text, at each school under each identity; undefined where there are none. */
export function membershipsIn(
  groups: readonly GroupTerms[],
  now: Date,
): RawBuilder<unknown> | undefined {
  if (groups.length === 0) return undefined;
  const each = groups.map(
    (group) => sql`select t.school_id, t.user_id, t.identity, ${group.id}::text as id
      from (${membershipsOf(group, now)}) t`,
  );
  return sql`select school_id, user_id, identity, string_agg(distinct id, ',') as group_ids
    from (${sql.join(each, sql` union all `)}) one group by school_id, user_id, identity`;
}

/** Returns the groups less the people of others, who are among them. */
function without(
  groups: readonly MembershipGroup[],
  others: readonly MembershipGroup[],
): MembershipGroup[] {
  const less = new Map<string, number>();
  for (const group of others) {
    const key = keyOf(group);
    less.set(key, (less.get(key) ?? 0) + group.people);
  }
  return groups.flatMap((group) => {
    // several groups may have the same key: those at one school, and those who are something else as well
    const key = keyOf(group);
    const gone = Math.min(group.people, less.get(key) ?? 0);
    less.set(key, (less.get(key) ?? 0) - gone);
    return gone < group.people ? [{ ...group, people: group.people - gone }] : [];
  });
}

/** Returns a group's memberships as one text, whoever is named. */
function keyOf({ identity, memberships }: MembershipGroup): string {
  const each = memberships.map(({ school_id, heads, classes }) =>
    JSON.stringify([school_id, heads, classes]),
  );
  return JSON.stringify([identity, ...each.toSorted()]);
}
