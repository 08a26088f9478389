import { type RawBuilder, sql, type SqlBool } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import { hashed } from "../database/planned.ts";
import { type Census, readCensus } from "./census.ts";

const KEPT_MS = 60_000;
/** The age from which a census that somebody uses is counted anew behind their back. */
const RENEWED_MS = 30_000;
const SCOPES_AT_MOST = 20;
/** Schools up to which everybody is counted anew each time, in some tens of milliseconds. */
const COUNTED_ANEW = 10;

interface Kept {
  at: number;
  census: Promise<Census>;
  isRenewed?: boolean;
}

/** The node's censuses of many schools, each at most a minute old: to count 200,000 people takes a second. */
export class KeptCensuses {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #kept = new LRUCache<string, Kept>({ max: SCOPES_AT_MOST });

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the census of the schools of a condition on the row `s`. */
  async of(schools: RawBuilder<SqlBool>): Promise<Census> {
    const ids = await this.#idsOf(schools);
    if (ids.length <= COUNTED_ANEW) return readCensus(this.#db, isOneOf(ids));
    const found = this.#kept.get(JSON.stringify(ids));
    const age = this.#now().getTime() - (found?.at ?? Number.NEGATIVE_INFINITY);
    if (found === undefined || age < 0 || age >= KEPT_MS) return this.#count(ids).census;
    if (age >= RENEWED_MS) this.#renew(ids, found);
    return found.census;
  }

  /** Counts the people of many schools, so that who asks next need not wait. */
  async prepare(schools: RawBuilder<SqlBool>): Promise<void> {
    if ((await this.#idsOf(schools)).length > COUNTED_ANEW) await this.of(schools);
  }

  async #idsOf(schools: RawBuilder<SqlBool>): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select s.id from school s where s.is_abled and ${schools} order by s.id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Begins a census; who asks meanwhile waits for the same. */
  #count(ids: readonly string[]): Kept {
    const key = JSON.stringify(ids);
    const one = this.#begin(ids);
    this.#kept.set(key, one);
    one.census.catch(() => {
      if (this.#kept.peek(key) === one) this.#kept.delete(key);
    });
    return one;
  }

  /** Puts a new census in the place of one that ages, once it is there. */
  #renew(ids: readonly string[], old: Kept): void {
    if (old.isRenewed) return;
    old.isRenewed = true;
    const one = this.#begin(ids);
    one.census.then(
      () => this.#kept.set(JSON.stringify(ids), one),
      () => (old.isRenewed = false),
    );
  }

  #begin(ids: readonly string[]): Kept {
    const census = hashed(this.#db, (trx) => readCensus(trx, isOneOf(ids)));
    return { at: this.#now().getTime(), census };
  }
}

function isOneOf(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`s.id = any (${ids}::text[])`;
}
