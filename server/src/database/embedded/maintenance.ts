import type { EmbeddedEngine } from "./engine.ts";

const CHECK_EVERY_MS = 60_000;
/** Bytes of write-ahead log after which a checkpoint lets PostgreSQL reuse its files. */
const LOG_BYTES_PER_CHECKPOINT = 32 * 1024 * 1024;

const LOG_POSITION = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes";

/** Finds tables in need by autovacuum's own rule: 50 rows and a fifth (a tenth, for the statistics) of the table. */
const TABLES_IN_NEED = `
  select format('%I', pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
     or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/**
 * Does the work of a PostgreSQL server's background processes, which a single-process engine lacks: without it the
 * write-ahead log grows for ever, dead rows stay, and the planner knows nothing of an import.
 *
 * @returns a function that stops it
 */
export function startMaintenance(engine: EmbeddedEngine): () => void {
  const state = { checkpointAt: undefined as number | undefined };
  const timer = setInterval(() => {
    maintain(engine, state).catch((error: unknown) => {
      process.emitWarning(`the embedded database was not maintained: ${String(error)}`);
    });
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs one round: tables that need it are vacuumed and analysed, then a checkpoint is made if the log has grown. */
export async function maintain(
  engine: EmbeddedEngine,
  state: { checkpointAt: number | undefined },
): Promise<void> {
  await engine.run("select pg_stat_force_next_flush()");
  const { rows } = await engine.run(TABLES_IN_NEED);
  for (const { name } of rows) await engine.run(`vacuum (analyze) ${String(name)}`);
  const position = await logPosition(engine);
  if (position - (state.checkpointAt ?? 0) < LOG_BYTES_PER_CHECKPOINT) return;
  await engine.run("checkpoint");
  state.checkpointAt = await logPosition(engine);
}

async function logPosition(engine: EmbeddedEngine): Promise<number> {
  const { rows } = await engine.run(LOG_POSITION);
  return Number(rows[0]?.["bytes"]);
}
