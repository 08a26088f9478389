import { isFalse, listOf, mobileOf, nameAsKept } from "./cell-rules.ts";
import type { Tables } from "./kept-files.ts";
import type { OneRosterRole } from "./one-roster.ts";
import type { IdOf, MembershipRow, Plan, UserRow } from "./plan-rows.ts";
import type { Row } from "./read-table.ts";
import { IDENTITY_OF } from "./role-map.ts";
import { guardianship, type RosterIndex } from "./roster-index.ts";

/** Returns the rows of people, memberships and guardians. */
export function planPeople(
  tables: Tables,
  index: RosterIndex,
  idOf: IdOf,
): Pick<Plan, "user" | "membership" | "guardian"> {
  const membership = planMemberships(tables, index, idOf);
  const first = new Map<string, MembershipRow>();
  for (const row of membership) {
    if (!first.has(row.user_id)) first.set(row.user_id, row);
  }
  return {
    user: tables.users.map((row) => planUser(row, index, idOf, first)),
    membership,
    guardian: planGuardians(tables, index, idOf),
  };
}

function planUser(
  { cells }: Row<"users">,
  index: RosterIndex,
  idOf: IdOf,
  first: ReadonlyMap<string, MembershipRow>,
): UserRow {
  const id = idOf("user", cells.sourcedId);
  const about = index.byId.demographics.get(cells.sourcedId)?.cells;
  const membership = first.get(id);
  return {
    id,
    sourced_id: cells.sourcedId,
    account: cells.username.toLowerCase(),
    name: fullName(cells),
    mobile: mobileOf(cells.sms) ?? mobileOf(cells.phone) ?? null,
    email: cells.email.toLowerCase() || null,
    gender: about?.sex === "male" || about?.sex === "female" ? about.sex : null,
    birth_date: about?.birthDate || null,
    admission_time: cells["metadata.admissionDate"] || null,
    is_abled: !isFalse(cells.enabledUser),
    identity: membership?.identity ?? null,
    school_id: membership?.school_id ?? null,
  };
}

/** Returns the display name: the whole one, else family name first, and without a space in Chinese characters. */
export function fullName(cells: Row<"users">["cells"]): string {
  return nameAsKept(joinedName(cells));
}

function joinedName(cells: Row<"users">["cells"]): string {
  const whole = cells["metadata.fullName"];
  if (whole !== "") return whole;
  const given = cells.preferredGivenName || cells.givenName;
  const middle = cells.preferredMiddleName || cells.middleName;
  const family = cells.preferredFamilyName || cells.familyName;
  return /\p{Script=Han}/u.test(family)
    ? `${family}${middle}${given}`
    : [given, middle, family].filter(Boolean).join(" ");
}

/**
 * Returns the memberships, in order for each person: those at the primary organisation, then primary roles, then the
 * file's order.
 */
function planMemberships(tables: Tables, index: RosterIndex, idOf: IdOf): MembershipRow[] {
  const byUser = new Map<string, Row<"roles">[]>();
  for (const role of tables.roles) {
    if (index.isOver(role)) continue;
    const roles = byUser.get(role.cells.userSourcedId) ?? [];
    byUser.set(role.cells.userSourcedId, roles);
    roles.push(role);
  }
  return [...byUser].flatMap(([userId, roles]) => {
    const primaryOrg = index.byId.users.get(userId)?.cells.primaryOrgSourcedId;
    const rank = ({ cells }: Row<"roles">): number =>
      (cells.orgSourcedId === primaryOrg ? 0 : 2) + (cells.roleType === "primary" ? 0 : 1);
    const memberships = new Map<string, MembershipRow>();
    for (const { cells } of roles.toSorted((one, other) => rank(one) - rank(other))) {
      const identity = IDENTITY_OF[cells.role as OneRosterRole];
      const key = `${cells.orgSourcedId}\n${identity}`;
      if (memberships.has(key)) continue;
      memberships.set(key, {
        school_id: idOf("school", cells.orgSourcedId),
        user_id: idOf("user", userId),
        identity,
        is_abled: true,
        sort: memberships.size,
      });
    }
    return [...memberships.values()];
  });
}

function planGuardians(tables: Tables, index: RosterIndex, idOf: IdOf): Plan["guardian"] {
  const guardians = new Map<string, Plan["guardian"][number]>();
  for (const { cells } of tables.users) {
    const relations = listOf(cells["metadata.agentRelations"]);
    for (const [place, agent] of listOf(cells.agentSourcedIds).entries()) {
      const pair = guardianship(index, cells.sourcedId, agent);
      if (!pair) continue;
      const key = `${pair.childId}\n${pair.guardianId}`;
      // the child's own row knows best
      if (guardians.has(key) && pair.childId !== cells.sourcedId) continue;
      guardians.set(key, {
        child_id: idOf("user", pair.childId),
        user_id: idOf("user", pair.guardianId),
        relation: relations[place] || DEFAULT_RELATION,
      });
    }
  }
  return [...guardians.values()];
}

const DEFAULT_RELATION = "家长";
