import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import type { FastifyInstance } from "fastify";
import { platformSecret } from "../../platform/platform-secret.ts";
import { Refusal } from "../../http/refusal.ts";
import { networkOf } from "../rules.ts";
import { readPayload } from "./payload.ts";
import { spend } from "./spent.ts";

declare module "fastify" {
  interface FastifyInstance {
    proofOfWork: ProofOfWork;
  }
}

/** What a challenge is bound to: a solution opens this and nothing else. */
export interface Subject {
  /** The call's own word, as `login` or `code`. */
  use: string;
  account: string;
  address: string;
}

const ALGORITHM = "SHA-256";
/** Hashes of one try. Plain SHA-256, which a page can do without a secure context: schools run servers on plain addresses. */
const HASHES_A_TRY = 64;
const LIFETIME_SECONDS = 300;

/**
 * Asks a machine to work before it may go on (SE-09), by ALTCHA: nobody reads or clicks anything, and nothing is kept of
 * a challenge until its solution has been used.
 */
export class ProofOfWork {
  readonly #db: FastifyInstance["db"];
  readonly #now: () => Date;
  readonly #tries: number;
  #secret: Promise<string> | undefined;

  constructor({ db, now, config }: Pick<FastifyInstance, "db" | "now" | "config">) {
    this.#db = db;
    this.#now = now;
    this.#tries = Math.max(2, Math.round((config.proofOfWork * 1000) / HASHES_A_TRY));
  }

  /** Passes, once, with a solved challenge for exactly this subject; else refuses with a fresh one, and tells not why. */
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

  #key(): Promise<string> {
    this.#secret ??= platformSecret(this.#db, "proof_of_work_key");
    this.#secret.catch(() => {
      this.#secret = undefined;
    });
    return this.#secret;
  }
}

/** Keyed, so that a challenge says nothing of the account it was made for. */
function bound(secret: string, { use, account, address }: Subject): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([use, account, networkOf(address)]))
    .digest("base64url");
}
