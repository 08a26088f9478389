import { DAY_MS } from "../../platform/days.ts";
import { createHmac, hash, randomInt } from "node:crypto";
import { type Challenge, createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import type { FastifyInstance } from "fastify";
import { platformSecret } from "../../platform/platform-state.ts";
import { readOnce } from "../../platform/read-once.ts";
import { Refusal } from "../../http/refusal.ts";
import { networkOf } from "../../platform/networks.ts";
import type { Queryable } from "../../database/database.ts";

/** The subject that a challenge is bound to: a solution opens this and nothing else. */
export interface Subject {
  /** The call's name, as `login` or `code`. */
  use: string;
  account: string;
  address: string;
}

const ALGORITHM = "SHA-256";
/**
 * Hashes in one try. Plain SHA-256 works in a page without a secure context: schools run servers on plain addresses.
 */
const HASHES_A_TRY = 64;
const LIFETIME_SECONDS = 300;

/**
 * Demands proof of work (SE-09), by ALTCHA: nobody reads or clicks anything, and nothing is stored of a challenge until
 * its solution has been used.
 */
export class ProofOfWork {
  readonly #db: FastifyInstance["db"];
  readonly #now: () => Date;
  readonly #tries: number;
  readonly #key: () => Promise<string>;

  constructor({ db, now, config }: Pick<FastifyInstance, "db" | "now" | "config">) {
    this.#db = db;
    this.#now = now;
    this.#key = readOnce(() => platformSecret(db, "proof_of_work_key"));
    this.#tries = Math.max(2, Math.round((config.proofOfWork * 1000) / HASHES_A_TRY));
  }

  /**
   * Passes, once, with a solved challenge for exactly this subject; else refuses with a fresh one, without the reason.
   */
  async demand(subject: Subject, given: string | undefined): Promise<void> {
    if (given !== undefined && (await this.#accept(subject, given))) return;
    throw new Refusal("checkWanted", {
      msg: "请先完成安全检查",
      data: { check: "proof_of_work", challenge: await this.#challenge(subject) },
    });
  }

  async #challenge(subject: Subject): Promise<Challenge> {
    const secret = await this.#key();
    return createChallenge({
      algorithm: ALGORITHM,
      cost: HASHES_A_TRY,
      // known beforehand, so that nobody waits longer than one and a half times the mean
      counter: randomInt(Math.ceil(this.#tries / 2), Math.ceil((this.#tries * 3) / 2)),
      deriveKey,
      data: { for: bound(secret, subject), until: this.#seconds() + LIFETIME_SECONDS },
      hmacSignatureSecret: secret,
    });
  }

  async #accept(subject: Subject, given: string): Promise<boolean> {
    const payload = readPayload(given);
    if (payload === undefined) return false;
    const secret = await this.#key();
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: secret,
    });
    const { nonce, data } = payload.challenge.parameters;
    const until = data?.["until"];
    if (!verified || typeof until !== "number") return false;
    if (data?.["for"] !== bound(secret, subject)) return false;
    const isFresh = await spend(this.#db, `work:${nonce}`, new Date(until * 1000));
    return isFresh && until >= this.#seconds();
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }
}

/** Returns a keyed hash of the subject, so that a challenge reveals nothing of its account. */
function bound(secret: string, { use, account, address }: Subject): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([use, account, networkOf(address)]))
    .digest("base64url");
}

const HEX = /^[0-9a-f]{2,128}$/;

/** Parses a page's solution; undefined for anything of another shape. Its content is not checked yet. */
function readPayload(given: string): Payload | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(given, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(read)) return undefined;
  const { challenge, solution } = read;
  if (!isRecord(challenge) || !isRecord(solution) || typeof challenge["signature"] !== "string") {
    return undefined;
  }
  const { parameters } = challenge;
  if (!isRecord(parameters)) return undefined;
  const { nonce, salt, keyPrefix } = parameters;
  const hex = [nonce, salt, keyPrefix].every((one) => typeof one === "string" && HEX.test(one));
  return hex ? (read as unknown as Payload) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Marks a one-time value as spent; false when it has been before, on whichever node. It need not be stored longer than
 * it is valid. Expired ones are marked too, so that they stay refused when the clock is put back (SE-14).
 */
export async function spend(db: Queryable, what: string, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto("spent_check")
    .values({ id: hash("sha256", what, "hex"), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return spent !== undefined;
}

/** Milliseconds for which a spent value is kept, longer than it is valid: the clock may be put back. */
const KEEP_MS = 7 * DAY_MS;

export async function dropSpent(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await db.deleteFrom("spent_check").where("expires_at", "<", before).execute();
}
