import type { PostgresQueryResult } from "kysely";

/** What the process that holds the engine and a command that borrows it say to each other over their socket. */

/** The socket's name in the data directory. */
export const LENDING_SOCKET = "database.sock";

/** The first thing the holder says. */
export interface Hello {
  /** Which program it is (`programMark`): another one's commands would not know its tables. */
  program: string;
}

/** One statement. `begin` and what follows it, to `commit` or `rollback`, have the engine to themselves. */
export interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

/** What came of it, one answer for each statement in their order. */
export type Answer =
  | { result: PostgresQueryResult<Record<string, unknown>> }
  /** The database's error, with all that it says. */
  | { failed: { message: string; [field: string]: unknown } }
  /** It was not done, for a reason that the operator can wait for. */
  | { refused: string };
