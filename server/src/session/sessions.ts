import { LRUCache } from "lru-cache";
import { acrossSchools } from "../database/scope.ts";
import type { Database } from "../database/database.ts";
import { batchedReads } from "../database/batched-reads.ts";
import type { SelfCaller } from "./caller.ts";
import {
  endExpiredSession,
  findSessions,
  type Person,
  type SessionAndPerson,
  type StoredSession,
  touchAdministration,
  touchSession,
} from "./session-record.ts";
import { atMost } from "../platform/at-most.ts";
import { DAY_MS } from "../platform/days.ts";

/** Milliseconds for which a node's copy of a session and its person is valid. */
const RECORD_LIFETIME_MS = 1000;
const MAX_RECORDS = 20_000;
/** Milliseconds between two writes of a session's `last_seen_at`, at least. */
const SEEN_EVERY_MS = 60_000;

/** A session as this node read it, with values derived from it; valid for a second. */
export interface SessionRecord extends SessionAndPerson {
  readonly tokenHash: string;
  /** The time of the read, in ms since 1970. */
  readonly readAt: number;
  /** The cache's version when the read began; `forget` invalidates records of earlier versions. */
  readonly version: number;
  /** Callers derived from the record, by kind of call, client and identity. */
  readonly callers: Map<string, SelfCaller>;
}

/** The moment and version at which a read of a session began. */
interface ReadStart {
  readAt: number;
  version: number;
}

interface OpenedSession extends Omit<StoredSession, "end_reason" | "administered_at"> {
  token_hash: string;
}

interface PendingRead extends ReadStart {
  result: Promise<SessionRecord | undefined>;
}

/** The node's short-lived cache of sessions: the only state that calls share. */
export class Sessions {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #records = new LRUCache<string, SessionRecord>(atMost(MAX_RECORDS));
  readonly #pendingReads = new Map<string, PendingRead>();
  readonly #invalidatedAt = new LRUCache<string, number>(atMost(MAX_RECORDS));
  readonly #writing = new Set<Promise<void>>();
  readonly #lifetimeMs: number;
  readonly #onLost: (error: unknown) => void;
  #version = 0;
  /** Counts of look-ups answered from memory and from the database. */
  readonly reads = { memory: 0, database: 0 };

  /** `onLost` receives errors of writes to a session, for which no call waits. */
  constructor(
    db: Database,
    now: () => Date,
    { sessionDays, onLost }: { sessionDays: number; onLost: (error: unknown) => void },
  ) {
    this.#db = db;
    this.#now = now;
    this.#lifetimeMs = sessionDays * DAY_MS;
    this.#onLost = onLost;
  }

  /** The number of sessions in memory. */
  get kept(): number {
    return this.#records.size;
  }

  /** Returns the session of the token from memory, as read after `since`; undefined when the database must be asked. */
  recall(tokenHash: string, since = 0): SessionRecord | undefined {
    const record = this.#records.get(tokenHash);
    if (record === undefined || record.readAt <= since || !this.#isValid(record, record.person.id))
      return undefined;
    this.reads.memory += 1;
    return record;
  }

  /** Returns the session of the token; undefined when there never was one. Calls at the same time share one query. */
  async read(tokenHash: string, since = 0): Promise<SessionRecord | undefined> {
    for (;;) {
      const reading = this.#join(tokenHash, since);
      const record = await reading.result;
      // it may have been forgotten while it was read
      if (
        record === undefined ||
        (this.#invalidatedAt.get(record.person.id) ?? 0) < record.version
      ) {
        return record;
      }
    }
  }

  /** Marks the start of reading a new session's data; pass the result to `admit`. */
  begin(): ReadStart {
    this.#version += 1;
    return { readAt: this.#now().getTime(), version: this.#version };
  }

  /** Caches a session that was just created, with its person, so that the next call need not read it. */
  admit(opened: OpenedSession, person: Person, { readAt, version }: ReadStart): void {
    const { token_hash, id, client, last_seen_at, expires_at, proved_at } = opened;
    const times = { last_seen_at, expires_at, proved_at, administered_at: null };
    const session = { id, client, end_reason: null, ...times };
    this.#cache(token_hash, { session, person }, readAt, version);
  }

  /**
   * Discards this node's copies of a person's sessions, so that the next call reads anew; other nodes follow within a
   * second.
   */
  forget(userId: string): void {
    this.#version += 1;
    this.#invalidatedAt.set(userId, this.#version);
    // a later call must not join a read that began before
    this.#pendingReads.clear();
  }

  /** Writes that the session was used, which also extends it; at most once a minute, and no call waits for it. */
  seen({ session }: SessionRecord, now: Date): void {
    if (now.getTime() - session.last_seen_at.getTime() < SEEN_EVERY_MS) return;
    const before = new Date(now.getTime() - SEEN_EVERY_MS / 2);
    session.last_seen_at = now;
    session.expires_at = new Date(now.getTime() + this.#lifetimeMs);
    this.#write(touchSession(this.#db, session, before));
  }

  /** Writes that administration was used in the session; at most once a minute, and no call waits for it. */
  administered({ session }: SessionRecord, now: Date): void {
    if (now.getTime() - (session.administered_at?.getTime() ?? 0) < SEEN_EVERY_MS) return;
    session.administered_at = now;
    this.#write(touchAdministration(this.#db, session, now));
  }

  /** Ends an expired session for good, so that it stays ended when the clock is put back (SE-14). */
  expired({ session }: SessionRecord, now: Date): void {
    this.#write(acrossSchools("session", () => endExpiredSession(this.#db, session, now)));
  }

  /** Resolves when no write is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #write(work: Promise<void>): void {
    const written = work.catch(this.#onLost).finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  #join(tokenHash: string, since: number): PendingRead {
    const under = this.#pendingReads.get(tokenHash);
    if (under !== undefined && under.readAt > since && this.#isFresh(under.readAt)) return under;
    this.reads.database += 1;
    this.#version += 1;
    const readAt = this.#now().getTime();
    const version = this.#version;
    const reading: PendingRead = {
      readAt,
      version,
      result: this.#query(tokenHash, readAt, version),
    };
    this.#pendingReads.set(tokenHash, reading);
    const done = () => {
      if (this.#pendingReads.get(tokenHash) === reading) this.#pendingReads.delete(tokenHash);
    };
    reading.result.then(done, done);
    return reading;
  }

  async #query(
    tokenHash: string,
    readAt: number,
    version: number,
  ): Promise<SessionRecord | undefined> {
    const found = await acrossSchools("session", () =>
      batchedReads(this.#db).get("session", tokenHash, (hashes) => findSessions(this.#db, hashes)),
    );
    if (found === undefined) return undefined;
    return this.#cache(tokenHash, found, readAt, version);
  }

  #cache(
    tokenHash: string,
    found: SessionAndPerson,
    readAt: number,
    version: number,
  ): SessionRecord {
    const record = { ...found, tokenHash, readAt, version, callers: new Map() };
    this.#evictStale();
    this.#records.set(tokenHash, record);
    return record;
  }

  /** Discards records that are too old to use: with the answers remembered in them they would take most of the memory. */
  #evictStale(): void {
    for (;;) {
      const { value: oldest } = this.#records.rkeys().next();
      const record = oldest === undefined ? undefined : this.#records.peek(oldest);
      if (oldest === undefined || record === undefined || this.#isFresh(record.readAt)) return;
      this.#records.delete(oldest);
    }
  }

  #isValid({ readAt, version }: { readAt: number; version: number }, userId: string): boolean {
    return this.#isFresh(readAt) && (this.#invalidatedAt.get(userId) ?? 0) < version;
  }

  #isFresh(readAt: number): boolean {
    const age = this.#now().getTime() - readAt;
    return age >= 0 && age < RECORD_LIFETIME_MS;
  }
}
