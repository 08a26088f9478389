import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { Metrics, Sample } from "./metrics.ts";

const RESOLUTION_MS = 20;
const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const QUANTILES = [0.5, 0.9, 0.99];

/** The process itself: memory, processor time, and how long its event loop keeps others waiting. */
export function measureProcess(app: FastifyInstance, metrics: Metrics, version: string): void {
  metrics.add("gauge", "schoolgate_build_info", "Always 1; what runs is in the labels.", () => [
    { labels: { version, node: process.version }, value: 1 },
  ]);
  metrics.add("gauge", "process_start_time_seconds", "When the process started.", () =>
    Math.round(performance.timeOrigin / 1000),
  );
  metrics.add("counter", "process_cpu_seconds_total", "Processor time used.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_S;
  });
  metrics.add("gauge", "process_resident_memory_bytes", "Memory held in all.", () =>
    process.memoryUsage.rss(),
  );
  metrics.add("gauge", "nodejs_heap_bytes", "Memory of the JavaScript heap, by use.", heap);
  measureEventLoop(app, metrics);
}

function heap(): Sample[] {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return Object.entries({
    used: heapUsed,
    reserved: heapTotal,
    external,
    buffers: arrayBuffers,
  }).map(([use, value]) => ({ labels: { use }, value }));
}

function measureEventLoop(app: FastifyInstance, metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  app.addHook("onClose", async () => void delay.disable());
  let before = performance.eventLoopUtilization();
  metrics.add(
    "gauge",
    "nodejs_eventloop_delay_seconds",
    "How late timers came since the last reading, by quantile.",
    () => {
      // a timer that comes in time is as late as the resolution
      const late = (ns: number) => Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1000);
      const found = QUANTILES.map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: delay.count === 0 ? 0 : late(delay.percentile(quantile * 100)),
      }));
      const max = { labels: { quantile: "1" }, value: delay.count === 0 ? 0 : late(delay.max) };
      delay.reset();
      return [...found, max];
    },
  );
  metrics.add(
    "gauge",
    "nodejs_eventloop_utilization",
    "Share of the time since the last reading that the event loop was busy, 0 to 1.",
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return Number.isFinite(utilization) ? utilization : 0;
    },
  );
}
