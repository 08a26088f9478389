import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import autocannon from "autocannon";

export interface Measured {
  rate: number;
  p50: number;
  p99: number;
  /** Answers with another status than the wanted one, or none. */
  faults: number;
}

export interface Shot {
  url: string;
  headers: Record<string, string>;
  want: number;
  /** Sent by POST as JSON. */
  body?: unknown;
}

/** Measures requests per second of one call, by the given shots in turn, and checks every answer's status. */
export async function shoot(
  shots: readonly Shot[],
  seconds: number,
  connections: number,
): Promise<Measured> {
  const [first] = shots;
  if (first === undefined) throw new Error("Nothing to shoot at");
  const requests = shots.map(({ url, headers, body }) => ({
    path: new URL(url).pathname + new URL(url).search,
    ...(body === undefined
      ? { method: "GET" as const, headers }
      : {
          method: "POST" as const,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
  }));
  const { origin: url } = new URL(first.url);
  let nth = 0;
  // in turn over all connections: each would begin with the first by itself
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    ...requests[nth++ % requests.length],
  });
  const turns = requests.length === 1 ? requests : [{ ...requests[0], setupRequest }];
  const result = await autocannon({ url, connections, duration: seconds, requests: turns });
  const good = result.statusCodeStats?.[String(first.want) as "200"]?.count ?? 0;
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    faults: result.requests.total - good + result.errors,
  };
}

/** Starts a bare node:http server in a process of its own, which answers every request with these bytes. */
export async function startBare(headers: Record<string, string>, body: string) {
  const child = spawn(process.execPath, [new URL("bare-server.ts", import.meta.url).pathname], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ headers, body }));
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
  );
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const nth = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[nth] ?? 0;
}

/** Returns one line of a table: the first cell aligned left, the others right, each as wide as its head. */
export function row(heads: readonly string[], cells: readonly (string | number)[]): string {
  return cells
    .map((cell, nth) => {
      const width = heads[nth]?.length ?? 0;
      return nth === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
    })
    .join("  ");
}

/** Returns the machine's load average as text: others may share it. */
export function machineLoad(): string {
  return `load of the machine ${loadavg()[0]?.toFixed(1) ?? "?"}`;
}
