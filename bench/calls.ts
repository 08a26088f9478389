import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { runServer } from "../e2e/harness/run-server.ts";
import { signIn } from "../e2e/harness/wire.ts";

const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 20;
/** The share of the bare server's rate that architecture.md asks for. */
const TARGET = 0.6;

interface Measured {
  rate: number;
  p99: number;
  faults: number;
}

/** Requests a second and p99 of one address, every answer's status checked. */
async function measure(
  url: string,
  headers: Record<string, string>,
  want: number,
): Promise<Measured> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  const good = result.statusCodeStats?.[String(want) as "200"]?.count ?? 0;
  return {
    rate: result.requests.average,
    p99: result.latency.p99,
    faults: result.requests.total - good + result.errors,
  };
}

async function startBare(headers: Record<string, string>, body: string) {
  const child = spawn(process.execPath, [new URL("bare-server.ts", import.meta.url).pathname], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ headers, body }));
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
  );
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
try {
  const token = await signIn(platform.origin, "linlan");
  const headers = { authorization: `Bearer ${token}`, identity: "teacher", client: "web" };
  const apps = `${platform.origin}/dt-platform/v1/app/api/apps?identity=teacher,all`;
  const etag = (await fetch(apps, { headers })).headers.get("etag") ?? "";
  const cases = [
    {
      name: "user/detail",
      url: `${platform.origin}/dt-platform/v1/user/user/detail`,
      headers,
      want: 200,
    },
    { name: "apps, 200", url: apps, headers, want: 200 },
    { name: "apps, 304", url: apps, headers: { ...headers, "if-none-match": etag }, want: 304 },
  ];
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections; medians; the bare server answers the same bytes\n`,
  );
  console.log("call          platform/s   bare/s   ratio   p99 ms (bare)   faults");
  for (const { name, url, headers: sent, want } of cases) {
    const sample = await fetch(url, { headers });
    const bare = await startBare(
      { "content-type": sample.headers.get("content-type") ?? "" },
      await sample.text(),
    );
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(url, sent, want));
      theirs.push(await measure(bare.url, sent, 200));
    }
    bare.stop();
    const ratio = median(ours.map(({ rate }, i) => rate / (theirs[i]?.rate ?? 1)));
    const cells = [
      name.padEnd(13),
      median(ours.map(({ rate }) => rate))
        .toFixed(0)
        .padStart(10),
      median(theirs.map(({ rate }) => rate))
        .toFixed(0)
        .padStart(8),
      `${(ratio * 100).toFixed(0)} %`.padStart(7),
      `${median(ours.map(({ p99 }) => p99))} (${median(theirs.map(({ p99 }) => p99))})`.padStart(
        15,
      ),
      String(ours.reduce((sum, { faults }) => sum + faults, 0)).padStart(8),
      ratio >= TARGET ? "" : `  below ${TARGET * 100} %`,
    ];
    console.log(cells.join(" "));
  }
} finally {
  await platform.stop();
  await rm(dataDir, { recursive: true, force: true });
}
