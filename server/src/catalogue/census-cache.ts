import { type RawBuilder, sql, type SqlBool } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import { hashed } from "../database/planned.ts";
import { type Census, readCensus } from "./census.ts";

const LIFETIME_MS = 60_000;
/** The age in ms from which a census in use is refreshed in the background. */
const REFRESH_AFTER_MS = 30_000;
const MAX_SCOPES = 20;
/** Numbers of schools up to which nothing is cached: they are counted in some tens of milliseconds. */
const UNCACHED_SCHOOLS = 10;

interface Cached {
  at: number;
  census: Promise<Census>;
  isRefreshing?: boolean;
}

/** Caches the censuses of many schools on this node, for at most a minute: counting 200,000 people takes a second. */
export class CensusCache {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #cached = new LRUCache<string, Cached>({ max: MAX_SCOPES });

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the census of the schools of a condition on the row `s`. */
  async of(schools: RawBuilder<SqlBool>): Promise<Census> {
    const ids = await this.#idsOf(schools);
    if (ids.length <= UNCACHED_SCHOOLS) return readCensus(this.#db, isOneOf(ids));
    const found = this.#cached.get(JSON.stringify(ids));
    const age = this.#now().getTime() - (found?.at ?? Number.NEGATIVE_INFINITY);
    if (found === undefined || age < 0 || age >= LIFETIME_MS) return this.#count(ids).census;
    if (age >= REFRESH_AFTER_MS) this.#refresh(ids, found);
    return found.census;
  }

  /** Fills the cache for many schools, so that the next call does not wait. */
  async prepare(schools: RawBuilder<SqlBool>): Promise<void> {
    if ((await this.#idsOf(schools)).length > UNCACHED_SCHOOLS) await this.of(schools);
  }

  async #idsOf(schools: RawBuilder<SqlBool>): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select s.id from school s where s.is_abled and ${schools} order by s.id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Starts a census and caches its promise, which calls that come meanwhile share. */
  #count(ids: readonly string[]): Cached {
    const key = JSON.stringify(ids);
    const one = this.#begin(ids);
    this.#cached.set(key, one);
    one.census.catch(() => {
      if (this.#cached.peek(key) === one) this.#cached.delete(key);
    });
    return one;
  }

  /** Replaces an ageing census once the new one is counted. */
  #refresh(ids: readonly string[], old: Cached): void {
    if (old.isRefreshing) return;
    old.isRefreshing = true;
    const one = this.#begin(ids);
    one.census.then(
      () => this.#cached.set(JSON.stringify(ids), one),
      () => (old.isRefreshing = false),
    );
  }

  #begin(ids: readonly string[]): Cached {
    const census = hashed(this.#db, (trx) => readCensus(trx, isOneOf(ids)));
    return { at: this.#now().getTime(), census };
  }
}

function isOneOf(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`s.id = any (${ids}::text[])`;
}
