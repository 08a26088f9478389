import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { CALLS } from "#contract";
import { isMissing } from "../../../scripts/test-programs.mjs";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { noPostgres, startPostgres } from "../../test/postgres.ts";
import { freePort } from "../../test/free-port.ts";
import { startMain, temporaryDirectory, type RunningProcess } from "../../test/process.ts";
import { connectDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";

const NGINX = "/usr/sbin/nginx";
const OURS = new URL("../../../deploy/nginx.conf", import.meta.url);

/** Starts nginx with our own configuration and the addresses of this test. */
async function startNginx(nodes: RunningProcess[]): Promise<{ origin: string; log: () => string }> {
  const folder = await temporaryDirectory();
  const port = await freePort();
  const [first, second] = nodes.map(({ origin }) => new URL(origin).host);
  const text = readFileSync(OURS, "utf8")
    .replace("node-1:7100", first ?? "")
    .replace("node-2:7100", second ?? "")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("/dev/stdout", join(folder, "access"))
    .replaceAll("/dev/stderr", join(folder, "error"))
    .replaceAll(/(?<=(?:_temp_path|pid) )\/tmp/g, folder);
  const file = join(folder, "nginx.conf");
  await writeFile(file, `daemon off; user root;\n${text}`);
  const nginx = spawn(NGINX, ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  nginx.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  onTestFinished(async () => {
    nginx.kill("SIGTERM");
    await new Promise((resolve) => nginx.once("close", resolve));
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok) {
    if (nginx.exitCode !== null) throw new Error(`nginx: ${said}`);
    await setTimeout(50);
  }
  return { origin, log: () => readFileSync(join(folder, "access"), "utf8") };
}

function get(origin: string, path: string, agent: Agent, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(origin + path, { agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once("error", reject).end();
  });
}

describe.skipIf(isMissing("nginx") || noPostgres())(
  "behind nginx, as deploy/ configures it",
  () => {
    test(
      "a node replaced, then one killed, under load: every read is answered, and no token is in the log",
      { timeout: 60_000 },
      async () => {
        const server = await startPostgres();
        onTestFinished(() => server.remove());
        const DATABASE_URL = await server.createDatabase("nginx");
        const database = await connectDatabase({
          dataDir: "",
          databaseUrl: DATABASE_URL,
          databasePoolSize: 1,
        });
        await migrate(database.db);
        const school = await makeSchool(database.db);
        await makePerson(database.db, {
          account: "lin",
          memberships: [{ school, identity: "teacher" }],
        });
        await database.db.deleteFrom("agreement").execute();
        await database.close();
        const environment = { DATABASE_URL, TRUST_PROXY: "127.0.0.1", DRAIN_SECONDS: "1" };
        const nodes = await Promise.all([1, 2].map(() => startMain(environment)));
        await Promise.all(nodes.map((node) => node.ready()));
        const { origin, log } = await startNginx(nodes);
        const agent = new Agent({ keepAlive: true });
        onTestFinished(() => agent.destroy());

        const { path } = CALLS.login;
        const signedIn = await fetch(origin + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ account: "lin", password: TEST_PASSWORD }),
        });
        expect(signedIn.status).toBe(200);
        const { token } = ((await signedIn.json()) as { data: { token: string } }).data;

        for (const closed of ["/metrics", "/readyz", "/openapi.json", "/docs/api/"]) {
          expect((await get(origin, closed, agent)).status).toBe(404);
        }

        const seen = { statuses: new Map<number, number>(), going: true };
        const working = Array.from({ length: 8 }, async (_, n) => {
          // spread over both nodes, as different people are
          const headers = { authorization: `Bearer ${token}`, cookie: `other=${n}` };
          while (seen.going) {
            const detail = `${CALLS.readUserDetail.path}?fields=account&jwt=${token}`;
            const answers = [
              await get(origin, detail, agent, headers),
              await get(origin, `/healthz?n=${n}`, agent, { authorization: `Bearer ${n}` }),
            ];
            for (const { status } of answers) {
              seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
            }
          }
        });
        const more = async (count: number) => {
          const from = seen.statuses.get(200) ?? 0;
          while ((seen.statuses.get(200) ?? 0) < from + count) await setTimeout(10);
        };
        await more(100);
        nodes[0]?.kill("SIGTERM");
        expect(await nodes[0]?.ended).toBe(0);
        await more(100);
        const PORT = new URL(nodes[0]?.origin ?? "").port;
        await (await startMain({ ...environment, PORT })).ready();
        // nobody stops the second before the proxy has found the first again
        const { length } = log();
        while (!log().slice(length).includes(`"node":"127.0.0.1:${PORT}","`)) await more(20);
        nodes[1]?.kill("SIGKILL");
        await more(200);
        seen.going = false;
        await Promise.all(working);
        expect([...seen.statuses.keys()]).toEqual([200]);
        expect(log()).toContain(`"path":"${CALLS.readUserDetail.path}","status":200`);
        expect(log()).not.toContain(token);
      },
    );
  },
);
