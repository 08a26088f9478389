import { sql } from "kysely";
import { expect, inject } from "vitest";
import { type AnswerOf, type Call, login } from "#contract";
import { digestsOfRows } from "../../test/all-rows.ts";
import { TEST_PASSWORD } from "../../test/people.ts";
import { type RunningProcess, startMain } from "../../test/process.ts";
import { programIn } from "../../test/programs.ts";
import { connectDatabase, connectToRunning } from "../database/connect.ts";
import type { Database, Queryable } from "../database/database.ts";
import { writtenTable } from "./tables.ts";

/** Two administrators of the district: the one plans, the other approves. */
export const ADMINS = ["planner", "approver"] as const;
export type Admin = (typeof ADMINS)[number];

export type Config = { dataDir: string } | { databaseUrl: string };

/** A node, and a connection to its database beside it. */
export class Site {
  readonly #node: RunningProcess;
  readonly #config: Config;
  readonly #tokens: Map<string, string>;
  readonly db: Database;
  readonly #close: () => Promise<void>;

  private constructor(
    node: RunningProcess,
    config: Config,
    tokens: Map<string, string>,
    { everySchool, close }: Awaited<ReturnType<typeof besides>>,
  ) {
    this.#node = node;
    this.#config = config;
    this.#tokens = tokens;
    this.db = everySchool;
    this.#close = close;
  }

  static async start(config: Config, tokens = new Map<string, string>()): Promise<Site> {
    const where =
      "dataDir" in config ? { DATA_DIR: config.dataDir } : { DATABASE_URL: config.databaseUrl };
    const program = programIn(inject("programsDir"), "main-in-chunks");
    // a password alone signs in
    const node = await startMain({ ...where, SECOND_FACTOR: "offered" }, { program });
    await node.ready();
    return new Site(node, config, tokens, await besides(config));
  }

  /** Kills the node, and starts another one on what it left. */
  async killed(): Promise<Site> {
    await this.#close();
    this.#node.kill("SIGKILL");
    await this.#node.ended;
    return Site.start(this.#config, this.#tokens);
  }

  async stop(): Promise<void> {
    await this.#close();
    this.#node.kill("SIGTERM");
    await this.#node.ended;
  }

  /** Ends the leases of the node that is gone, as if their minute were over. */
  async endLeases(): Promise<void> {
    await sql`update job set lease_until = created_at where state = 'running'`.execute(this.db);
  }

  async signIn(account: Admin): Promise<void> {
    const { token } = await this.send(account, login, { account, password: TEST_PASSWORD });
    this.#tokens.set(account, token ?? "");
  }

  async send<C extends Call>(by: Admin, { method, path }: C, input: object): Promise<AnswerOf<C>> {
    const token = this.#tokens.get(by);
    const isRead = method === "GET";
    const query = isRead ? `?${new URLSearchParams({ ...input }).toString()}` : "";
    const response = await fetch(this.#node.origin + path + query, {
      method,
      headers: {
        ...(!isRead && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(!isRead && { body: JSON.stringify(input) }),
    });
    const answer = (await response.json()) as { code: number; data: AnswerOf<C>; msg: string };
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer.data;
  }
}

/** Connects to the database beside the node that runs on it. */
async function besides(config: Config) {
  return (await connectToRunning(config as never, { anyVersion: true })) ?? connect(config);
}

export function connect(config: Config) {
  return connectDatabase({ ...config, databasePoolSize: 1 } as never);
}

/** Digests of all tables but that of the years' plans, which name their last change. */
export async function stateOfAll(db: Database) {
  const { school_year_plan: _plans, ...all } = await digestsOfRows(db);
  return all;
}

/** Counts a set's rows, and those that are in their tables as it wants them; each other must be there as it was before. */
export async function rowsOf(db: Database, id: string) {
  // one moment of all tables, be the job going on again
  const moment = db.transaction().setIsolationLevel("repeatable read");
  return moment.execute((trx) => rowsIn(trx, id));
}

async function rowsIn(db: Queryable, id: string) {
  const { state } = await db
    .selectFrom("change_set")
    .select("state")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const tables = await db
    .selectFrom("change_row")
    .select("table_key")
    .distinct()
    .where("set_id", "=", id)
    .execute();
  const sum = { state, rows: 0, after: 0 };
  for (const { table_key } of tables) {
    const { table, key } = writtenTable(table_key);
    const of = sql.table(table);
    const keys = key.map((name) => sql`t.${sql.ref(name)} = r.key ->> ${sql.lit(name)}`);
    const isMissing = sql`t.${sql.ref(key[0] ?? "")} is null`;
    // compared as the table stores them: a moment or a list has several spellings
    const is = (values: ReturnType<typeof sql.ref>) => sql`case when ${values} is null
      then ${isMissing} else not ${isMissing} and not exists (select from jsonb_object_keys(${values}) b
        where to_jsonb(t) -> b is distinct from to_jsonb(jsonb_populate_record(null::${of}, ${values})) -> b) end`;
    const { rows } = await sql<{ rows: number; before: number; after: number }>`
      select count(*)::integer as rows, count(*) filter (where ${is(sql.ref("r.before"))})::integer as before,
        count(*) filter (where ${is(sql.ref("r.after"))})::integer as after
      from change_row r left join ${of} t on ${sql.join(keys, sql` and `)}
      where r.set_id = ${id} and r.table_key = ${table_key}`.execute(db);
    const [found] = rows;
    if (found === undefined) throw new Error("nothing was counted");
    expect([table, found.before + found.after]).toEqual([table, found.rows]);
    sum.rows += found.rows;
    sum.after += found.after;
  }
  return sum;
}
