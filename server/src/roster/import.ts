import { checkAccounts, freeAccounts } from "./accounts.ts";
import { readBundle } from "./bundle.ts";
import { checkRoster } from "./check.ts";
import type { Database, Queryable } from "../database/database.ts";
import { inTransaction } from "../database/dry-run.ts";
import { learnRows } from "../database/learn-rows.ts";
import { recordOperator } from "../http/audit-entry.ts";
import { FaultList, RosterRefused, type Fault } from "./fault.ts";
import { hashFirstPasswords } from "./first-passwords.ts";
import { keepFiles, readKeptFiles, type Tables } from "./kept-files.ts";
import type { Plan } from "./plan-rows.ts";
import { planRoster } from "./plan.ts";
import { indexRoster } from "./roster-index.ts";
import { layOver, readTables, type Bundle } from "./roster.ts";
import { syncTable, type Changes } from "./sync-table.ts";
import { withoutErased } from "./without-erased.ts";
import { KINDS, KIND_NAMES, TABLE_SHAPES, type Kind } from "./table-shapes.ts";

export interface ImportOptions {
  /** Where the roster comes from; what the bundle's manifest says if absent. */
  source?: string;
  /** Says what would change and changes nothing. */
  dryRun?: boolean;
  /** Decides which roles and enrolments are over. */
  now?: () => Date;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** What is being done, in Chinese. */
  step: string;
  done: number;
  total: number;
}

export interface ImportReport {
  source: string;
  /** Rows that the bundle's files hold. */
  rows: number;
  changes: Record<Kind, Changes>;
}

/**
 * Brings a OneRoster 1.2 bundle, a folder or a zip file, into the database: all of it, or, when anything in it is
 * wrong, nothing and `RosterRefused` with every fault. The same bundle a second time changes nothing.
 */
export async function importRoster(
  db: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { dryRun = false, now = () => new Date(), onProgress = () => {} } = options;
  const faults = new FaultList();
  const report = (fault: Fault): void => faults.add(fault);
  onProgress({ step: "读取名册", done: 0, total: 1 });
  const bundle = readTables(await readBundle(path), report);
  const source = sourceOf(bundle, options.source, report);
  refuseIfAny(faults);

  onProgress({ step: "检查名册", done: 0, total: bundle.rowCount });
  const { tables, plan } = await checkAndPlan(db, { bundle, source, today: dayOf(now()) }, faults);
  onProgress({ step: "检查名册", done: bundle.rowCount, total: bundle.rowCount });

  const hashes = dryRun
    ? new Map<string, string>()
    : await hashFirstPasswords(db, source, tables.users, (done, total) =>
        onProgress({ step: "加密初始密码", done, total }),
      );
  const changes = await inTransaction(db, { dryRun }, (trx) =>
    write(trx, { source, tables, plan, hashes }, onProgress),
  );
  if (!dryRun) await learnRows(db);
  return { source, rows: bundle.rowCount, changes };
}

/** Reads what earlier bundles brought, checks the whole and turns it into rows; refuses what has a fault. */
async function checkAndPlan(
  db: Database,
  { bundle, source, today }: { bundle: Bundle; source: string; today: string },
  faults: FaultList,
): Promise<{ tables: Tables; plan: Plan }> {
  const report = (fault: Fault): void => faults.add(fault);
  const laid = layOver(await readKeptFiles(db, source), bundle, report);
  const roster = { ...laid, tables: await withoutErased(db, source, laid.tables) };
  const index = indexRoster(roster.tables, today);
  checkRoster(roster, index, report);
  refuseIfAny(faults);
  const plan = planRoster(source, roster.tables, index);
  await checkAccounts(db, plan.user, index.byId.users, report);
  refuseIfAny(faults);
  return { tables: roster.tables, plan };
}

interface Work {
  source: string;
  tables: Tables;
  plan: Plan;
  /** First password's hash by `sourcedId`. */
  hashes: ReadonlyMap<string, string>;
}

async function write(
  trx: Queryable,
  { source, tables, plan, hashes }: Work,
  onProgress: (progress: Progress) => void,
): Promise<Record<Kind, Changes>> {
  await takeTurn(trx, source);
  await addSubjects(trx, plan.subject);
  await freeAccounts(trx, plan.user);
  const changes: Partial<Record<Kind, Changes>> = {};
  for (const kind of KINDS) {
    const rows = kind === "user" ? withPasswords(plan.user, hashes) : plan[kind];
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

/** How many rows of each kind were added, changed and removed, as the audit keeps it. */
function countsOf(changes: Partial<Record<Kind, Changes>>): Record<string, number> {
  const counts = Object.entries(changes).flatMap(([kind, { created, changed, ended }]) => [
    [`${kind}_created`, created] as const,
    [`${kind}_changed`, changed] as const,
    [`${kind}_ended`, ended] as const,
  ]);
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** Two imports of one source go one after the other: the second waits for the row of the first. */
async function takeTurn(trx: Queryable, source: string): Promise<void> {
  await trx
    .insertInto("roster_source")
    .values({ source })
    .onConflict((conflict) =>
      conflict.column("source").doUpdateSet((row) => ({ source: row.ref("excluded.source") })),
    )
    .execute();
}

/** Subjects belong to the platform: a roster adds those that are missing and renames none. */
async function addSubjects(trx: Queryable, subjects: Plan["subject"]): Promise<void> {
  if (subjects.length === 0) return;
  await trx
    .insertInto("subject")
    .values(subjects)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

function withPasswords(users: Plan["user"], hashes: ReadonlyMap<string, string>): object[] {
  return users.map((user) => ({ ...user, password_hash: hashes.get(user.sourced_id) ?? null }));
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

/** The day in China, where the schools are. */
function dayOf(now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(now);
}
