import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import type { StreamOutput } from "../http/released-stream.ts";
import type { Background } from "../platform/background.ts";
import type { SelfCaller } from "../session/caller.ts";

declare module "fastify" {
  interface FastifyInstance {
    inboxEvents: InboxEvents;
  }
}

/** Milliseconds between two looks for what is new, for all open streams of this node at once; none without a stream. */
const LOOK_MS = 1000;
const PING_MS = 25_000;
/** Milliseconds of a stream: the page opens another, so that who is disabled is not told on. */
const STREAM_MS = 300_000;
/** Milliseconds that are looked at once more: another transaction may have committed later than it wrote its time. */
const OVERLAP_MS = 5000;
const NOTHING: Told = { inbox: null, apps: null };
const STREAMS_OF_PERSON = 8;
const MAX_STREAMS = 5000;

interface Stream {
  readonly session_id: string;
  readonly out: StreamOutput;
  readonly ends: number;
  /** The newest changes that were told. */
  told: Told;
}

/** When the newest changes were, as texts; null: none. */
interface Told {
  inbox: string | null;
  apps: string | null;
}

/** The event that tells of each: what apps sent stands on home, too. */
const EVENTS = { inbox: "changed", apps: "apps" } as const;

/**
 * Open streams of server-sent events about inboxes (IN-01), and about what apps sent for a person or a child (IN-06). One
 * query a second and node finds for whom something has changed, on whatever node; a stream says that it did, and nothing
 * more.
 */
export class InboxEvents {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #background: Background;
  readonly #forget: (user_id: string) => void;
  readonly #streams = new Map<string, Set<Stream>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;
  #since = new Date(0);
  #pinged = 0;

  /** `forget` discards what this node remembers of a person's answers: who hears of a change must not be given what was before. */
  constructor(
    db: Database,
    now: () => Date,
    background: Background,
    forget: (user_id: string) => void,
  ) {
    this.#db = db;
    this.#now = now;
    this.#background = background;
    this.#forget = forget;
  }

  /** False where there are too many streams, of this person or of all: the page asks by itself then. */
  hasRoomFor(user_id: string): boolean {
    const own = this.#streams.get(user_id)?.size ?? 0;
    return own < STREAMS_OF_PERSON && this.#count < MAX_STREAMS;
  }

  /** Opens a stream of a person. */
  open(
    { user_id, session_id }: Pick<SelfCaller, "user_id" | "session_id">,
    out: StreamOutput,
  ): void {
    // who has gone meanwhile says so no more, and would be counted for minutes
    if (out.destroyed) return;
    const stream = { session_id, out, ends: performance.now() + STREAM_MS, told: NOTHING };
    if (this.#count === 0) this.#begin();
    this.#streams.set(user_id, (this.#streams.get(user_id) ?? new Set<Stream>()).add(stream));
    this.#count += 1;
    out.once("close", () => this.#drop(user_id, stream));
    // the page reads the counts when it hears this
    out.write("retry: 5000\ndata: open\n\n");
  }

  /** Looks for what is new at once; to be called after the commit of a change. */
  look(): void {
    if (this.#count === 0) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    this.#background.run("inboxes were not looked at", async () => {
      try {
        await acrossSchools("inbox", () => this.#tell());
      } finally {
        this.#looking = false;
        if (this.#again) {
          this.#again = false;
          this.look();
        }
      }
    });
  }

  /** Ends every stream. */
  close(): void {
    for (const [user_id, streams] of this.#streams) {
      for (const stream of streams) this.#end(user_id, stream);
    }
  }

  #begin(): void {
    this.#since = this.#now();
    this.#pinged = performance.now();
    this.#timer = setInterval(() => {
      this.#keepOpen();
      this.look();
    }, LOOK_MS).unref();
  }

  #end(user_id: string, stream: Stream): void {
    stream.out.end();
    // nothing may be written after the end, which the other side acknowledges later
    this.#drop(user_id, stream);
  }

  #drop(user_id: string, stream: Stream): void {
    const own = this.#streams.get(user_id);
    if (own?.delete(stream) !== true) return;
    this.#count -= 1;
    if (own.size === 0) this.#streams.delete(user_id);
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keepOpen(): void {
    const at = performance.now();
    const pings = at - this.#pinged >= PING_MS;
    if (pings) this.#pinged = at;
    for (const [user_id, streams] of this.#streams) {
      for (const stream of streams) {
        if (at >= stream.ends) this.#end(user_id, stream);
        else if (pings) stream.out.write(": \n\n");
      }
    }
  }

  /** Ends the streams of sessions that have ended since a moment, on whatever node. */
  async #endOver(since: Date): Promise<void> {
    const ended = await this.#db
      .selectFrom("session")
      .select(["id", "user_id"])
      .where("ended_at", ">", since)
      .execute();
    for (const { id, user_id } of ended) {
      for (const stream of this.#streams.get(user_id) ?? []) {
        if (stream.session_id === id) this.#end(user_id, stream);
      }
    }
  }

  async #tell(): Promise<void> {
    const now = this.#now();
    const since = new Date(this.#since.getTime() - OVERLAP_MS);
    await this.#endOver(since);
    const { rows } = await sql<{ user_id: string; inbox: Date | null; apps: Date | null }>`
      select t.user_id, max(t.at) filter (where not t.of_apps) as inbox, max(t.at) filter (where t.of_apps) as apps from (
        select r.user_id, r.touched_at as at, false as of_apps from notice_recipient r
          where r.touched_at > ${since} and r.touched_at <= ${now}
        union all select r.user_id, n.updated_at, false from notice n join notice_recipient r on r.notice_id = n.id
          where n.updated_at > ${since} and n.updated_at <= ${now} and n.sent_at is not null
        union all select i.user_id, i.updated_at, true from app_item i
          where i.updated_at > ${since} and i.updated_at <= ${now}
        union all select g.user_id, i.updated_at, true from app_item i join guardian g on g.child_id = i.user_id
          where i.identity = 'student' and i.updated_at > ${since} and i.updated_at <= ${now}) t
      where t.user_id = any (${[...this.#streams.keys()]}::text[]) group by t.user_id`.execute(
      this.#db,
    );
    this.#since = now;
    for (const { user_id, ...changed } of rows) {
      const newest = {
        inbox: changed.inbox?.toISOString() ?? null,
        apps: changed.apps?.toISOString() ?? null,
      };
      for (const stream of this.#streams.get(user_id) ?? []) {
        for (const kind of ["inbox", "apps"] as const) {
          if (newest[kind] === null || newest[kind] === stream.told[kind]) continue;
          stream.told = { ...stream.told, [kind]: newest[kind] };
          this.#forget(user_id);
          stream.out.write(`data: ${EVENTS[kind]}\n\n`);
        }
      }
    }
  }
}
