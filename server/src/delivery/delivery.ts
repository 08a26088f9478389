import type { FastifyBaseLogger } from "fastify";
import type { Channel } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { maskReceiver } from "../platform/mask.ts";
import type { Carrier, Message } from "./message.ts";
import {
  claimMessage,
  dueMessages,
  markFailed,
  markSent,
  putMessage,
  sweepOutbox,
} from "./outbox.ts";

declare module "fastify" {
  interface FastifyInstance {
    delivery: Delivery;
  }
}

const AT_ONCE = 20;
const KEEP_DAYS = 7;
const MS_PER_DAY = 86_400_000;

export type Carriers = Readonly<Partial<Record<Channel, Carrier>>>;

/** Hands codes out: by a carrier where one is configured for the channel, else into the outbox, where the operator reads them. */
export class Delivery {
  readonly #db: Database;
  readonly #carriers: Carriers;
  readonly #now: () => Date;
  readonly #log: FastifyBaseLogger;

  constructor(db: Database, carriers: Carriers, now: () => Date, log: FastifyBaseLogger) {
    this.#db = db;
    this.#carriers = carriers;
    this.#now = now;
    this.#log = log;
  }

  /** Puts a message out in the transaction that makes its code. Answers what to do once that has been committed. */
  async put(trx: Queryable, message: Message): Promise<() => Promise<void>> {
    const carried = this.#carriers[message.channel] !== undefined;
    const id = await putMessage(trx, message, carried ? "waiting" : "kept", this.#now());
    if (carried) return () => this.#deliver(id);
    return async () => this.#notifySent(message, "outbox");
  }

  /** Tries what is due: what failed before, and what another node has left behind. */
  async deliverDue(): Promise<void> {
    const ids = await dueMessages(this.#db, this.#now(), AT_ONCE);
    await Promise.all(ids.map((id) => this.#deliver(id)));
  }

  /** True where anything may be waiting for a carrier. */
  get carries(): boolean {
    return Object.keys(this.#carriers).length > 0;
  }

  async sweep(): Promise<void> {
    const now = this.#now();
    await sweepOutbox(this.#db, now, new Date(now.getTime() - KEEP_DAYS * MS_PER_DAY));
  }

  close(): void {
    for (const carrier of Object.values(this.#carriers)) carrier.close?.();
  }

  /** One try, unless another node is at it. Never rejects for what the carrier did. */
  async #deliver(id: string): Promise<void> {
    const message = await claimMessage(this.#db, id, this.#now());
    if (message === undefined) return;
    try {
      const carrier = this.#carriers[message.channel];
      if (carrier === undefined) throw new Error("nobody carries this channel any more");
      await carrier.carry(message);
    } catch (error) {
      const again = await markFailed(this.#db, id, message.tries, this.#now());
      const line = { ...logged(message), tries: message.tries, reason: reasonOf(error) };
      if (again) this.#log.warn(line, "a code was not sent and is tried again");
      else this.#log.error(line, "a code was not sent and is given up");
      return;
    }
    await markSent(this.#db, id);
    this.#notifySent(message, message.channel);
  }

  #notifySent(message: Message, by: "outbox" | Channel): void {
    this.#log.info(
      { by, use: message.use },
      `a code was sent to ${maskReceiver(message.receiver)}`,
    );
  }
}

/** What a log may know of a message: to whom, and what for. Never the code. */
function logged({ channel, receiver, use }: Message) {
  return { to: maskReceiver(receiver), channel, use };
}

/** Words and numbers only: what a server says of a refusal quotes the address whole. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = [error.name, code, responseCode];
  return words.filter((word) => typeof word === "string" || typeof word === "number").join(" ");
}
