import { checkClasses } from "./check-classes.ts";
import { checkPeople } from "./check-people.ts";
import { checkReferences, type ReportRow } from "./check-references.ts";
import type { Fault } from "./fault.ts";
import type { Roster } from "./roster.ts";
import type { RosterIndex } from "./roster-index.ts";

/** Checks rows against each other; each cell by itself was checked when it was read. */
export function checkRoster(
  roster: Roster,
  index: RosterIndex,
  report: (fault: Fault) => void,
): void {
  const reportRow: ReportRow = (file, { line, cells: { sourcedId } }, column, message) =>
    report({
      file: `${file}.csv`,
      line,
      column,
      message: line === undefined ? `${message}（此前导入的记录“${sourcedId}”）` : message,
    });
  checkReferences(roster, index, reportRow);
  checkPeople(roster.tables, index, reportRow);
  checkClasses(roster.tables, index, reportRow);
}
