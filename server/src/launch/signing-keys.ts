import type { FastifyInstance } from "fastify";
import type { JWK } from "jose";
import type { Queryable } from "../database/database.ts";
import { DAY_MS } from "../platform/days.ts";

export const SIGNING_ALGORITHM = "RS256";
const MODULUS_BITS = 2048;
/** Milliseconds for which a key signs. */
export const KEY_PERIOD_MS = 90 * DAY_MS;
/** Milliseconds for which a key is published before it signs, and after it has signed for the last time. */
export const KEY_OVERLAP_MS = 7 * DAY_MS;
/** Milliseconds for which a node's copy of the keys is valid. */
const LIFETIME_MS = 1000;

/** A private key with `kid`, `alg` and `use`; never to be shown. */
export type PrivateKey = JWK & { kid: string };

export interface KeySet {
  /** The key that signs now. */
  signing: PrivateKey;
  /** The keys in the published set, the signing one first. */
  published: readonly PrivateKey[];
}

/**
 * The deployment's signing keys, kept in the database for every node: one for each period of 90 days, counted from
 * 1970, the next published a week before it signs. Deleting the rows replaces the keys at once, should one be lost.
 */
export class SigningKeys {
  readonly #db: Queryable;
  readonly #now: () => Date;
  #reading: { at: number; keys: Promise<KeySet> } | undefined;

  constructor({ db, now }: Pick<FastifyInstance, "db" | "now">) {
    this.#db = db;
    this.#now = now;
  }

  read(): Promise<KeySet> {
    const at = this.#now().getTime();
    const age = at - (this.#reading?.at ?? Number.NEGATIVE_INFINITY);
    if (this.#reading !== undefined && age >= 0 && age < LIFETIME_MS) return this.#reading.keys;
    const reading = { at, keys: readKeys(this.#db, at) };
    this.#reading = reading;
    reading.keys.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading.keys;
  }

  /** Returns the public keys, as apps read them. */
  async publicSet(): Promise<{ keys: JWK[] }> {
    return { keys: (await this.read()).published.map(publicHalf) };
  }
}

/** Returns the periods whose keys are published at a moment, the signing one first. */
export function periodsShown(now: number): number[] {
  const period = Math.floor(now / KEY_PERIOD_MS);
  const into = now - period * KEY_PERIOD_MS;
  const shown = [period];
  if (into < KEY_OVERLAP_MS) shown.push(period - 1);
  if (into >= KEY_PERIOD_MS - KEY_OVERLAP_MS) shown.push(period + 1);
  return shown;
}

async function readKeys(db: Queryable, now: number): Promise<KeySet> {
  const shown = periodsShown(now);
  const period = shown[0] ?? 0;
  let kept = await findKeys(db, shown);
  // a key of the past is not made up afterwards
  const missing = shown.filter((one) => one >= period && !kept.has(one));
  if (missing.length > 0) {
    for (const one of missing) await keepKey(db, one);
    await db
      .deleteFrom("signing_key")
      .where("period", "<", period - 1)
      .execute();
    kept = await findKeys(db, shown);
  }
  const signing = kept.get(period);
  if (signing === undefined) throw new Error("the signing key could not be kept");
  return { signing, published: shown.flatMap((one) => kept.get(one) ?? []) };
}

async function findKeys(db: Queryable, periods: number[]): Promise<Map<number, PrivateKey>> {
  const rows = await db
    .selectFrom("signing_key")
    .select(["period", "private_jwk"])
    .where("period", "in", periods)
    .execute();
  return new Map(rows.map(({ period, private_jwk }) => [period, private_jwk as PrivateKey]));
}

/** Makes a period's key, unless another node was faster. */
async function keepKey(db: Queryable, period: number): Promise<void> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    extractable: true,
    modulusLength: MODULUS_BITS,
  });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db
    .insertInto("signing_key")
    .values({ period, kid, private_jwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: "sig" } })
    .onConflict((conflict) => conflict.column("period").doNothing())
    .execute();
}

function publicHalf({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK;
}
