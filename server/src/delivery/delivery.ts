import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type Channel, CHANNELS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { JobFailed, type RunningJob } from "../platform/job-attempt.ts";
import { maskReceiver } from "../platform/mask.ts";
import { daysBefore } from "../platform/days.ts";
import { endMail, putMail, sweepMails, waitingMail } from "./mails.ts";
import type { Carrier, Mail, Message, NoticeAlert } from "./message.ts";
import {
  markEnded,
  putMessage,
  sweepOutbox,
  MAX_TRIES,
  waitAfter,
  waitingMessage,
} from "./outbox.ts";

declare module "fastify" {
  interface FastifyInstance {
    delivery: Delivery;
  }
}

const DELIVERY = "delivery";
const MAIL = "delivery-mail";
const AT_ONCE = 20;
const KEEP_DAYS = 7;

export type Carriers = Readonly<Partial<Record<Channel, Carrier>>>;

/**
 * Delivers codes: by a carrier where one is configured for the channel, else into the outbox, where the operator reads
 * them (SE-04).
 */
export class Delivery {
  readonly #app: FastifyInstance;
  readonly #carriers: Carriers;
  readonly #log: FastifyBaseLogger;

  constructor(app: FastifyInstance, carriers: Carriers) {
    this.#app = app;
    this.#carriers = carriers;
    this.#log = app.log;
    app.jobs.handle(DELIVERY, {
      tries: MAX_TRIES,
      waitMs: waitAfter,
      atOnce: AT_ONCE,
      run: (job) => this.#deliver(job),
    });
    app.jobs.handle(MAIL, {
      tries: MAX_TRIES,
      waitMs: waitAfter,
      run: (job) => this.#deliverMail(job),
    });
  }

  /**
   * Stores a message in the transaction that makes its code. Returns a function to call once that has been committed.
   */
  async put(trx: Queryable, message: Message): Promise<() => Promise<void>> {
    const carried = this.#carriers[message.channel] !== undefined;
    const id = await putMessage(trx, message, carried ? "waiting" : "kept", this.#app.now());
    if (!carried) return async () => this.#notifySent(message, "outbox");
    await this.#app.jobs.enqueue(trx, { kind: DELIVERY, ref_id: id });
    return async () => this.#app.jobs.wake();
  }

  /** Stores a mail in the caller's transaction, to be sent after it; does nothing where no mail is carried. */
  async putMail(trx: Queryable, mail: Mail): Promise<void> {
    if (this.#carriers.email?.carryMail === undefined) return;
    const id = await putMail(trx, mail, this.#app.now());
    await this.#app.jobs.enqueue(trx, { kind: MAIL, ref_id: id });
  }

  /** The channels that carry news of notices (IN-05). */
  get alertChannels(): Channel[] {
    return CHANNELS.filter((channel) => this.#carriers[channel]?.carryAlert !== undefined);
  }

  /**
   * Hands news of a notice over, once.
   *
   * @returns the reason where it could not, without the address
   */
  async carryAlert(channel: Channel, alert: NoticeAlert): Promise<string | undefined> {
    try {
      const carrier = this.#carriers[channel];
      if (carrier?.carryAlert === undefined) throw new Error("nobody carries this channel");
      await carrier.carryAlert(alert);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async sweep(): Promise<void> {
    const now = this.#app.now();
    const keepSince = daysBefore(now, KEEP_DAYS);
    await sweepOutbox(this.#app.db, now, keepSince);
    await sweepMails(this.#app.db, keepSince);
  }

  close(): void {
    for (const carrier of Object.values(this.#carriers)) carrier.close?.();
  }

  async #deliver({ ref_id, attempt }: RunningJob): Promise<void> {
    const { db, now } = this.#app;
    const message = await waitingMessage(db, ref_id, now());
    if (message === undefined) return;
    try {
      const carrier = this.#carriers[message.channel];
      if (carrier === undefined) throw new Error("nobody carries this channel any more");
      await carrier.carry(message);
    } catch (error) {
      const line = { ...logged(message), tries: attempt, reason: reasonOf(error) };
      if (attempt < MAX_TRIES) {
        this.#log.warn(line, "a code was not sent and is tried again");
      } else {
        this.#log.error(line, "a code was not sent and is given up");
        await markEnded(db, ref_id, "failed");
      }
      // in place of the carrier's error, which quotes the address
      throw new JobFailed(line.reason);
    }
    await markEnded(db, ref_id, "sent");
    this.#notifySent(message, message.channel);
  }

  async #deliverMail({ ref_id, attempt }: RunningJob): Promise<void> {
    const { db } = this.#app;
    const mail = await waitingMail(db, ref_id);
    if (mail === undefined) return;
    const to = maskReceiver(mail.receiver);
    try {
      const carrier = this.#carriers.email;
      if (carrier?.carryMail === undefined) throw new Error("nobody carries mail any more");
      await carrier.carryMail(mail);
    } catch (error) {
      const reason = reasonOf(error);
      this.#log.warn({ to, tries: attempt, reason }, "a mail was not sent");
      if (attempt >= MAX_TRIES) await endMail(db, ref_id, "failed");
      throw new JobFailed(reason);
    }
    await endMail(db, ref_id, "sent");
    this.#log.info({}, `a mail was sent to ${to}`);
  }

  #notifySent(message: Message, by: "outbox" | Channel): void {
    this.#log.info(
      { by, use: message.use },
      `a code was sent to ${maskReceiver(message.receiver)}`,
    );
  }
}

/** Returns the masked receiver and the purpose of a message for the log, never the code. */
function logged({ channel, receiver, use }: Message) {
  return { to: maskReceiver(receiver), channel, use };
}

/** Returns the reason of a failure in words and numbers only: the server's own text may quote the whole address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = [error.name, code, responseCode];
  return words.filter((word) => typeof word === "string" || typeof word === "number").join(" ");
}
