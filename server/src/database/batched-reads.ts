import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { currentScope } from "./scope.ts";

/** Statements of one kind that run at once; what is wanted meanwhile is read by the next. */
const AT_ONCE = 2;
const MAX_KEYS = 100;

interface Wanted {
  key: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Line {
  waiting: Wanted[];
  running: number;
  isPlanned: boolean;
}

type Read<K, V> = (keys: readonly K[]) => Promise<readonly V[]>;

/**
 * Batches reads of one kind that are asked for at the same time into one statement, as a DataLoader does without its
 * cache: each value is read after it was asked for.
 */
class BatchedReads {
  readonly #lines = new Map<string, Line>();

  /**
   * Resolves to the value of a key. `read` takes keys that were asked for in the same scope (scope.ts) and resolves to their
   * values, in the order of the keys; `kind` names it: reads of a kind must not differ but in their keys.
   */
  get<K, V>(kind: string, key: K, read: Read<K, V>): Promise<V> {
    const name = `${currentScope()}\n${kind}`;
    const line = this.#lines.get(name) ?? { waiting: [], running: 0, isPlanned: false };
    this.#lines.set(name, line);
    return new Promise<V>((resolve, reject) => {
      line.waiting.push({ key, resolve: resolve as Wanted["resolve"], reject });
      this.#plan(name, line, read as Read<unknown, unknown>);
    });
  }

  #plan(name: string, line: Line, read: Read<unknown, unknown>): void {
    if (line.isPlanned || line.running >= AT_ONCE) return;
    line.isPlanned = true;
    // after all requests that have arrived by now were looked at
    setImmediate(() => {
      line.isPlanned = false;
      void this.#run(name, line, read);
    });
  }

  async #run(name: string, line: Line, read: Read<unknown, unknown>): Promise<void> {
    const wanted = line.waiting.splice(0, MAX_KEYS);
    line.running += 1;
    if (line.waiting.length > 0) this.#plan(name, line, read);
    try {
      const values = await read(wanted.map(({ key }) => key));
      for (const [at, { resolve }] of wanted.entries()) resolve(values[at]);
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
    line.running -= 1;
    if (line.waiting.length > 0) this.#plan(name, line, read);
    else if (line.running === 0 && !line.isPlanned) this.#lines.delete(name);
  }
}

const ofDatabases = new WeakMap<Database, BatchedReads>();

/** Returns the batcher of a database's reads; one per database. */
export function batchedReads(db: Database): BatchedReads {
  const known = ofDatabases.get(db) ?? new BatchedReads();
  ofDatabases.set(db, known);
  return known;
}

interface Placed {
  user_id: string;
  school_id: string | null;
}

/** A person at a school in a statement: values, or columns that have them. */
export type InStatement<P extends Placed> = Omit<P, keyof Placed> & {
  [F in keyof Placed]: string | RawBuilder<string>;
};

/** A person at a school, as columns of the rows of `placedPeople`. */
export const PLACED_PERSON = {
  user_id: sql.ref<string>("a.user_id"),
  school_id: sql.ref<string>("a.school_id"),
};

/** Returns the SQL of a row `a` for each person at a school, in their order by `a.nth`. */
export function placedPeople(people: readonly Placed[]): RawBuilder<unknown> {
  const users = people.map(({ user_id }) => user_id);
  const schools = people.map(({ school_id }) => school_id);
  return sql`unnest(${listed(users)}, ${listed(schools)}) with ordinality as a(user_id, school_id, nth)`;
}

/**
 * Returns the SQL of a list whose length the planner does not see: otherwise it would plan anew each time, which costs more
 * than reading does.
 */
export function listed(texts: readonly (string | null)[]): RawBuilder<string[]> {
  return sql`(select ${[...texts]}::text[])::text[]`;
}
