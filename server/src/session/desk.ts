import { availableParallelism } from "node:os";
import type { FastifyInstance } from "fastify";
import { atMost } from "./at-most.ts";
import { openCodes } from "./code/routes.ts";
import { openEntrance } from "./entrance.ts";
import { letHashesGiveWay } from "./give-way.ts";
import { openGuesses } from "./guesses.ts";
import { createHashQueue } from "./hash-queue.ts";
import { measurePasswordQueue } from "./password-queue-metrics.ts";
import { passwordWork } from "./password.ts";
import { byPassword, type Desk } from "./sign-in.ts";
import type { Tried } from "./throttle.ts";

/** How other features ask about passwords: in the same line as sign-ins, and slowed down as they are (SE-09). */
export interface Passwords {
  /** Refuses with `wrongPassword` or `tooMany`. */
  prove(tried: Tried, password: string): Promise<void>;
  hash(password: string): Promise<string>;
}

declare module "fastify" {
  interface FastifyInstance {
    desk: Desk;
    passwords: Passwords;
  }
}

/** A core hashes for one while the database is asked about the next: it never waits for an answer. */
const TURNS_A_CORE = 2;

/** Where people sign in; one for the whole app, so that one line holds everyone. */
export async function openDesk(app: FastifyInstance): Promise<void> {
  const cores = availableParallelism();
  const { checkPassword, hashPassword } = await passwordWork(atMost(cores));
  letHashesGiveWay();
  const desk: Desk = {
    db: app.db,
    queue: createHashQueue(cores * TURNS_A_CORE),
    checkPassword,
    hashPassword,
    proofOfWork: app.proofOfWork,
    secondFactors: app.secondFactors,
    sessions: app.sessions,
    now: app.now,
    sessionDays: app.config.sessionDays,
    audit: app.audit,
    ended: (userId) => app.sessionEnds.tell(userId),
  };
  measurePasswordQueue(app.metrics, desk.queue);
  openCodes(app);
  openEntrance(app);
  openGuesses(app);
  app.decorate("desk", desk).decorate("passwords", {
    async prove(tried, password) {
      await byPassword(desk, tried, password);
    },
    hash: (password) => desk.queue.run(() => desk.hashPassword(password)),
  });
}
