import { checkAccounts, freeAccounts } from "./accounts.ts";
import { readBundle } from "./bundle.ts";
import { checkRoster } from "./check.ts";
import type { Database, Queryable } from "../database/database.ts";
import { dayInChina } from "../platform/china-day.ts";
import { inTransaction } from "../database/dry-run.ts";
import { analyze } from "../database/analyze.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { readStaleNames } from "../people/api.ts";
import { FaultList, RosterRefused, type Fault } from "./fault.ts";
import { hashFirstPasswords, newPasswords, newPeople, NoSheet } from "./first-passwords.ts";
import { keepFiles, readKeptFiles, type Tables } from "./kept-files.ts";
import type { FirstPassword } from "./password-sheet.ts";
import type { Plan } from "./plan-rows.ts";
import { planRoster } from "./plan.ts";
import { indexRoster } from "./roster-index.ts";
import { layOver, readTables, type Bundle } from "./roster.ts";
import { syncTable, type Changes } from "./sync-table.ts";
import { withoutErased } from "./without-erased.ts";
import { KINDS, KIND_NAMES, TABLE_SHAPES, type Kind } from "./table-shapes.ts";

export interface ImportOptions {
  /** The name of the roster's source; by default the one in the bundle's manifest. */
  source?: string;
  /**
   * True gives each new person a password of their own where the roster has none or the same for several. Otherwise the
   * roster's passwords are taken as they are.
   */
  makePasswords?: boolean;
  /** Receives the passwords that were made, before anything is committed: an error undoes the import. */
  onPasswords?: (people: readonly FirstPassword[]) => Promise<void>;
  /** True reports the changes and makes none. */
  dryRun?: boolean;
  /** The clock, which decides which roles and enrolments are over. */
  now?: () => Date;
  /**
   * True for first passwords that need not be changed at the first sign-in: the demo's, which are on its sign-in page.
   * Others must be (SE-13).
   */
  passwordsStay?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** The present step, in Chinese. */
  step: string;
  done: number;
  total: number;
}

export interface ImportReport {
  source: string;
  /** Rows that the bundle's files hold. */
  rows: number;
  /** New people who were given a password of their own. */
  passwords: number;
  changes: Record<Kind, Changes>;
}

/**
 * Imports a OneRoster 1.2 bundle, a folder or a zip file: all of it, or, with any fault, nothing. Throws
 * `RosterRefused` with every fault. The same bundle a second time changes nothing.
 */
export async function importRoster(
  db: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const {
    dryRun = false,
    passwordsStay = false,
    now = () => new Date(),
    onProgress = () => {},
  } = options;
  const faults = new FaultList();
  const report = (fault: Fault): void => faults.add(fault);
  onProgress({ step: "读取名册", done: 0, total: 1 });
  const bundle = readTables(await readBundle(path), report);
  const source = sourceOf(bundle, options.source, report);

  onProgress({ step: "检查名册", done: 0, total: bundle.rowCount });
  const { tables, plan } = await checkAndPlan(
    db,
    { bundle, source, today: dayInChina(now()) },
    faults,
  );
  onProgress({ step: "检查名册", done: bundle.rowCount, total: bundle.rowCount });

  const { makePasswords = false, onPasswords } = options;
  const fresh = await newPeople(db, source, tables.users);
  const made = makePasswords ? newPasswords(fresh, plan) : new Map<string, FirstPassword>();
  if (made.size > 0 && onPasswords === undefined && !dryRun) throw new NoSheet(made.size);
  const hashes = dryRun
    ? new Map<string, string>()
    : await hashFirstPasswords(fresh, made, (done, total) =>
        onProgress({ step: "加密初始密码", done, total }),
      );
  const changes = await inTransaction(db, { dryRun }, async (trx) => {
    const changes = await write(trx, { source, tables, plan, hashes, passwordsStay }, onProgress);
    if (made.size > 0 && !dryRun) await onPasswords?.([...made.values()]);
    return changes;
  });
  if (!dryRun) {
    await readStaleNames(db);
    await analyze(db);
  }
  return { source, rows: bundle.rowCount, passwords: made.size, changes };
}

/**
 * Lays the bundle over earlier ones, checks the whole and returns its rows; throws `RosterRefused` with every fault.
 */
async function checkAndPlan(
  db: Database,
  { bundle, source, today }: { bundle: Bundle; source: string; today: string },
  faults: FaultList,
): Promise<{ tables: Tables; plan: Plan }> {
  const report = (fault: Fault): void => faults.add(fault);
  // what a delta is laid over is not known without its source
  if (source === "" && Object.values(bundle.manifest.modes).includes("delta")) refuseIfAny(faults);
  const laid = layOver(await readKeptFiles(db, source), bundle, report);
  const roster = { ...laid, tables: await withoutErased(db, source, laid.tables) };
  const index = indexRoster(roster, today);
  checkRoster(roster, index, report);
  if (source !== "") await checkAccounts(db, source, roster.tables.users, report);
  refuseIfAny(faults);
  const plan = planRoster(source, roster.tables, index);
  const user = await withCorrectedNames(db, plan.user);
  return { tables: roster.tables, plan: { ...plan, user } };
}

/**
 * Returns the rows with names that the school has corrected (ID-11), as long as the roster still has the name that was
 * corrected.
 */
async function withCorrectedNames(db: Queryable, users: Plan["user"]): Promise<Plan["user"]> {
  const accepted = await db
    .selectFrom("name_correction")
    .select(["user_id", "from_name", "to_name"])
    .where("is_accepted", "=", true)
    .orderBy("decided_at")
    .execute();
  if (accepted.length === 0) return users;
  const byUser = Map.groupBy(accepted, ({ user_id }) => user_id);
  return users.map((user) => {
    // corrected twice while the roster stayed as it was: each goes on from the one before
    const steps = byUser.get(user.id) ?? [];
    const name = steps.reduce(
      (now, { from_name, to_name }) => (now === from_name ? to_name : now),
      user.name,
    );
    return name === user.name ? user : { ...user, name };
  });
}

interface Work {
  source: string;
  tables: Tables;
  plan: Plan;
  /** Hashes of first passwords, by `sourcedId`. */
  hashes: ReadonlyMap<string, string>;
  passwordsStay: boolean;
}

async function write(
  trx: Queryable,
  work: Work,
  onProgress: (progress: Progress) => void,
): Promise<Record<Kind, Changes>> {
  const { source, tables, plan } = work;
  await takeTurn(trx, source);
  await addSubjects(trx, plan.subject);
  await freeAccounts(trx, plan.user);
  const changes: Partial<Record<Kind, Changes>> = {};
  for (const kind of KINDS) {
    const rows = kind === "user" ? withPasswords(plan.user, work) : plan[kind];
    const step = `写入${KIND_NAMES[kind]}`;
    changes[kind] = await syncTable(trx, TABLE_SHAPES[kind], source, rows, (done) =>
      onProgress({ step, done, total: rows.length }),
    );
  }
  await keepFiles(trx, source, tables);
  await recordOperator(trx, {
    action: "roster-import",
    object: { kind: "roster", id: source },
    detail: countsOf(changes),
  });
  return changes as Record<Kind, Changes>;
}

/** Returns the numbers of rows added, changed and removed of each kind, as the audit keeps them; zeros are left out. */
function countsOf(changes: Partial<Record<Kind, Changes>>): Record<string, number> {
  const counts = Object.entries(changes).flatMap(([kind, { created, changed, ended }]) => [
    [`${kind}_created`, created] as const,
    [`${kind}_changed`, changed] as const,
    [`${kind}_ended`, ended] as const,
  ]);
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** Locks the source's row, so that two imports of one source take turns. */
async function takeTurn(trx: Queryable, source: string): Promise<void> {
  await trx
    .insertInto("roster_source")
    .values({ source })
    .onConflict((conflict) =>
      conflict.column("source").doUpdateSet((row) => ({ source: row.ref("excluded.source") })),
    )
    .execute();
}

/** Adds missing subjects; they belong to the platform, so none is renamed. */
async function addSubjects(trx: Queryable, subjects: Plan["subject"]): Promise<void> {
  if (subjects.length === 0) return;
  await trx
    .insertInto("subject")
    .values(subjects)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

function withPasswords(users: Plan["user"], { hashes, passwordsStay }: Work): object[] {
  return users.map((user) => {
    const password_hash = hashes.get(user.sourced_id) ?? null;
    const must_change_password = password_hash !== null && !passwordsStay;
    return { ...user, password_hash, must_change_password };
  });
}

function sourceOf(
  { manifest }: Bundle,
  wanted: string | undefined,
  report: (fault: Fault) => void,
): string {
  const source = wanted ?? manifest.systemCode;
  if (source === "") {
    const message = "没有写 source.systemCode；请补上，或用 --source 指定名册的来源";
    report({ file: "manifest.csv", message });
  }
  return source;
}

function refuseIfAny(faults: FaultList): void {
  if (faults.total > 0) throw new RosterRefused(faults);
}
