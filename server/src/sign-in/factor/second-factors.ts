import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FactorProof, FactorSetup, FactorWay, FactorWanted, SetupWanted } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { ClientKind } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import { hasDuty } from "../../rights/api.ts";
import { separationOf } from "../../rights/duties.ts";
import { claimTry, forgetTries } from "../rate-limit.ts";
import type { Limit } from "../rules.ts";
import { makeOffer, readOffer, stepOf } from "./offer.ts";
import { Passkeys } from "./passkeys.ts";
import { findFactors, identitiesOf, type KeptFactors, useTotp } from "./queries.ts";
import { spendCode } from "./recovery.ts";
import { codeOf, mustHaveFactor } from "./rules.ts";
import { Sealed } from "../../platform/sealed.ts";
import { setUpTotp, totpUse } from "./set-up.ts";
import { siteOf } from "./site.ts";

/**
 * The limit for codes: of a million, three are valid at any moment. After a few tries each further one waits five
 * minutes.
 */
const CODE_LIMIT: Limit = { free: 4, forgetSeconds: 900, maxWaitSeconds: 300 };

/** A second step that was passed. */
export interface PassedStep {
  way: FactorWay | "setup";
  /**
   * Uses the factor up, in the caller's transaction; throws when it has been used before. Returns recovery codes to
   * show, when the factor was set up just now.
   */
  take(trx: Queryable, now: Date): Promise<string[] | undefined>;
}

/** The request, and its kind of client. */
interface Asking {
  request: FastifyRequest;
  client: ClientKind;
}

/** Checks second factors at sign-in and where a fresh proof is demanded (SE-10). */
export class SecondFactors {
  readonly sealed: Sealed;
  readonly passkeys: Passkeys;
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
    this.sealed = new Sealed(app);
    this.passkeys = new Passkeys(this.sealed, app.db, () => app.branding.name());
  }

  /** The policy for identities that run schools or the platform. */
  get policy() {
    return this.#app.config.secondFactor;
  }

  /**
   * Returns the step that this sign-in passes; undefined for a person who has none and needs none. Refuses with 40004
   * or 40003.
   */
  async atSignIn(
    userId: string,
    given: FactorProof & { setup?: FactorSetup },
    asking: Asking,
  ): Promise<PassedStep | undefined> {
    const kept = await findFactors(this.#app.db, userId);
    if (kept === undefined) return undefined;
    if (waysOf(kept).length > 0) return this.#pass(kept, given, asking.request);
    const { db, config } = this.#app;
    if (config.secondFactor === "offered") return undefined;
    const required = mustHaveFactor(
      config.secondFactor,
      await identitiesOf(db, userId),
      await hasDuty(db, userId, separationOf(this.#app)),
    );
    return required ? this.#setUp(kept, given.setup, asking) : undefined;
  }

  /** Checks a second factor as a fresh proof; false when none was given. */
  async prove(userId: string, given: FactorProof, request: FastifyRequest): Promise<boolean> {
    const { db, now } = this.#app;
    if (Object.values(given).every((one) => one === undefined)) return false;
    const kept = await findFactors(db, userId);
    if (kept === undefined || waysOf(kept).length === 0) return false;
    const step = await this.#pass(kept, given, request);
    await db.transaction().execute((trx) => step.take(trx, now()));
    return true;
  }

  /** Returns the data with which a page asks for the second step; undefined for a person who has none. */
  async wanted(userId: string, request: FastifyRequest): Promise<FactorWanted | undefined> {
    const kept = await findFactors(this.#app.db, userId);
    if (kept === undefined || waysOf(kept).length === 0) return undefined;
    return this.#wanted(kept, request);
  }

  async hasAuthenticator(userId: string): Promise<boolean> {
    return (await findFactors(this.#app.db, userId))?.totp != null;
  }

  async #wanted(kept: KeptFactors, request: FastifyRequest): Promise<FactorWanted> {
    const { config, now } = this.#app;
    const ways = waysOf(kept);
    if (!ways.includes("passkey")) return { check: "totp", ways };
    const passkey = await this.passkeys.requestOptions(kept, siteOf(config, request), now());
    return { check: "totp", ways, passkey };
  }

  async #pass(kept: KeptFactors, given: FactorProof, request: FastifyRequest): Promise<PassedStep> {
    if (given.passkey !== undefined) return this.#passkey(kept, given.passkey, request);
    if (given.totp !== undefined && kept.totp !== null) return this.#code(kept, given.totp);
    if (given.recovery !== undefined) return recoveryStep(kept, given.recovery);
    throw new Refusal("checkWanted", {
      msg: "请完成两步验证",
      data: { ...(await this.#wanted(kept, request)) },
    });
  }

  async #code({ user_id, totp }: KeptFactors, typed: string): Promise<PassedStep> {
    const { db, now } = this.#app;
    const wrong = new Refusal("badCode", { msg: "动态码不正确，请看验证器上最新的 6 位数字" });
    const code = codeOf(typed);
    if (code === undefined || totp === null) throw wrong;
    const key = `factor:${user_id}`;
    await claimTry(db, key, CODE_LIMIT, now());
    const secret = await this.sealed.open(totp.secret, totpUse(user_id));
    if (secret === undefined) {
      throw new Refusal("conflict", {
        msg: "验证器需要重新设置，请用恢复码或通行密钥登录，或联系管理员",
        data: { kind: "totp" },
      });
    }
    const step = stepOf(code, secret, now());
    if (step === undefined) throw wrong;
    return {
      way: "totp",
      async take(trx, at) {
        if (!(await useTotp(trx, user_id, step, at))) {
          throw new Refusal("badCode", { msg: "这个动态码已经用过，请等下一个" });
        }
        await forgetTries(trx, key);
        return undefined;
      },
    };
  }

  async #passkey(
    kept: KeptFactors,
    answer: NonNullable<FactorProof["passkey"]>,
    request: FastifyRequest,
  ): Promise<PassedStep> {
    const { config, now } = this.#app;
    const wrong = new Refusal("badCode", { msg: "通行密钥没有通过验证，请重试" });
    const use = await this.passkeys.check(answer, kept, siteOf(config, request), now());
    if (use === undefined) throw wrong;
    return {
      way: "passkey",
      async take(trx, at) {
        if (!(await use.take(trx, at))) throw wrong;
        return undefined;
      },
    };
  }

  async #setUp(
    kept: KeptFactors,
    given: FactorSetup | undefined,
    { request, client }: Asking,
  ): Promise<PassedStep> {
    const { now, audit } = this.#app;
    const read = given && (await readOffer(this.sealed, kept, given, now()));
    if (read === undefined) {
      const issuer = await this.#app.branding.name();
      const offer = await makeOffer(this.sealed, kept, { issuer, now: now() });
      throw new Refusal("checkWanted", {
        msg: "您的身份可以管理学校，请先设置两步验证",
        data: { check: "factor_setup", ...offer } satisfies SetupWanted,
      });
    }
    const { user_id } = kept;
    const by = { request, kept: { client }, actor: { user_id } };
    return {
      way: "setup",
      take: (trx, at) => setUpTotp({ trx, audit, sealed: this.sealed }, user_id, read, by, at),
    };
  }
}

/** Returns the ways of a person's second step. Recovery codes are none of their own: they replace a lost one. */
export function waysOf({ totp, passkeys, recovery_left }: KeptFactors): FactorWay[] {
  const ways: FactorWay[] = [];
  if (totp !== null) ways.push("totp");
  if (passkeys.length > 0) ways.push("passkey");
  if (ways.length > 0 && recovery_left > 0) ways.push("recovery");
  return ways;
}

function recoveryStep({ user_id }: KeptFactors, typed: string): PassedStep {
  return {
    way: "recovery",
    async take(trx, at) {
      if (await spendCode(trx, user_id, typed, at)) return undefined;
      throw new Refusal("badCode", { msg: "恢复码不正确，或已经用过" });
    },
  };
}
