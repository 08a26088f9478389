import { availableParallelism } from "node:os";
import type { FastifyInstance } from "fastify";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { createHashQueue } from "./hash-queue.ts";
import { identifyByPassword } from "./identify.ts";
import { measurePasswordQueue, passwordWork } from "./password.ts";
import { lowerHashPriority } from "./thread-priority.ts";
import type { SignInDeps } from "./sign-in.ts";
import type { Tried } from "./throttle.ts";
import { SecondFactors } from "./factor/second-factors.ts";
import { ProofOfWork } from "./proof/proof-of-work.ts";

/** Checks and hashes passwords for other features: in the queue of sign-ins, slowed down as they are (SE-09). */
export interface Passwords {
  /** Checks a password; refuses with `wrongPassword` or `tooMany`. */
  prove(tried: Tried, password: string): Promise<void>;
  hash(password: string): Promise<string>;
}

declare module "fastify" {
  interface FastifyInstance {
    signIn: SignInDeps & { passwords: Passwords };
  }
}

/** Hashing turns for each core: one hashes while the database is read for the next. */
const TURNS_A_CORE = 2;

/** Adds `app.signIn`, once for the whole app, so that all share one queue. */
export async function openSignIn(app: FastifyInstance): Promise<void> {
  const cores = Math.max(1, Math.floor(availableParallelism() / app.config.workers));
  const { checkPassword, hashPassword } = passwordWork(concurrencyLimit(cores));
  lowerHashPriority();
  const deps: SignInDeps = {
    db: app.db,
    queue: createHashQueue(cores * TURNS_A_CORE),
    checkPassword,
    hashPassword,
    proofOfWork: new ProofOfWork(app),
    secondFactors: new SecondFactors(app),
    sessions: app.sessions,
    now: app.now,
    sessionDays: app.config.sessionDays,
    audit: app.audit,
    notifyEnded: (userId) => app.sessionEnds.notify(userId),
  };
  measurePasswordQueue(app.metrics, deps.queue);
  const passwords: Passwords = {
    async prove(tried, password) {
      await identifyByPassword(deps, tried, password);
    },
    hash: (password) => deps.queue.run(() => deps.hashPassword(password)),
  };
  app.decorate("signIn", { ...deps, passwords });
}
