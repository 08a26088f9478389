import pg from "pg";
import type { PostgresQueryResult } from "kysely";

type Answer = PostgresQueryResult<Record<string, unknown>>;

interface Wanted {
  text: string;
  values: unknown[];
  name?: string;
  query_timeout?: number;
}

/** The methods of the driver's connection that its types leave out. */
interface Connection {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: { portal: string }): void;
}
interface Inner {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
type InnerQuery = new (
  config: Wanted & { queryMode: "extended" },
  callback: (error: Error | null | undefined, answer: Answer) => void,
) => pg.Query & Inner;

/**
 * The prepared statement that sets the scope. The setting is local: the database forgets it with the statement, or the
 * transaction it is in.
 */
const SET_SCOPE = {
  name: "schoolgate_scope",
  text: "select set_config('schoolgate.scope', $1, true)",
};

/** Prepares a new connection for scoped statements. */
export async function prepareScope(client: pg.ClientBase, query_timeout = 0): Promise<void> {
  const query = { ...SET_SCOPE, values: [""], query_timeout };
  await client.query(query);
}

/**
 * A statement sent with its scope in the same round trip: both are bound and executed before the one Sync, so both are
 * in one transaction, which ends with the statement unless one is open.
 */
export class ScopedQuery extends (pg.Query as unknown as InnerQuery) {
  readonly #scope: string;
  #isScoped = false;

  constructor(
    scope: string,
    wanted: Wanted,
    callback: (error: Error | null | undefined, answer: Answer) => void,
  ) {
    super({ ...wanted, queryMode: "extended" }, callback);
    this.#scope = scope;
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: SET_SCOPE.name, values: [this.#scope] });
    connection.execute({ portal: "" });
    super.prepare(connection);
  }

  // the first row and the first end are those of the scope
  override handleDataRow(message: unknown): void {
    if (this.#isScoped) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isScoped) super.handleCommandComplete(message, connection);
    this.#isScoped = true;
  }
}

/** Sends a statement with its scope in one round trip, and resolves with its answer. */
export async function sendScoped(
  client: pg.ClientBase,
  scope: string,
  wanted: Wanted,
): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const query = new ScopedQuery(scope, wanted, (error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
      const { query_timeout } = wanted;
      client.query(query_timeout === undefined ? query : Object.assign(query, { query_timeout }));
    });
  } catch (error) {
    // a stack that leads to who sent it, and not to the socket
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
