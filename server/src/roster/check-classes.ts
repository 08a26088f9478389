import { listOf, placeNameFault } from "./cell-rules.ts";
import type { ReportRow } from "./check-references.ts";
import type { Tables } from "./kept-files.ts";
import { isSound, type Row } from "./read-table.ts";
import { homeroomIdOf, type RosterIndex } from "./roster-index.ts";
import { gradeIdOf, subjectOf } from "./subject-and-grade.ts";

/**
 * Checks that organisations form a tree, classes have a school, a grade and a subject, and enrolled people belong
 * there.
 */
export function checkClasses(tables: Tables, index: RosterIndex, report: ReportRow): void {
  for (const org of tables.orgs) checkOrg(org, index, report);
  for (const session of tables.academicSessions) {
    const { startDate, endDate } = session.cells;
    if (isSound(session, "startDate", "endDate") && endDate < startDate) {
      report("academicSessions", session, "endDate", `早于 startDate“${startDate}”`);
    }
  }
  checkSubjects(tables, report);
  for (const row of tables.classes) checkClass(row, index, report);
  for (const enrollment of tables.enrollments) checkEnrollment(enrollment, index, report);
}

function checkOrg(org: Row<"orgs">, index: RosterIndex, report: ReportRow): void {
  const fault = isSound(org, "name") ? placeNameFault(org.cells.name) : undefined;
  if (fault !== undefined) report("orgs", org, "name", fault);
  const above = new Set([org.cells.sourcedId]);
  let parent = index.byId.orgs.get(org.cells.parentSourcedId);
  while (parent && !above.has(parent.cells.sourcedId)) {
    above.add(parent.cells.sourcedId);
    parent = index.byId.orgs.get(parent.cells.parentSourcedId);
  }
  if (parent?.cells.sourcedId === org.cells.sourcedId) {
    report("orgs", org, "parentSourcedId", "机构的上级绕了一圈又回到自己");
  }
}

/** Checks that a code means one subject everywhere in the roster. */
function checkSubjects(tables: Tables, report: ReportRow): void {
  const names = new Map<string, string>();
  const check = (cells: { subjects: string; subjectCodes: string }): string | undefined => {
    const subjects = listOf(cells.subjects);
    const codes = listOf(cells.subjectCodes);
    if (codes.length > 0 && codes.length !== subjects.length) {
      return `有 ${codes.length} 个代码，subjects 有 ${subjects.length} 个学科`;
    }
    for (const [index, code] of codes.entries()) {
      const name = subjects[index] ?? "";
      const known = names.get(code) ?? name;
      if (known !== name) return `学科代码“${code}”在别处是“${known}”，这里是“${name}”`;
      names.set(code, name);
    }
    return undefined;
  };
  for (const row of tables.courses) {
    const fault = check(row.cells);
    if (fault !== undefined) report("courses", row, "subjectCodes", fault);
  }
  for (const row of tables.classes) {
    const fault = check(row.cells);
    if (fault !== undefined) report("classes", row, "subjectCodes", fault);
  }
}

function checkClass(row: Row<"classes">, index: RosterIndex, report: ReportRow): void {
  const { schoolSourcedId, sourcedId, title } = row.cells;
  const fault = isSound(row, "title") ? placeNameFault(title) : undefined;
  if (fault !== undefined) report("classes", row, "title", fault);
  const school = index.byId.orgs.get(schoolSourcedId);
  if (school && isSound(school, "type") && school.cells.type !== "school") {
    report("classes", row, "schoolSourcedId", `“${school.cells.name}”不是学校`);
  }
  if (!isSound(row, "classType", "schoolSourcedId", "sourcedId")) return;
  const homeroomId = homeroomIdOf(row);
  const course = index.byId.courses.get(row.cells.courseSourcedId);
  if (homeroomId === sourcedId) {
    const isClear = isSound(row, "grades") && course !== undefined && isSound(course, "grades");
    if (isClear && gradeIdOf(row, index) === undefined) {
      report("classes", row, "grades", "班级和它的课程都没有写年级");
    }
    return;
  }
  const column = "metadata.homeroomSourcedId";
  const homeroom = index.byId.classes.get(homeroomId);
  if (homeroom && isSound(homeroom, "classType") && homeroom.cells.classType !== "homeroom") {
    report("classes", row, column, `“${homeroomId}”不是 homeroom 班级`);
  } else if (homeroom && homeroom.cells.schoolSourcedId !== schoolSourcedId) {
    report("classes", row, column, `“${homeroomId}”是另一所学校的班级`);
  }
  if (course !== undefined && !subjectOf(row, index))
    report("classes", row, "subjects", "课和它的课程都没有写学科");
}

const STAFF = ["teacher", "manager"] as const;

function checkEnrollment(row: Row<"enrollments">, index: RosterIndex, report: ReportRow): void {
  const { classSourcedId, schoolSourcedId, userSourcedId, role, beginDate, endDate } = row.cells;
  const isDated = isSound(row, "beginDate", "endDate");
  if (isDated && beginDate !== "" && endDate !== "" && endDate < beginDate) {
    report("enrollments", row, "endDate", `早于 beginDate“${beginDate}”`);
  }
  const group = index.byId.classes.get(classSourcedId);
  if (!group || index.isOver(row)) return;
  const school = index.byId.orgs.get(group.cells.schoolSourcedId);
  if (!school || !index.byId.users.has(userSourcedId)) return;
  if (index.byId.orgs.has(schoolSourcedId) && school.cells.sourcedId !== schoolSourcedId) {
    const message = `班级“${group.cells.title}”属于“${school.cells.name}”，不是“${schoolSourcedId}”`;
    report("enrollments", row, "schoolSourcedId", message);
    return;
  }
  const schoolId = school.cells.sourcedId;
  if (index.isUnclear(userSourcedId)) return;
  if (role === "student" && !index.holds(userSourcedId, "student", schoolId)) {
    const message = `“${userSourcedId}”不是“${school.cells.name}”的学生，不能编入“${group.cells.title}”`;
    report("enrollments", row, "userSourcedId", message);
  }
  const isStaff = STAFF.some((identity) => index.holds(userSourcedId, identity, schoolId));
  if (role === "teacher" && !isStaff) {
    const message = `“${userSourcedId}”不是“${school.cells.name}”的教师，不能任教“${group.cells.title}”`;
    report("enrollments", row, "userSourcedId", message);
  }
}
