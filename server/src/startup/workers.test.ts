import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { startMain, type RunningProcess, temporaryDirectory } from "../../test/process.ts";

const POOL = 3;

describe.skipIf(noPostgres())("several workers behind one port (WORKERS)", () => {
  let server: TestServer;
  let platform: RunningProcess;
  const kills: (() => void)[] = [];
  const removals: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    const environment = {
      DATABASE_URL: await server.createDatabase("workers"),
      DATABASE_POOL_SIZE: String(POOL),
      DATA_DIR: await temporaryDirectory((remove) => removals.push(remove)),
      WORKERS: "2",
    };
    platform = await startMain(environment, {}, (kill) => kills.push(kill));
    await platform.ready();
  });
  afterAll(async () => {
    for (const kill of kills) kill();
    await platform.ended;
    await server.remove();
    for (const remove of removals) await remove();
  });

  const workers = (): number[] =>
    readFileSync(`/proc/${platform.pid}/task/${platform.pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter((pid) => pid !== "")
      .map(Number);
  const get = (path: string) => fetch(platform.origin + path, { headers: { connection: "close" } });

  test("whichever is asked shows the metrics of both", async () => {
    await expect.poll(() => platform.written.out, { timeout: 60_000 }).toContain("学门已启动");
    expect(workers()).toHaveLength(2);
    for (let asked = 0; asked < 4; asked += 1) {
      const text = await (await get("/metrics")).text();
      expect(text).toMatch(new RegExp(`^schoolgate_database_connections_max ${2 * POOL}$`, "m"));
      expect(text).toMatch(/^schoolgate_build_info\{version="[^"]+"\} 1$/m);
    }
  });

  test("one that dies is replaced, and the port answers meanwhile", async () => {
    const [dead = 0, sound = 0] = workers();
    process.kill(dead, "SIGKILL");
    await expect.poll(() => platform.written.out).toContain(`服务进程 ${dead} 意外结束（SIGKILL）`);
    expect((await get("/readyz")).status).toBe(200);
    await expect.poll(() => workers().length, { timeout: 30_000 }).toBe(2);
    expect(workers()).toContain(sound);
    expect(workers()).not.toContain(dead);
    const whole = new RegExp(`^schoolgate_database_connections_max ${2 * POOL}$`, "m");
    const metrics = async () => (await (await get("/metrics")).text()).match(whole) !== null;
    await expect.poll(metrics, { timeout: 30_000 }).toBe(true);
  });

  test("told to stop, all end, and nothing is left", async () => {
    const running = workers();
    platform.kill("SIGTERM");
    expect(await platform.ended).toBe(0);
    expect(platform.written.error).toBe("");
    for (const pid of running) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
