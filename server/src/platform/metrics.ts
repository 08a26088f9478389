import { performance } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";

declare module "fastify" {
  interface FastifyInstance {
    /** The app's own metrics; those of the process are in `processMetrics()`. */
    metrics: Registry;
  }
}

/** A metric whose owner keeps the number: it is read on each scrape, not at every change. */
interface KeptElsewhere {
  readonly registry: Registry;
  readonly name: string;
  readonly help: string;
  /** The number, or one for each value of `label`. */
  readonly read: () => number | Readonly<Record<string, number>>;
  readonly label?: string;
  /** The way to combine the values of several workers (WORKERS); their sum by default. */
  readonly ofWorkers?: "first" | "average";
}

export function addGauge({ registry, name, help, read, label, ofWorkers }: KeptElsewhere): void {
  const labelNames = label === undefined ? [] : [label];
  void new Gauge({
    name,
    help,
    labelNames,
    aggregator: ofWorkers ?? "sum",
    registers: [registry],
    collect() {
      for (const [labels, value] of samples(read(), label)) this.set(labels, value);
    },
  });
}

export function addCounter({ registry, name, help, read, label }: KeptElsewhere): void {
  const labelNames = label === undefined ? [] : [label];
  void new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of samples(read(), label)) this.inc(labels, value);
    },
  });
}

type Samples = [labels: Record<string, string>, value: number][];

function samples(found: ReturnType<KeptElsewhere["read"]>, label = ""): Samples {
  if (typeof found === "number") return [[{}, found]];
  return Object.entries(found).map(([value, number]) => [{ [label]: value }, number]);
}

let ofProcess: Registry | undefined;

/** Returns the metrics of the process: memory, processor, event loop. One registry, however many apps run in it. */
export function processMetrics(): Registry {
  if (ofProcess !== undefined) return ofProcess;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let before = performance.eventLoopUtilization();
  addGauge({
    registry,
    name: "nodejs_eventloop_utilization",
    help: "Share of the time since the last reading that the event loop was busy, 0 to 1.",
    read: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return Number.isFinite(utilization) ? utilization : 0;
    },
    ofWorkers: "average",
  });
  return (ofProcess = registry);
}
