import { nameFault } from "#contract/plain";
import { listOf } from "./cell-rules.ts";
import type { ReportRow } from "./check-references.ts";
import type { Tables } from "./kept-files.ts";
import { fullName } from "./plan-people.ts";
import { isSound, type Row } from "./read-table.ts";
import { guardianship, type RosterIndex } from "./roster-index.ts";

const RELATION_MAX_LENGTH = 10;

/** Checks that accounts are unique, roles fit their organisations, and guardians and children name each other. */
export function checkPeople(tables: Tables, index: RosterIndex, report: ReportRow): void {
  const accounts = new Map<string, Row<"users">>();
  for (const user of tables.users) {
    const account = user.cells.username.toLowerCase();
    const other = accounts.get(account);
    if (other && account !== "") {
      const where = other.line === undefined ? other.cells.sourcedId : `第 ${other.line} 行`;
      report("users", user, "username", `账号“${user.cells.username}”与${where}的重复`);
    }
    accounts.set(account, other ?? user);
    checkName(user, report);
    checkAgents(user, index, report);
  }
  for (const role of tables.roles) checkRole(role, index, report);
}

function checkName(user: Row<"users">, report: ReportRow): void {
  if (user.faulty !== undefined) return;
  const fault = nameFault(fullName(user.cells));
  if (fault !== undefined) report("users", user, "givenName", `${fault}（连同姓）`);
}

function checkRole(role: Row<"roles">, index: RosterIndex, report: ReportRow): void {
  const { beginDate, endDate, orgSourcedId } = role.cells;
  const isDated = isSound(role, "beginDate", "endDate");
  if (isDated && beginDate !== "" && endDate !== "" && endDate < beginDate) {
    report("roles", role, "endDate", `早于 beginDate“${beginDate}”`);
  }
  const org = index.byId.orgs.get(orgSourcedId);
  if (!org || !isSound(org, "type") || !isSound(role, "role")) return;
  const isSchool = org.cells.type === "school";
  if (role.cells.role === "student" && !isSchool) {
    report("roles", role, "orgSourcedId", `学生应属于学校，“${org.cells.name}”不是学校`);
  }
  if (role.cells.role === "districtAdministrator" && isSchool) {
    const message = `districtAdministrator 应属于学校的上级机构，“${org.cells.name}”是学校`;
    report("roles", role, "orgSourcedId", message);
  }
}

function checkAgents(user: Row<"users">, index: RosterIndex, report: ReportRow): void {
  const { sourcedId } = user.cells;
  const agents = listOf(user.cells.agentSourcedIds);
  const relations = listOf(user.cells["metadata.agentRelations"]);
  if (relations.length > 0 && relations.length !== agents.length) {
    const message = `有 ${relations.length} 个关系，agentSourcedIds 有 ${agents.length} 个人`;
    report("users", user, "metadata.agentRelations", message);
  }
  if (relations.some((relation) => relation.length > RELATION_MAX_LENGTH)) {
    report("users", user, "metadata.agentRelations", `每个关系最多 ${RELATION_MAX_LENGTH} 个字`);
  }
  for (const agent of agents) {
    if (!index.byId.users.has(agent)) continue;
    const fault = agentFault(index, sourcedId, agent);
    if (fault !== undefined) report("users", user, "agentSourcedIds", fault);
  }
}

function agentFault(index: RosterIndex, userId: string, agentId: string): string | undefined {
  if (agentId === userId) return "不能是自己的家长";
  const pair = guardianship(index, userId, agentId);
  if (index.isUnclear(userId) || index.isUnclear(agentId)) return undefined;
  if (!pair) return `与“${agentId}”都不是学生，无法成为家长和孩子`;
  return index.holds(pair.guardianId, "parent")
    ? undefined
    : `“${pair.guardianId}”没有 parent、guardian 或 relative 角色，不能作为家长`;
}
