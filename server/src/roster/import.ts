import { createHash } from "node:crypto";
import { chinaDay } from "#contract";
import { freeAccounts } from "./accounts.ts";
import { readBundle } from "./bundle.ts";
import { type Checked, checkAndPlan } from "./checked.ts";
import type { Database, Queryable } from "../database/database.ts";
import { inTransaction } from "../database/dry-run.ts";
import { analyze } from "../database/analyze.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { readStaleNames } from "../people/api.ts";
import { FaultList, type Fault } from "./fault.ts";
import { hashFirstPasswords, newPasswords, newPeople, NoSheet } from "./first-passwords.ts";
import { insertBundle, keepFiles, presentBundle, type Tables } from "./kept-files.ts";
import type { FirstPassword } from "./password-sheet.ts";
import type { Plan } from "./plan-rows.ts";
import { readTables, type Bundle } from "./roster.ts";
import { syncTable, type Changes } from "./sync-table.ts";
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
  /** The reason for a change that a guard holds; it is asked for in the page then, or applied where it is small. */
  reason?: string;
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
  /** The change set that was applied; absent for a first import. */
  change?: string;
  /** The sentences of the guards that hold the change, where they do: then nothing is written. */
  guards?: readonly string[];
  /** True where the held change waits in the page for another person's approval. */
  isWaiting?: boolean;
}

/** A bundle that was read and checked, with the first passwords of whom it brings. */
export interface ReadRoster {
  source: string;
  rows: number;
  /** SHA-256 of the bundle's files, in hex. */
  sha256: string;
  checked: Checked;
  /** Passwords that were made, by `sourcedId`. */
  made: ReadonlyMap<string, FirstPassword>;
  /** Hashes of first passwords, by `sourcedId`; none in a dry run. */
  hashes: ReadonlyMap<string, string>;
}

/**
 * Reads a OneRoster 1.2 bundle, a folder or a zip file, checks it whole, and hashes the first passwords of new people. Throws
 * `RosterRefused` with every fault, and `NoSheet` where passwords would be made that nobody could read.
 */
export async function readAndCheck(
  db: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ReadRoster> {
  const { dryRun = false, now = () => new Date(), onProgress = () => {} } = options;
  const faults = new FaultList();
  const report = (fault: Fault): void => faults.add(fault);
  onProgress({ step: "读取名册", done: 0, total: 1 });
  const files = await readBundle(path);
  const bundle = readTables(files, report);
  const source = sourceOf(bundle, options.source, report);
  onProgress({ step: "检查名册", done: 0, total: bundle.rowCount });
  const today = chinaDay(now());
  const checked = await checkAndPlan(db, { bundle, source, today }, faults);
  onProgress({ step: "检查名册", done: bundle.rowCount, total: bundle.rowCount });

  const { makePasswords = false, onPasswords } = options;
  const fresh = await newPeople(db, source, checked.tables.users);
  const made = makePasswords ? newPasswords(fresh, checked.plan) : new Map<string, FirstPassword>();
  if (made.size > 0 && onPasswords === undefined && !dryRun) throw new NoSheet(made.size);
  const hashes = dryRun
    ? new Map<string, string>()
    : await hashFirstPasswords(fresh, made, (done, total) =>
        onProgress({ step: "加密初始密码", done, total }),
      );
  return { source, rows: bundle.rowCount, sha256: digestOf(files), checked, made, hashes };
}

function digestOf(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash("sha256");
  for (const [name, bytes] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * Imports a OneRoster 1.2 bundle into an empty platform: all of it in one transaction, or, with any fault, nothing. A
 * platform that holds something is imported into by a change set (`importByCommand`).
 */
export async function importRoster(
  db: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { dryRun = false, passwordsStay = false, now = () => new Date() } = options;
  const { onPasswords, onProgress = () => {} } = options;
  const { source, rows, checked, made, hashes } = await readAndCheck(db, path, options);
  const { tables, plan } = checked;
  const changes = await inTransaction(db, { dryRun }, async (trx) => {
    const work = { source, tables, plan, hashes, passwordsStay, now: now() };
    const changes = await write(trx, work, onProgress);
    if (made.size > 0 && !dryRun) await onPasswords?.([...made.values()]);
    return changes;
  });
  if (!dryRun) {
    await readStaleNames(db);
    await analyze(db);
  }
  return { source, rows, passwords: made.size, changes };
}

interface Work {
  source: string;
  tables: Tables;
  plan: Plan;
  /** Hashes of first passwords, by `sourcedId`. */
  hashes: ReadonlyMap<string, string>;
  passwordsStay: boolean;
  now: Date;
}

async function write(
  trx: Queryable,
  work: Work,
  onProgress: (progress: Progress) => void,
): Promise<Record<Kind, Changes>> {
  const { source, plan, now } = work;
  await takeTurn(trx, source, now);
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
  await keep(trx, work);
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

/** Locks the source's row, so that two imports of one source take turns; the first one's time is kept. */
async function takeTurn(trx: Queryable, source: string, now: Date): Promise<void> {
  await trx
    .insertInto("roster_source")
    .values({ source, first_at: now })
    .onConflict((conflict) =>
      conflict.column("source").doUpdateSet((row) => ({ source: row.ref("excluded.source") })),
    )
    .execute();
}

/** Keeps the roster as the one that the platform's rows follow. */
async function keep(trx: Queryable, { source, tables, now }: Work): Promise<void> {
  const present = await presentBundle(trx, source);
  if (present !== null) return keepFiles(trx, present, tables);
  const bundle_id = await insertBundle(trx, { source, base_id: null, now }, tables);
  await trx.updateTable("roster_source").set({ bundle_id }).where("source", "=", source).execute();
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

/** Returns the code of a bundle's source: the wanted one, or its manifest's; reports where there is none. */
export function sourceOf(
  { manifest }: Pick<Bundle, "manifest">,
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
