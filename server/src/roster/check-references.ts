import { listOf } from "./cell-rules.ts";
import { ROSTER_FILES, columnsOf, type ColumnOf, type RosterFile } from "./one-roster.ts";
import { isSound, type Row } from "./read-table.ts";
import type { Roster } from "./roster.ts";
import type { RosterIndex } from "./roster-index.ts";

/** Reports a fault of a row, at one of its columns. */
export type ReportRow = <F extends RosterFile>(
  file: F,
  row: Row<F>,
  column: ColumnOf<F>,
  message: string,
) => void;

/** For each column that holds ids, the file in which they must be found. */
const REFERENCES = {
  academicSessions: { parentSourcedId: "academicSessions" },
  orgs: { parentSourcedId: "orgs" },
  courses: { schoolYearSourcedId: "academicSessions", orgSourcedId: "orgs" },
  classes: {
    courseSourcedId: "courses",
    schoolSourcedId: "orgs",
    termSourcedIds: "academicSessions",
    "metadata.homeroomSourcedId": "classes",
  },
  users: { agentSourcedIds: "users", primaryOrgSourcedId: "orgs" },
  roles: { userSourcedId: "users", orgSourcedId: "orgs", userProfileSourcedId: "userProfiles" },
  userProfiles: { userSourcedId: "users" },
  enrollments: { classSourcedId: "classes", schoolSourcedId: "orgs", userSourcedId: "users" },
  demographics: { sourcedId: "users" },
} as const satisfies { readonly [F in RosterFile]: Partial<Record<ColumnOf<F>, RosterFile>> };

/** Checks that every id that a row names is in the roster. */
export function checkReferences(
  { tables, removed, gaps }: Roster,
  index: RosterIndex,
  report: ReportRow,
): void {
  const checkFile = <F extends RosterFile>(file: F, rows: readonly Row<F>[]): void => {
    const targets: Readonly<Record<string, RosterFile | undefined>> = REFERENCES[file];
    for (const [column, { kind }] of columnsOf(file)) {
      const target = targets[column];
      if (target === undefined) continue;
      for (const row of rows) {
        if (!isSound(row, column)) continue;
        const cell = row.cells[column];
        for (const id of kind === "list" ? listOf(cell) : [cell].filter(Boolean)) {
          const gap = gaps[target];
          if (index.byId[target].has(id) || gap === "any" || gap.has(id)) continue;
          const isRemoved = removed[target].has(id);
          report(
            file,
            row,
            column,
            isRemoved
              ? `“${id}”在 ${target}.csv 中已标为 tobedeleted`
              : `“${id}”在 ${target}.csv 中不存在`,
          );
        }
      }
    }
  };
  for (const file of ROSTER_FILES) checkFile(file, tables[file]);
}
