import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Queryable } from "../database/database.ts";
import { entryOf, writeEntries, type AuditEntry } from "./audit-entry.ts";
import type { Audit, AuditEvent } from "./audit.ts";

/** Refusals of unauthenticated people that a node records in a minute; the log has all of them. */
const UNAUTHENTICATED_A_MINUTE = 600;
const MINUTE_MS = 60_000;
const ENTRIES_AT_ONCE = 200;

interface Waiting {
  entry: AuditEntry;
  kept: () => void;
  lost: (error: unknown) => void;
}

/**
 * Writes the features' entries. Those that arrive while a write is under way go together with the next: one commit for
 * all.
 */
export class AuditWriter implements Audit {
  readonly #app: FastifyInstance;
  #waiting: Waiting[] = [];
  #writing = false;
  #minute = { since: Number.NEGATIVE_INFINITY, unauthenticated: 0 };

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async record(request: FastifyRequest | null, event: AuditEvent, trx?: Queryable): Promise<void> {
    const entry = entryOf(request, event, this.#app.now());
    await (trx === undefined ? this.#enter(entry) : writeEntries(trx, [entry]));
  }

  note(request: FastifyRequest | null, event: AuditEvent): void {
    const entry = entryOf(request, event, this.#app.now());
    const { action, outcome, app_id, user_id, session_id, detail } = entry;
    const line = { audit: outcome === "ok" ? action : `${action}-refused`, ...detail };
    const known = withoutNull({ app_id, user_id, session_id });
    const req = request === null ? {} : { req: request };
    (request ?? this.#app).log.info({ ...req, ...line, ...known }, "audited");
    if (user_id === null && app_id === null && this.#tooManyUnauthenticated(entry.at)) return;
    this.#app.background.run("an audit entry was not kept", () => this.#enter(entry));
  }

  #enter(entry: AuditEntry): Promise<void> {
    return new Promise((kept, lost) => {
      this.#waiting.push({ entry, kept, lost });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, ENTRIES_AT_ONCE);
      try {
        await writeEntries(
          this.#app.db,
          batch.map(({ entry }) => entry),
        );
        for (const { kept } of batch) kept();
      } catch (error) {
        for (const { lost } of batch) lost(error);
      }
    }
    this.#writing = false;
  }

  #tooManyUnauthenticated(at: Date): boolean {
    const age = at.getTime() - this.#minute.since;
    if (age < 0 || age >= MINUTE_MS) this.#minute = { since: at.getTime(), unauthenticated: 0 };
    this.#minute.unauthenticated += 1;
    return this.#minute.unauthenticated > UNAUTHENTICATED_A_MINUTE;
  }
}

function withoutNull<T extends object>(fields: T): Partial<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Partial<T>;
}
