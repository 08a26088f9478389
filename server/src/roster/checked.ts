import { checkAccounts } from "./accounts.ts";
import { checkClasses } from "./check-classes.ts";
import { checkPeople } from "./check-people.ts";
import { checkReferences, type ReportRow } from "./check-references.ts";
import type { Queryable } from "../database/database.ts";
import { type Fault, FaultList, RosterRefused } from "./fault.ts";
import { presentBundle, readKeptFiles, type Tables } from "./kept-files.ts";
import { ROSTER_FILES } from "./one-roster.ts";
import type { Plan } from "./plan-rows.ts";
import { planRoster } from "./plan.ts";
import { indexRoster, type RosterIndex } from "./roster-index.ts";
import { layOver, type Bundle, type Gaps, type Roster } from "./roster.ts";
import { withoutErased } from "./without-erased.ts";

/** The whole roster of a source after a bundle, free of faults, and the rows that it asks for. */
export interface Checked {
  source: string;
  tables: Tables;
  plan: Plan;
}

/**
 * Lays a bundle over the source's present one, checks the whole and returns its rows; throws `RosterRefused` with every
 * fault, those already in `faults` among them.
 *
 * @param today the day by which roles and enrolments are over, as `YYYY-MM-DD`
 */
export async function checkAndPlan(
  db: Queryable,
  { bundle, source, today }: { bundle: Bundle; source: string; today: string },
  faults = new FaultList(),
): Promise<Checked> {
  const report = (fault: Fault): void => faults.add(fault);
  // what a delta is laid over is not known without its source
  if (source === "" && Object.values(bundle.manifest.modes).includes("delta")) refuseIfAny(faults);
  const kept = await readKeptFiles(db, await presentBundle(db, source));
  const laid = layOver(kept, bundle, report);
  const roster = { ...laid, tables: await withoutErased(db, source, laid.tables) };
  const index = indexRoster(roster, today);
  checkRoster(roster, index, report);
  if (source !== "") await checkAccounts(db, source, roster.tables.users, report);
  refuseIfAny(faults);
  const places = await readPlaces(db, source);
  const plan = planRoster(source, roster.tables, index, places);
  return { source, tables: roster.tables, plan: await withCorrectedNames(db, plan) };
}

/** Every row of a bundle that was kept could be read. */
const NO_GAPS = Object.fromEntries(
  ROSTER_FILES.map((file) => [file, new Set<string>()]),
) as unknown as Gaps;

/** Returns the rows that a kept bundle asks for on a day, as `YYYY-MM-DD`. */
export async function planKept(
  db: Queryable,
  { id, source }: { id: string; source: string },
  today: string,
): Promise<Plan> {
  const kept = (await readKeptFiles(db, id)) as Tables;
  const tables = await withoutErased(db, source, kept);
  const index = indexRoster({ tables, gaps: NO_GAPS }, today);
  const places = await readPlaces(db, source);
  return withCorrectedNames(db, planRoster(source, tables, index, places));
}

/**
 * Returns the rows with names that the school has corrected (ID-11), as long as the roster still has the name that was
 * corrected.
 */
async function withCorrectedNames(db: Queryable, plan: Plan): Promise<Plan> {
  const accepted = await db
    .selectFrom("name_correction")
    .select(["user_id", "from_name", "to_name"])
    .where("is_accepted", "=", true)
    .orderBy("decided_at")
    .execute();
  if (accepted.length === 0) return plan;
  const byUser = Map.groupBy(accepted, ({ user_id }) => user_id);
  const user = plan.user.map((one) => {
    // corrected twice while the roster stayed as it was: each goes on from the one before
    const steps = byUser.get(one.id) ?? [];
    const name = steps.reduce(
      (now, { from_name, to_name }) => (now === from_name ? to_name : now),
      one.name,
    );
    return name === one.name ? one : { ...one, name };
  });
  return { ...plan, user };
}

/** Returns the platform's own organisations that those of a source are, by their ids there. */
async function readPlaces(db: Queryable, source: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("roster_place")
    .select(["sourced_id", "school_id"])
    .where("source", "=", source)
    .execute();
  return new Map(rows.map(({ sourced_id, school_id }) => [sourced_id, school_id]));
}

function refuseIfAny(faults: FaultList): void {
  if (faults.total > 0) throw new RosterRefused(faults);
}

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
