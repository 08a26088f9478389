import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS, type CallName, type Envelope } from "#contract";
import { makeApps } from "../../test/apps.ts";
import {
  noFailover,
  startFailoverCluster,
  type FailoverCluster,
} from "../../test/failover-cluster.ts";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { query } from "../../test/postgres.ts";
import { startMain, type RunningProcess } from "../../test/process.ts";
import { verify } from "../audit/verify.ts";
import { connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { hashSecret } from "../platform/secret.ts";

const PEOPLE = 6;
/** Milliseconds that a page waits for an answer (RQ-06). */
const ANSWERED_WITHIN_MS = 10_000;
/** Ratio to a plain client within which the platform must write again: it has pools, and looks at what answers. */
const AWAY_LONGER_MAX = 1.25;
/** Milliseconds after which the plain client tries anew, as one that hangs would tell nothing. */
const TRIED_ANEW_MS = 1000;
const SECRET = "secret of plans";

/**
 * Writes from now on as a program would that does nothing but write, each time by a connection of its own; resolves with
 * the time of the first commit, by `performance.now()`.
 */
async function firstPlainWrite(connectionString: string): Promise<number> {
  const limits = { connectionTimeoutMillis: TRIED_ANEW_MS, query_timeout: TRIED_ANEW_MS };
  for (;;) {
    const client = new pg.Client({ connectionString, ...limits });
    // a connection that is cut between two calls says so here as well
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("insert into plain_write default values");
      return performance.now();
    } catch {
      await setTimeout(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

interface Answered {
  status: number;
  code: number;
  data: Record<string, unknown>;
  requestId: string;
}

describe.skipIf(noFailover())("three PostgreSQL servers under Patroni", () => {
  let cluster: FailoverCluster;
  let databaseUrl: string;
  let database: ConnectedDatabase;
  let nodes: RunningProcess[];
  const kills: (() => void)[] = [];
  beforeAll(async () => {
    cluster = await startFailoverCluster();
    databaseUrl = await cluster.createDatabase("schoolgate");
    await query(databaseUrl, "create table plain_write (at timestamptz default now())");
    database = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 2 });
    const { everySchool: db } = database;
    await migrate(db);
    await db.deleteFrom("agreement").execute();
    const school = await makeSchool(db);
    const memberships = [{ school, identity: "teacher" as const }];
    for (let n = 0; n < PEOPLE; n += 1) {
      await makePerson(db, { account: `person-${n}`, memberships });
    }
    await makeApps(db, [{ id: "plans", launch: "ticket", secret: SECRET }]);
    const environment = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: "6" };
    nodes = await Promise.all(
      [1, 2].map(() => startMain(environment, {}, (kill) => void kills.push(kill))),
    );
    await Promise.all(nodes.map((node) => node.ready()));
  }, 120_000);
  afterAll(async () => {
    for (const kill of kills) kill();
    await database?.close();
    await cluster?.remove();
  });

  async function ask(
    node: number,
    name: CallName,
    input: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const origin = nodes[node % nodes.length]?.origin ?? "";
    const answer = await fetch(origin + CALLS[name].path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    const { code, data } = (await answer.json()) as Envelope<Record<string, unknown>>;
    const { status } = answer;
    expect([200, 400, 503], `${name}: ${status} ${code}`).toContain(status);
    if (status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    return { status, code, data, requestId: answer.headers.get("x-request-id") ?? "" };
  }
  const redeem = (node: number, ticket: string) =>
    ask(node, "redeemTicket", { ticket }, { authorization: `Basic ${btoa(`plans:${SECRET}`)}` });

  test(
    "the primary is killed under load: calls are told to come back, nothing acknowledged is lost, nothing is written twice",
    { timeout: 120_000 },
    async () => {
      const acknowledged = { launches: [] as string[], redeemed: [] as string[] };
      const seen = { going: true, away: 0, killedAt: Number.POSITIVE_INFINITY, backAfter: 0 };
      const sessions = await Promise.all(
        Array.from({ length: PEOPLE }, async (_, n) => {
          const { status, data } = await ask(n, "login", {
            account: `person-${n}`,
            password: TEST_PASSWORD,
          });
          expect(status).toBe(200);
          return String(data["token"]);
        }),
      );
      /** Asks until it is answered otherwise than by 503. */
      const insist = async (
        work: () => Promise<Answered>,
      ): Promise<Answered & { again: boolean }> => {
        for (let again = false; ; again = true) {
          const begun = performance.now();
          const answer = await work();
          if (answer.status !== 503) {
            const isWritten = answer.status === 200 && begun > seen.killedAt;
            if (isWritten) seen.backAfter ||= performance.now() - seen.killedAt;
            return { ...answer, again };
          }
          seen.away += 1;
          await setTimeout(100);
        }
      };
      const working = sessions.map(async (token, n) => {
        for (let turn = n; seen.going; turn += 1) {
          const headers = { authorization: `Bearer ${token}` };
          const launched = await insist(() => ask(turn, "launchApp", { app_id: "plans" }, headers));
          expect(launched.status).toBe(200);
          acknowledged.launches.push(launched.requestId);
          const ticket = new URL(String(launched.data["url"])).searchParams.get("ticket") ?? "";
          const used = await insist(() => redeem(turn + 1, ticket));
          // an answer that was lost with the primary: it had been written, and is not written again
          if (used.again && used.code === 40003) continue;
          expect(used.status).toBe(200);
          acknowledged.redeemed.push(ticket);
        }
      });
      const until = async (isSo: () => boolean) => {
        while (!isSo()) await Promise.race([setTimeout(5), Promise.all(working)]);
      };

      await until(() => acknowledged.redeemed.length > 100);
      const killed = await cluster.killPrimary();
      seen.killedAt = performance.now();
      const plain = firstPlainWrite(databaseUrl);
      const before = acknowledged.redeemed.length;
      await until(() => acknowledged.redeemed.length > before + 100);
      seen.going = false;
      await Promise.all(working);
      expect(seen.backAfter).toBeGreaterThan(0);
      const plainBackAfter = (await plain) - seen.killedAt;
      expect(seen.backAfter, "milliseconds without a write").toBeLessThan(
        plainBackAfter * AWAY_LONGER_MAX,
      );
      expect(seen.away, "calls that were told to come back").toBeGreaterThan(0);
      expect(await cluster.primary()).not.toBe(killed);

      const { everySchool: db } = database;
      const entries = await db
        .selectFrom("audit_entry")
        .select(["request_id", "action", (eb) => eb.fn.countAll<number>().as("times")])
        .where("outcome", "=", "ok")
        .where("request_id", "<>", "")
        .groupBy(["request_id", "action"])
        .execute();
      expect(entries.filter(({ times }) => times > 1)).toEqual([]);
      const launches = new Set(entries.map(({ request_id }) => request_id));
      expect(acknowledged.launches.filter((id) => !launches.has(id))).toEqual([]);
      const used = await db
        .selectFrom("app_ticket")
        .select("ticket_hash")
        .where("redeemed_at", "is not", null)
        .execute();
      const hashes = new Set(used.map(({ ticket_hash }) => ticket_hash));
      expect(acknowledged.redeemed.filter((ticket) => !hashes.has(hashSecret(ticket)))).toEqual([]);
      expect((await verify(db, new Date())).faults).toEqual([]);

      await cluster.restart(killed);
      await expect.poll(() => cluster.synchronous()).not.toEqual([]);
      expect((await redeem(0, acknowledged.redeemed[0] ?? "")).code).toBe(40003);
    },
  );
});
