import { randomUUID } from "node:crypto";
import type {
  AuthenticatorTransport,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from "@simplewebauthn/server";
import type { PasskeyAnswer } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { spend } from "../proof/proof-of-work.ts";
import { type KeptFactors, type KeptPasskey, type OwnedPasskey, usePasskey } from "./queries.ts";
import type { Sealed } from "../../platform/sealed.ts";
import type { Site } from "./site.ts";

const LIFETIME_MS = 300_000;

/** Loads the library with the first passkey: most processes never need it. */
const library = () => import("@simplewebauthn/server");

/** A passkey with a valid answer; `take` uses the answer up. */
export interface PasskeyUse {
  take(trx: Queryable, now: Date): Promise<boolean>;
}

/**
 * Creates and verifies passkeys by Web Authentication. A challenge is sealed, so nothing is stored until it is
 * answered.
 */
export class Passkeys {
  readonly #sealed: Sealed;
  readonly #db: Queryable;
  readonly #platformName: () => Promise<string>;

  constructor(sealed: Sealed, db: Queryable, platformName: () => Promise<string>) {
    this.#sealed = sealed;
    this.#db = db;
    this.#platformName = platformName;
  }

  async creationOptions(person: KeptFactors, site: Site, now: Date): Promise<object> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: await this.#platformName(),
      rpID: site.id,
      userName: person.account,
      userDisplayName: person.name,
      userID: new TextEncoder().encode(person.user_id),
      challenge: await this.#challenge(creationOf(person), now),
      excludeCredentials: person.passkeys.map(described),
      // it must be able to sign its person in alone: the device lists it, and asks for the fingerprint or the PIN
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /** Returns the new passkey to store; undefined when it does not answer our challenge, on this site, in time. */
  async readNew(
    response: object,
    person: Pick<KeptFactors, "user_id">,
    site: Site,
    now: Date,
  ): Promise<Pick<KeptPasskey, "id" | "public_key" | "counter" | "transports"> | undefined> {
    const { verifyRegistrationResponse } = await library();
    let result: VerifiedRegistrationResponse;
    try {
      result = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: (challenge) => this.#isOurs(challenge, creationOf(person), now),
        expectedOrigin: site.origins,
        expectedRPID: site.id,
        requireUserVerification: true,
      });
    } catch {
      return undefined;
    }
    if (!result.verified) return undefined;
    const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
    return {
      id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: transports.join(","),
    };
  }

  async requestOptions(person: KeptFactors, site: Site, now: Date): Promise<object> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: site.id,
      challenge: await this.#challenge(secondStepOf(person), now),
      allowCredentials: person.passkeys.map(described),
      userVerification: "preferred",
    });
  }

  /**
   * Verifies an answer; undefined when it is of none of the person's passkeys, or does not answer our challenge, on
   * this site, in time.
   */
  async check(
    answer: PasskeyAnswer,
    person: Pick<KeptFactors, "user_id" | "passkeys">,
    site: Site,
    now: Date,
  ): Promise<PasskeyUse | undefined> {
    const kept = person.passkeys.find(({ id }) => id === answer.id);
    if (kept === undefined) return undefined;
    const owned = { ...kept, user_id: person.user_id };
    return this.#verify(answer, owned, site, now, { use: secondStepOf(person), verified: false });
  }

  /** Returns options for any passkey of this site; the device lists its own. */
  async signInOptions(site: Site, now: Date): Promise<object> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: site.id,
      challenge: await this.#challenge(SIGN_IN, now),
      allowCredentials: [],
      userVerification: "required",
    });
  }

  /** Verifies a sign-in by passkey; undefined unless the device has verified its user, whose passkey this is. */
  async checkSignIn(
    answer: PasskeyAnswer,
    kept: OwnedPasskey,
    site: Site,
    now: Date,
  ): Promise<PasskeyUse | undefined> {
    const { userHandle } = answer.response;
    if (userHandle !== Buffer.from(kept.user_id).toString("base64url")) return undefined;
    return this.#verify(answer, kept, site, now, { use: SIGN_IN, verified: true });
  }

  async #verify(
    answer: PasskeyAnswer,
    kept: OwnedPasskey,
    site: Site,
    now: Date,
    asked: { use: string; verified: boolean },
  ): Promise<PasskeyUse | undefined> {
    const { verifyAuthenticationResponse } = await library();
    let shown = "";
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
        expectedChallenge: (challenge) => {
          shown = challenge;
          return this.#isOurs(challenge, asked.use, now);
        },
        expectedOrigin: site.origins,
        expectedRPID: site.id,
        requireUserVerification: asked.verified,
        credential: {
          id: kept.id,
          publicKey: new Uint8Array(Buffer.from(kept.public_key, "base64url")),
          counter: kept.counter,
          transports: transportsOf(kept),
        },
      });
      if (!verified) return undefined;
      return {
        take: async (trx, at) =>
          (await spend(trx, `passkey:${shown}`, new Date(now.getTime() + LIFETIME_MS))) &&
          usePasskey(trx, kept, authenticationInfo.newCounter, at),
      };
    } catch {
      return undefined;
    }
  }

  async #challenge(use: string, now: Date): Promise<string> {
    const content = { until: now.getTime() + LIFETIME_MS, nonce: randomUUID() };
    return this.#sealed.seal(JSON.stringify(content), use);
  }

  /** Returns whether a challenge is ours, for this use and still valid; `challenge` is base64url of the sealed text. */
  async #isOurs(challenge: string, use: string, now: Date) {
    const text = Buffer.from(challenge, "base64url").toString("utf8");
    const opened = await this.#sealed.open(text, use);
    if (opened === undefined) return false;
    const { until } = JSON.parse(opened) as { until: number };
    if (until >= now.getTime()) return true;
    await spend(this.#db, `passkey:${challenge}`, new Date(until));
    return false;
  }
}

type Whose = Pick<KeptFactors, "user_id">;

/** Returns the use that a challenge is sealed for: it is valid for nothing and nobody else. */
const creationOf = ({ user_id }: Whose) => `passkey-create:${user_id}`;
const secondStepOf = ({ user_id }: Whose) => `passkey-get:${user_id}`;
const SIGN_IN = "passkey-sign-in";

function described(kept: KeptPasskey) {
  return { id: kept.id, transports: transportsOf(kept) };
}

function transportsOf({ transports }: Pick<KeptPasskey, "transports">): AuthenticatorTransport[] {
  return transports.split(",").filter(Boolean) as AuthenticatorTransport[];
}
