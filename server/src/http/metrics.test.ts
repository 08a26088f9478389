import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, readUserDetail } from "#contract";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

describe("the metrics of a node", () => {
  let database: ConnectedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const node = async () => {
    const { db, pool } = database;
    const config = readConfig({ DEMO: "off", LOG_LEVEL: "silent" });
    return buildApp({ db, config, databasePool: pool });
  };
  type App = Awaited<ReturnType<typeof node>>;

  async function read(app: App): Promise<Map<string, number>> {
    const answer = await app.inject("/metrics");
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = answer.body.trimEnd().split("\n");
    const sample = /^([a-z_0-9]+(?:\{(?:[a-z_]+="[^"]*",?)+\})?) (-?[\d.e+-]+|Nan)$/;
    const samples = lines.filter((line) => line !== "" && !line.startsWith("# "));
    for (const line of samples) expect(line).toMatch(sample);
    return new Map(
      samples.map((line) => {
        const [, name = "", value = ""] = sample.exec(line) ?? [];
        return [name, Number(value)];
      }),
    );
  }

  test("answers are counted by call and status class, with how long they took", async () => {
    const app = await node();
    await send(app, login, { account: "nobody", password: "wrong" });
    await send(app, login, { account: "nobody-else", password: "wrong" });
    await app.inject("/no/such/page?jwt=a-secret");
    const found = await read(app);
    const labels = 'call="login",status="4xx"';
    expect(found.get(`schoolgate_http_request_seconds_count{${labels}}`)).toBe(2);
    expect(found.get(`schoolgate_http_request_seconds_bucket{le="+Inf",${labels}}`)).toBe(2);
    expect(found.get(`schoolgate_http_request_seconds_sum{${labels}}`)).toBeGreaterThan(0);
    const buckets = [...found].filter(
      ([name]) => name.includes("_bucket{") && name.includes(labels),
    );
    const counts = buckets.map(([, value]) => value);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    const unknown = 'schoolgate_http_request_seconds_count{call="unknown",status="4xx"}';
    expect(found.get(unknown)).toBe(1);
    expect([...found.keys()].join()).not.toContain("secret");
    await app.close();
  });

  test("sessions found in memory are told from those that were read", async () => {
    const { db } = database;
    const app = await node();
    const school = await makeSchool(db);
    await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
    const { headers } = await signIn(app, "lin");
    const before = await read(app);
    for (let n = 0; n < 3; n += 1) await send(app, readUserDetail, {}, { headers });
    const after = await read(app);
    const more = (from: string) => {
      const name = `schoolgate_session_reads_total{from="${from}"}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(more("memory") + more("database")).toBe(3);
    expect(more("memory")).toBeGreaterThanOrEqual(1);
    expect(after.get("schoolgate_password_hashes_total")).toBeGreaterThanOrEqual(1);
    await app.close();
  });

  test("every part has its numbers", async () => {
    const app = await node();
    const found = await read(app);
    const names = new Set([...found.keys()].map((name) => name.replace(/\{.*/, "")));
    for (const name of [
      "schoolgate_build_info",
      "process_start_time_seconds",
      "process_cpu_seconds_total",
      "process_resident_memory_bytes",
      "nodejs_heap_size_used_bytes",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_eventloop_utilization",
      "schoolgate_session_reads_total",
      "schoolgate_sessions_kept",
      "schoolgate_background_running",
      "schoolgate_background_failed_total",
      "schoolgate_database_connections",
      "schoolgate_database_connections_max",
      "schoolgate_database_waiting",
      "schoolgate_password_queue_running",
      "schoolgate_password_queue_waiting",
      "schoolgate_password_turned_away_total",
    ]) {
      expect(names).toContain(name);
    }
    expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    await app.close();
  });
});
