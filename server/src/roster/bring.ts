import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  OPERATOR,
  planChecked,
  previewOneRoster,
  progressOf,
  startApplying,
} from "../change-set/api.ts";
import { analyze } from "../database/analyze.ts";
import type { Database } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { readStaleNames } from "../people/api.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { type ImportOptions, type ImportReport, importRoster, readAndCheck } from "./import.ts";
import { derivedId } from "./derived-id.ts";
import type { Changes } from "./sync-table.ts";
import { type Kind, KINDS } from "./table-shapes.ts";

/** Milliseconds between two looks at how far a change is. */
const LOOK_MS = 300;
const NOTHING: Changes = { created: 0, changed: 0, ended: 0 };

/**
 * Imports a OneRoster 1.2 bundle by the operator's command: into an empty platform in one transaction, else as a change set,
 * which stands among the changes and can be taken back there. Throws `RosterRefused` with every fault.
 *
 * @param open opens the platform that plans and applies; it is closed again
 */
export async function importByCommand(
  db: Database,
  open: () => Promise<FastifyInstance>,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  if (await isEmpty(db)) return importRoster(db, path, options);
  return acrossSchools("command", () => bringChange(db, open, path, options));
}

/** Returns whether a platform holds no organisation: nothing of it can be overwritten. */
async function isEmpty(db: Database): Promise<boolean> {
  const some = await acrossSchools("command", () =>
    db.selectFrom("school").select("id").limit(1).execute(),
  );
  return some.length === 0;
}

async function bringChange(
  db: Database,
  open: () => Promise<FastifyInstance>,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false, now = () => new Date(), reason, onPasswords } = options;
  const { onProgress = () => {}, passwordsStay = false } = options;
  const { source, rows, sha256, checked, made, hashes } = await readAndCheck(db, path, options);
  const { counts, guards } = await previewOneRoster(db, checked, now());
  const changes = Object.fromEntries(
    KINDS.map((kind) => [kind, counts[kind] ?? NOTHING]),
  ) as Record<Kind, Changes>;
  const report = { source, rows, passwords: made.size, changes };
  const why = guards.map(({ sentence }) => sentence);
  if (dryRun) return { ...report, ...(why.length > 0 && { guards: why }) };
  if (why.length > 0 && reason === undefined) return { ...report, passwords: 0, guards: why };

  const app = await open();
  let change: string;
  try {
    const from = { kind: "file", name: nameOf(path), sha256, lines: Math.max(1, rows) } as const;
    const set = await planChecked(app, OPERATOR, checked, { from });
    if (set === null) return report;
    const state = await startApplying(app, set, { by: null, reason: reason ?? null });
    if (state === "waiting") return { ...report, passwords: 0, guards: why, isWaiting: true };
    await untilApplied(app, set.id, (done) =>
      onProgress({ step: "写入名册", done, total: set.row_count }),
    );
    onProgress({ step: "写入名册", done: set.row_count, total: set.row_count });
    change = set.id;
  } finally {
    await app.close();
  }
  await db.transaction().execute(async (trx) => {
    const given = [...hashes].map(([sourcedId, hash]) => ({
      ...{ id: derivedId(source, "user", sourcedId), hash },
    }));
    await sql`update "user" u set password_hash = w.hash, must_change_password = ${!passwordsStay}
      from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as w(id text, hash text)
      where u.id = w.id and u.password_hash is null`.execute(trx);
    if (made.size > 0) await onPasswords?.([...made.values()]);
  });
  await readStaleNames(db);
  await analyze(db);
  return { ...report, change };
}

/** Applies a set here, or, where a node of the platform has taken its job, waits until that has. */
async function untilApplied(
  app: FastifyInstance,
  id: string,
  onProgress: (done: number) => void,
): Promise<void> {
  let running: Promise<void> | undefined;
  for (;;) {
    running ??= app.jobs.runFor("change-apply", id).finally(() => (running = undefined));
    await Promise.race([running, wait(LOOK_MS)]);
    const { state, done, error, failed } = await progressOf(app, id);
    if (state === "applying" && !failed) {
      onProgress(done);
      await wait(running === undefined ? LOOK_MS : 0);
      continue;
    }
    await running;
    if (state === "applied") return;
    throw new OperatorRefused(`${error ?? "名册没有应用"}。可以在“变更”里查看。`);
  }
}

function nameOf(path: string): string {
  return (path.split(/[\\/]/).findLast(Boolean) ?? path).slice(0, 200);
}
