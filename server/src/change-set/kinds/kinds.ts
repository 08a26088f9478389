import type { Change, Right } from "#contract";
import { classSplit } from "./split-class.ts";
import { classEdit, classMake, classMerge, classPlace, classState } from "./classes.ts";
import type { ChangeKindOf, Planned, Planning } from "./kind.ts";
import { accountState, membershipAdd, membershipState, membershipUntil } from "./members.ts";
import { personMake } from "./make-person.ts";
import { personMerge } from "./merge-people.ts";
import { pupilTake } from "./take-pupil.ts";
import { classTeach, teachingGrid } from "./teaching.ts";
import { rosterImport } from "./import-roster.ts";
import { groupMembers } from "./group-members.ts";
import { guardianBind, guardianEnd, personEdit } from "./people.ts";
import { oneRosterImport } from "./one-roster-import.ts";
import { schoolYear } from "./school-year.ts";
import { timetableImport } from "./timetable-import.ts";
import { districtMake, schoolEdit, schoolMake, schoolMove, schoolState } from "./schools.ts";

const KINDS: { [K in Change["kind"]]: ChangeKindOf<Extract<Change, { kind: K }>> } = {
  "membership-state": membershipState,
  "membership-add": membershipAdd,
  "membership-until": membershipUntil,
  "account-state": accountState,
  "class-place": classPlace,
  "class-make": classMake,
  "class-edit": classEdit,
  "class-state": classState,
  "class-merge": classMerge,
  "class-split": classSplit,
  "class-teach": classTeach,
  "teaching-grid": teachingGrid,
  "guardian-bind": guardianBind,
  "guardian-end": guardianEnd,
  "person-edit": personEdit,
  "person-make": personMake,
  "person-merge": personMerge,
  "pupil-take": pupilTake,
  "school-edit": schoolEdit,
  "school-state": schoolState,
  "school-make": schoolMake,
  "district-make": districtMake,
  "school-move": schoolMove,
  "group-members": groupMembers,
  "roster-import": rosterImport,
  "one-roster-import": oneRosterImport,
  "school-year": schoolYear,
  "timetable-import": timetableImport,
};

/** Returns the right that a kind of change wants. */
export function rightOf(kind: Change["kind"]): Right {
  return KINDS[kind].right;
}

/** Returns the rights that any kind of change wants. */
export const CHANGE_RIGHTS: readonly Right[] = [
  ...new Set(Object.values(KINDS).map(({ right }) => right)),
];

/** Plans a change: finds its rows without changing any. */
export function planRows(planning: Planning, change: Change): Promise<Planned> {
  const kind = KINDS[change.kind] as ChangeKindOf<Change>;
  return kind.plan(planning, change);
}
