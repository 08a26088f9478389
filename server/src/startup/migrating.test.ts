import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cutLine } from "../../test/cut-line.ts";
import { noPostgres, query, startPostgres, type TestServer } from "../../test/postgres.ts";
import { startMain } from "../../test/process.ts";
import { readMigrations } from "../database/migrate.ts";

const NAMES = readMigrations().map(({ name }) => name);
/** Pieces after which the process is killed: a start sends about two for each migration, and a few before and after. */
const KILLED_AT = [4, 20, 2 * NAMES.length + 4];

describe.skipIf(noPostgres())("migrations on a PostgreSQL server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  const applied = async (url: string) => {
    const rows = await query(url, "select name from schema_migration order by number");
    return rows.map(({ name }) => name);
  };
  /** Returns every table with its columns, as the server describes them. */
  const shape = (url: string) =>
    query(
      url,
      `select table_name, column_name, data_type, column_default, is_nullable
       from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );

  test("two nodes that start at the same moment: both get ready, each script runs once", async () => {
    const DATABASE_URL = await server.createDatabase("at_once");
    const nodes = await Promise.all([1, 2].map(() => startMain({ DATABASE_URL })));
    await Promise.all(nodes.map((node) => node.ready()));
    expect(await applied(DATABASE_URL)).toEqual(NAMES);
    const said = nodes.map(({ written }) => written.out);
    expect(said.filter((out) => out.includes("个升级脚本"))).toHaveLength(1);
    expect(said.filter((out) => out.includes("已是最新"))).toHaveLength(1);
    for (const node of nodes) node.kill("SIGTERM");
    expect(await Promise.all(nodes.map(({ ended }) => ended))).toEqual([0, 0]);
  });

  test(
    "killed at any statement, the next start finds either all of it or nothing, and finishes",
    { timeout: 60_000 },
    async () => {
      const url = await server.createDatabase("killed");
      const left: ("nothing" | number)[] = [];
      for (const piece of KILLED_AT) {
        const line = await cutLine(server.port);
        const through = new URL(url);
        through.port = String(line.port);
        const node = await startMain({ DATABASE_URL: through.href });
        line.onPiece = (count) => {
          if (count < piece) return true;
          node.kill("SIGKILL");
          return count === piece; // the server may still get it, and works on for nobody
        };
        expect(await node.ended).toBe("SIGKILL");
        await line.close();
        const tables = await query(url, "select to_regclass('schema_migration') as found");
        left.push(tables[0]?.["found"] === null ? "nothing" : (await applied(url)).length);
      }
      expect(left.slice(0, 2)).toEqual(["nothing", "nothing"]);
      expect(["nothing", NAMES.length]).toContain(left[2]);
      const last = await startMain({ DATABASE_URL: url });
      onTestFinished(() => last.kill("SIGKILL"));
      await last.ready();
      expect(await applied(url)).toEqual(NAMES);
      expect(await shape(url)).toEqual(await shape(server.url("at_once")));
    },
  );

  test("a server that loses power in the middle of it is caught up with as well", async () => {
    const url = await server.createDatabase("power_cut");
    const line = await cutLine(server.port);
    onTestFinished(() => line.close());
    const through = new URL(url);
    through.port = String(line.port);
    const node = await startMain({ DATABASE_URL: through.href });
    let stopped: Promise<void> | undefined;
    line.onPiece = (count) => {
      if (count === 15) stopped = server.stop("immediate");
      return true;
    };
    expect(await node.ended).toBe(1);
    expect(node.written.error).toMatch(/^[^\n]+。\n$/);
    await stopped;
    await server.start();
    const next = await startMain({ DATABASE_URL: url });
    await next.ready();
    expect(await applied(url)).toEqual(NAMES);
  });
});
