import type { FastifyInstance } from "fastify";
import { monthDayText } from "#contract";
import {
  currentSet,
  discardPlan,
  type Maker,
  planOneRoster,
  startApplying,
} from "../change-set/api.ts";
import { Refusal } from "../http/refusal.ts";
import type { OutboundFetch } from "../platform/outbound-fetch.ts";
import { JobFailed } from "../platform/job-attempt.ts";
import { separationOf } from "../rights/duties.ts";
import { heldOf } from "../rights/queries.ts";
import { scopeOf } from "../rights/rules.ts";
import { bundleOfRecords, RosterRefused } from "../roster/api.ts";
import { turningUntil } from "../school-year/api.ts";
import { accessOf, openSecret } from "./access.ts";
import {
  beginRun,
  type ConnectionRow,
  endRun,
  findConnection,
  findOrganisation,
  keepPlaces,
  lastChange,
  type ConnectedOrganisation,
  readPlaces,
} from "./connections.ts";
import { notifyMaintainer } from "./messages.ts";
import { sentenceOfFault } from "./provider/cells.ts";
import { MAX_BYTES, ProviderClient } from "./provider/client.ts";
import type { Bounds } from "./provider/collection.ts";
import { ProviderFault } from "./provider/provider-fault.ts";
import { type ProviderRead, readProvider } from "./provider/read-provider.ts";

/** Bytes that a provider may send of one school, in memory no more than its file in the page. */
const SCHOOL_BYTES = 256 * 1024 ** 2;

/** The means of a run, which tests bound more narrowly. */
export interface RunDeps {
  call: OutboundFetch;
  wait: (ms: number) => Promise<void>;
  signal: AbortSignal;
  bounds?: Bounds;
  /** Bytes that a provider may send of each school. */
  schoolBytes?: number;
  onProgress?: (done: number, total: number) => void;
}

/** The outcome of a run, as it is written down. */
interface Outcome {
  outcome: "same" | "change" | "failed" | "skipped";
  sentence: string;
  change_set_id?: string;
  /** The notice to the person who looks after the connection; absent: none. */
  notification?: "nightly-failed" | "nightly-held";
}

/** Thrown where a run does nothing, and nothing is wrong. */
class Skipped extends Error {
  override readonly name = "Skipped";
}

/**
 * Reads an organisation's provider and makes its rows what it says, by a change set: applied at once, or held for a
 * decision where a guard does. Whatever fails changes nothing; the run is written down, and its maintainer is notified (RO-08).
 */
export async function syncRoster(
  app: FastifyInstance,
  { run_id, school_id, by_hand }: { run_id: string; school_id: string; by_hand: boolean },
  deps: RunDeps,
): Promise<void> {
  await beginRun(app.db, { id: run_id, school_id, by_hand, started_at: app.now() });
  const connection = await findConnection(app.db, school_id);
  const organisation = await findOrganisation(app.db, school_id);
  let end: Outcome;
  try {
    if (connection === undefined || organisation === undefined) throw new Skipped("没有这个连接了");
    end = await sync(app, connection, organisation, deps);
  } catch (error) {
    // another node, or this one after its next start, goes on
    if (deps.signal.aborted && !(error instanceof ProviderFault)) throw new JobFailed("任务已停止");
    end = outcomeOf(error);
  }
  const { notification, ...values } = end;
  await app.db.transaction().execute(async (trx) => {
    await endRun(trx, run_id, { ...values, finished_at: app.now() });
    if (notification === undefined || connection === undefined || organisation === undefined)
      return;
    await notifyMaintainer(app, trx, {
      kind: notification,
      connection,
      organisation,
      sentence: values.sentence,
    });
  });
  app.jobs.wake();
}

/** Returns what an error of a run means; throws what is no fault of the provider, the roster or the rights. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof Skipped) return { outcome: "skipped", sentence: error.message };
  const failed = { outcome: "failed", notification: "nightly-failed" } as const;
  if (error instanceof RosterRefused) {
    const { total, shown } = error.faults;
    const [first] = shown;
    const one = first === undefined ? "" : sentenceOfFault(first);
    const sentence =
      total === 1
        ? `对方的数据有一处不能用：${one}`
        : `对方的数据有 ${total} 处不能用，第一处：${one}`;
    return { ...failed, sentence };
  }
  if (error instanceof ProviderFault) return { ...failed, sentence: error.message };
  if (error instanceof Refusal) return { ...failed, sentence: error.message };
  throw error;
}

async function sync(
  app: FastifyInstance,
  connection: ConnectionRow,
  organisation: ConnectedOrganisation,
  deps: RunDeps,
): Promise<Outcome> {
  const { source } = connection;
  const maker = await makerOf(app, connection);
  const until = await turningUntil(
    app.db,
    organisation.schools.map(({ id }) => id),
    app.now(),
  );
  if (until !== null) throw new Skipped(`新学年交替期间不同步，到${monthDayText(until)}恢复`);
  const earlier = await waitingChange(app, connection.school_id);
  const read = await readAll(app, connection, organisation, deps);
  await app.db.transaction().execute((trx) => keepPlaces(trx, source, read.places));
  const bundle = bundleOfRecords(read.records, (fault) => read.faults.add(fault));
  const set = await planOneRoster(app, maker, { source, bundle, faults: read.faults });
  if (earlier !== undefined) {
    await app.db.transaction().execute((trx) => discardPlan(trx, earlier, set?.id ?? null));
  }
  const seen = seenOf(read);
  if (set === null) return { outcome: "same", sentence: `${seen}，与现有的一致` };
  const change = { outcome: "change", change_set_id: set.id } as const;
  const [guard] = set.guards;
  if (guard !== undefined) {
    return { ...change, notification: "nightly-held", sentence: `${seen}；${guard.sentence}` };
  }
  // what somebody has taken back does not come again by itself
  if (earlier?.state === "undone") {
    const why = "上一次同步被撤销过，这次的变更没有自动应用";
    return { ...change, notification: "nightly-held", sentence: `${seen}；${why}` };
  }
  await startApplying(app, set, { by: maker.user_id });
  return { ...change, sentence: `${seen}；${set.sentence.replace(/^[^：]*：/, "")}` };
}

/** Returns the person with whose rights a connection runs; throws where that person may not import there any more. */
async function makerOf(
  app: FastifyInstance,
  { updated_by, school_id }: ConnectionRow,
): Promise<Maker> {
  const separation = separationOf(app);
  const [holder] = await heldOf(app.db, updated_by === null ? [] : [updated_by], separation);
  const organisations = await app.organisations.tree();
  const held = holder?.held ?? [];
  const scope = scopeOf(held, "roster.import", organisations, separation.now);
  if (scope === undefined || (scope.kind !== "all" && !scope.schools.includes(school_id))) {
    throw new ProviderFault("保存这个连接的人现在不能导入名册，请由有权限的人重新保存一次");
  }
  return { user_id: updated_by, held };
}

/** Returns the change of an earlier run that nobody has decided about; throws where somebody is about to. */
async function waitingChange(app: FastifyInstance, school_id: string) {
  const id = await lastChange(app.db, school_id);
  const set = id === undefined ? undefined : await currentSet(app, id);
  if (set === undefined) return undefined;
  if (set.state === "waiting" || set.state === "scheduled") {
    throw new Skipped("上一次同步的变更还在等审批，这次没有同步");
  }
  if (set.state === "applying" || set.state === "undoing") {
    throw new Skipped("上一次同步的变更还在应用或撤销，这次没有同步");
  }
  return set;
}

async function readAll(
  app: FastifyInstance,
  connection: ConnectionRow,
  organisation: ConnectedOrganisation,
  { onProgress, bounds, schoolBytes = SCHOOL_BYTES, ...deps }: RunDeps,
): Promise<ProviderRead> {
  const { address, demographics, org_id, source } = connection;
  const secret = await openSecret(app, connection);
  if (secret === undefined) throw new ProviderFault("密钥打不开了，请重新填写并保存");
  const maxBytes = Math.min(MAX_BYTES, Math.max(1, organisation.schools.length) * schoolBytes);
  const client = new ProviderClient(accessOf(connection, secret), { ...deps, maxBytes });
  const wanted = {
    ...{ address, demographics, schools: organisation.schools, given: org_id || undefined },
    district: organisation.kind === "district" ? organisation : undefined,
    known: await readPlaces(app.db, source),
    ...(bounds !== undefined && { bounds }),
  };
  return readProvider(client, wanted, onProgress);
}

function seenOf({ counts }: ProviderRead): string {
  return `读到 ${counts.users ?? 0} 人、${counts.classes ?? 0} 个班级`;
}
