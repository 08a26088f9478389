import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALLS, type Call } from "#contract";
import type { Metrics, Sample } from "../platform/metrics.ts";

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const NAMES = new Map<Call, string>(
  Object.entries<Call>(CALLS).map(([name, call]) => [call, name]),
);

interface Times {
  readonly call: string;
  readonly status: string;
  /** One count for each bound, and one for what took longer. */
  readonly counts: number[];
  sum: number;
}

/** Counts every answer and how long it took, by call and status class. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const all = new Map<string, Times>();
  app.addHook("onResponse", (request, reply, done) => {
    const call = nameOf(request);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const key = `${call} ${status}`;
    let times = all.get(key);
    if (times === undefined) {
      times = { call, status, counts: Array.from({ length: BOUNDS.length + 1 }, () => 0), sum: 0 };
      all.set(key, times);
    }
    add(times, secondsOf(reply));
    done();
  });
  metrics.add(
    "histogram",
    "schoolgate_http_request_seconds",
    "Seconds from a request's first byte to its answer's last, by call and status class.",
    () => [...all.values()].flatMap(samplesOf),
  );
}

/** A call's name; elsewhere the route's pattern, never the address itself, so that there are few. */
function nameOf({ routeOptions, is404 }: FastifyRequest): string {
  if (is404) return "unknown";
  const { call } = routeOptions.config;
  return (call && NAMES.get(call)) ?? routeOptions.url ?? "unknown";
}

function secondsOf(reply: FastifyReply): number {
  return reply.elapsedTime / 1000;
}

function add(times: Times, seconds: number): void {
  let at = 0;
  while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
  times.counts[at] = (times.counts[at] ?? 0) + 1;
  times.sum += seconds;
}

function samplesOf({ call, status, counts, sum }: Times): Sample[] {
  const labels = { call, status };
  let total = 0;
  const buckets = counts.map((count, at): Sample => {
    total += count;
    const le = at < BOUNDS.length ? String(BOUNDS[at]) : "+Inf";
    return { suffix: "_bucket", labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: total },
  ];
}
