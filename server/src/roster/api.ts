/** Parts of OneRoster rosters that other rooms plan and import by. */
export { readOneRosterZip } from "./read-zip.ts";
export { type Checked, checkAndPlan, planKept } from "./checked.ts";
export { type Fault, FaultList, RosterRefused } from "./fault.ts";
export {
  dropBundle,
  findBundle,
  foldBundle,
  insertBundle,
  presentBundle,
  sweepBundles,
} from "./kept-files.ts";
export type { ColumnOf, RosterFile } from "./one-roster.ts";
export type { Plan } from "./plan-rows.ts";
export type { RecordsOf } from "./read-table.ts";
export { type Bundle, bundleOfRecords, type RosterRecords } from "./roster.ts";
