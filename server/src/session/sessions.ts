import { LRUCache } from "lru-cache";
import { acrossSchools } from "../database/scope.ts";
import type { Database } from "../database/database.ts";
import { gatheredReads } from "../database/gathered-reads.ts";
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
import { DAY_MS } from "../platform/days.ts";

/** Milliseconds for which a node's copy of a session and its person is valid. */
const RECORD_LIFETIME_MS = 1000;
const RECORDS_AT_MOST = 20_000;
/** Milliseconds between two writes of a session's `last_seen_at`, at least. */
const SEEN_EVERY_MS = 60_000;

/** A session as this node read it, with values derived from it; discarded after a second. */
export interface SessionRecord extends SessionAndPerson {
  readonly tokenHash: string;
  readonly readAt: number;
  readonly turn: number;
  readonly callers: Map<string, SelfCaller>;
}

interface Begun {
  readAt: number;
  turn: number;
}

interface OpenedSession extends Omit<StoredSession, "end_reason" | "administered_at"> {
  token_hash: string;
}

interface Reading extends Begun {
  result: Promise<SessionRecord | undefined>;
}

/** The node's short-lived cache of sessions: the only state that calls share. */
export class Sessions {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #records = new LRUCache<string, SessionRecord>({ max: RECORDS_AT_MOST });
  readonly #readings = new Map<string, Reading>();
  readonly #forgotten = new LRUCache<string, number>({ max: RECORDS_AT_MOST });
  readonly #writing = new Set<Promise<void>>();
  readonly #lifetimeMs: number;
  readonly #onLost: (error: unknown) => void;
  #turn = 0;
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
    if (record === undefined || record.readAt <= since || !this.#holds(record, record.person.id))
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
      if (record === undefined || (this.#forgotten.get(record.person.id) ?? 0) < record.turn) {
        return record;
      }
    }
  }

  /** Returns a mark of the moment at which a new session's data is read; pass it to `admit`. */
  begin(): Begun {
    this.#turn += 1;
    return { readAt: this.#now().getTime(), turn: this.#turn };
  }

  /** Caches a session that was just created, with its person, so that the next call need not read it. */
  admit(opened: OpenedSession, person: Person, { readAt, turn }: Begun): void {
    const { token_hash, id, client, last_seen_at, expires_at, proved_at } = opened;
    const times = { last_seen_at, expires_at, proved_at, administered_at: null };
    const session = { id, client, end_reason: null, ...times };
    this.#keep(token_hash, { session, person }, readAt, turn);
  }

  /**
   * Discards this node's copies of a person's sessions, so that the next call reads anew; other nodes follow within a
   * second.
   */
  forget(userId: string): void {
    this.#turn += 1;
    this.#forgotten.set(userId, this.#turn);
    // who asks from now on must not be handed what was asked before
    this.#readings.clear();
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

  #join(tokenHash: string, since: number): Reading {
    const under = this.#readings.get(tokenHash);
    if (under !== undefined && under.readAt > since && this.#young(under.readAt)) return under;
    this.reads.database += 1;
    this.#turn += 1;
    const readAt = this.#now().getTime();
    const turn = this.#turn;
    const reading: Reading = { readAt, turn, result: this.#query(tokenHash, readAt, turn) };
    this.#readings.set(tokenHash, reading);
    const done = () => {
      if (this.#readings.get(tokenHash) === reading) this.#readings.delete(tokenHash);
    };
    reading.result.then(done, done);
    return reading;
  }

  async #query(
    tokenHash: string,
    readAt: number,
    turn: number,
  ): Promise<SessionRecord | undefined> {
    const found = await acrossSchools("session", () =>
      gatheredReads(this.#db).get("session", tokenHash, (hashes) => findSessions(this.#db, hashes)),
    );
    if (found === undefined) return undefined;
    return this.#keep(tokenHash, found, readAt, turn);
  }

  #keep(tokenHash: string, found: SessionAndPerson, readAt: number, turn: number): SessionRecord {
    const record = { ...found, tokenHash, readAt, turn, callers: new Map() };
    this.#letGo();
    this.#records.set(tokenHash, record);
    return record;
  }

  /** Discards records that no call may use any more; with all that was answered from them they are most of a morning's memory. */
  #letGo(): void {
    for (;;) {
      const { value: oldest } = this.#records.rkeys().next();
      const record = oldest === undefined ? undefined : this.#records.peek(oldest);
      if (oldest === undefined || record === undefined || this.#young(record.readAt)) return;
      this.#records.delete(oldest);
    }
  }

  #holds({ readAt, turn }: { readAt: number; turn: number }, userId: string): boolean {
    return this.#young(readAt) && (this.#forgotten.get(userId) ?? 0) < turn;
  }

  #young(readAt: number): boolean {
    const age = this.#now().getTime() - readAt;
    return age >= 0 && age < RECORD_LIFETIME_MS;
  }
}
