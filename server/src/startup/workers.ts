import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { StartFailure } from "./failure.ts";

/*
 * Several nodes behind one port (WORKERS): the primary process prepares the database, listens, hands connections out in
 * turn and replaces a worker that dies; each worker is a whole node, with no state that another would need.
 */

/** Milliseconds before a dead worker is replaced; they double with each death in a row. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Milliseconds after which a worker counts as sound: its death is a first one again. */
const SOUND_AFTER_MS = 60_000;

export interface Workers {
  /** Stops every worker, and replaces none from now on. */
  stop(): void;
  /** Resolves once every worker has ended. */
  ended(): Promise<void>;
}

/** Starts `count` workers, one after the other; throws `StartFailure` when one ends before it listens. */
export async function startWorkers(
  count: number,
  port: number,
  say: (line: string) => void,
): Promise<Workers> {
  const everyMetric = new AggregatorRegistry();
  cluster.on("message", (worker, message: MetricsWanted) => {
    if (message.type !== METRICS_WANTED) return;
    const answer = (given: Partial<MetricsGiven>) =>
      worker.isConnected() && worker.send({ type: METRICS_GIVEN, id: message.id, ...given });
    everyMetric.clusterMetrics().then(
      (text) => answer({ text }),
      (error: unknown) => answer({ failed: String(error) }),
    );
  });
  // the port was found free before, and 0 would be another for each
  const fork = () => cluster.fork({ PORT: String(port) });
  const waiting = new Set<NodeJS.Timeout>();
  let stopping = false;
  let deaths = 0;
  const supervise = (worker: Worker): void => {
    const startedAt = performance.now();
    worker.once("exit", (code, signal) => {
      if (stopping) return;
      deaths = performance.now() - startedAt > SOUND_AFTER_MS ? 1 : deaths + 1;
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1));
      say(
        `服务进程 ${worker.process.pid} 意外结束（${signal ?? code}），${wait / 1000} 秒后另起一个。`,
      );
      const timer = setTimeout(() => {
        waiting.delete(timer);
        supervise(fork());
      }, wait);
      waiting.add(timer);
    });
  };
  const workers: Workers = {
    stop() {
      stopping = true;
      for (const timer of waiting) clearTimeout(timer);
      for (const worker of running()) worker.process.kill("SIGTERM");
    },
    async ended() {
      const exits = running().map(
        (worker) => new Promise((resolve) => worker.once("exit", resolve)),
      );
      await Promise.all(exits);
    },
  };
  try {
    for (let nth = 0; nth < count; nth += 1) supervise(await listening(fork()));
  } catch (error) {
    workers.stop();
    throw error;
  }
  return workers;
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function listening(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    // it has said why itself
    const fail = () => reject(new StartFailure("服务进程没有启动成功。"));
    worker.once("exit", fail).once("listening", () => {
      worker.off("exit", fail);
      resolve(worker);
    });
  });
}

const METRICS_WANTED = "schoolgate:metrics-wanted";
const METRICS_GIVEN = "schoolgate:metrics-given";

interface MetricsWanted {
  type: typeof METRICS_WANTED;
  id: number;
}

interface MetricsGiven {
  type: typeof METRICS_GIVEN;
  id: number;
  text?: string;
  failed?: string;
}

/** Shares a worker's metrics with the others. Returns a function that reads those of all together. */
export function gatherMetrics(own: Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries(own);
  void new AggregatorRegistry(); // answers the primary's questions
  const asked = new Map<number, (given: MetricsGiven) => void>();
  let count = 0;
  process.on("message", (message: MetricsGiven) => {
    if (message.type !== METRICS_GIVEN) return;
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  });
  return () =>
    new Promise((resolve, reject) => {
      const id = (count += 1);
      asked.set(id, ({ text, failed }) => {
        if (text === undefined) reject(new Error(failed));
        else resolve(text);
      });
      process.send?.({ type: METRICS_WANTED, id } satisfies MetricsWanted);
    });
}
