import type { Identity } from "#contract";
import { ROSTER_FILES, type OneRosterRole, type RosterFile } from "./one-roster.ts";
import type { Row } from "./read-table.ts";
import type { Roster } from "./roster.ts";
import { IDENTITY_OF } from "./role-map.ts";

/** Look-ups in a roster that its checks and its plan share. */
export interface RosterIndex {
  byId: { [F in RosterFile]: ReadonlyMap<string, Row<F>> };
  /**
   * Returns whether the person has the identity at the organisation (anywhere, if absent) in a role that is not over.
   */
  holds(userId: string, identity: Identity, orgId?: string): boolean;
  /** Returns whether a fault hides the person's roles: then nothing is reported against the person. */
  isUnclear(userId: string): boolean;
  /** Returns whether the last day of a role or an enrolment has passed. */
  isOver(row: Row<"roles"> | Row<"enrollments">): boolean;
}

/** Indexes a roster; `today` is a day as `YYYY-MM-DD`. */
export function indexRoster(
  { tables, gaps }: Pick<Roster, "tables" | "gaps">,
  today: string,
): RosterIndex {
  const byId = Object.fromEntries(
    ROSTER_FILES.map((file) => [
      file,
      new Map((tables[file] as Row<RosterFile>[]).map((row) => [row.cells.sourcedId, row])),
    ]),
  ) as unknown as RosterIndex["byId"];
  const isOver: RosterIndex["isOver"] = ({ cells: { endDate } }) =>
    endDate !== "" && endDate < today;
  const held = new Set<string>();
  const unclear = new Set<string>();
  let isAnybodyUnclear = gaps.roles === "any" || gaps.roles.size > 0;
  for (const role of tables.roles) {
    if (role.faulty !== undefined || !byId.orgs.has(role.cells.orgSourcedId)) {
      unclear.add(role.cells.userSourcedId);
      isAnybodyUnclear ||= !byId.users.has(role.cells.userSourcedId);
    }
    if (isOver(role)) continue;
    const { userSourcedId, orgSourcedId } = role.cells;
    const identity = IDENTITY_OF[role.cells.role as OneRosterRole];
    held.add(`${userSourcedId}\n${identity}`).add(`${userSourcedId}\n${identity}\n${orgSourcedId}`);
  }
  return {
    byId,
    isOver,
    isUnclear: (userId) => isAnybodyUnclear || unclear.has(userId),
    holds: (userId, identity, orgId) =>
      held.has([userId, identity, ...(orgId === undefined ? [] : [orgId])].join("\n")),
  };
}

/** Returns the guardian and the child of a relation in users.csv; undefined when neither is a pupil. */
export function guardianship(
  index: RosterIndex,
  userId: string,
  agentId: string,
): { childId: string; guardianId: string } | undefined {
  if (index.holds(userId, "student")) return { childId: userId, guardianId: agentId };
  if (index.holds(agentId, "student")) return { childId: agentId, guardianId: userId };
  return undefined;
}

/** Returns the id of the homeroom that a scheduled class belongs to, else the class's own. */
export function homeroomIdOf({ cells }: Row<"classes">): string {
  const homeroomId = cells["metadata.homeroomSourcedId"];
  return cells.classType === "scheduled" && homeroomId !== "" ? homeroomId : cells.sourcedId;
}
