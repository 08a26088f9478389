import type { FastifyRequest } from "fastify";
import type { RawBuilder } from "kysely";
import type { InputOf, login } from "#contract";
import type { Audit } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { ClientKind } from "../session/caller.ts";
import type { Sessions } from "../session/sessions.ts";
import type { PassedStep, SecondFactors } from "./factor/second-factors.ts";
import type { HashQueue } from "./hash-queue.ts";
import type { PasswordWork } from "./password.ts";
import type { ProofOfWork } from "./proof/proof-of-work.ts";

/** The types that the steps of a sign-in share (steps.ts). */

/** The dependencies of signing in. */
export interface SignInDeps extends PasswordWork {
  db: Database;
  queue: HashQueue;
  proofOfWork: ProofOfWork;
  secondFactors: SecondFactors;
  sessions: Sessions;
  now: () => Date;
  sessionDays: number;
  audit: Audit;
  /** Notifies that sessions of a person have ended, once that is committed. */
  notifyEnded: (userId: string) => void;
}

/** The client that signs in: its address and what it calls itself. */
export interface Visitor {
  request: FastifyRequest;
  address: string;
  client: ClientKind;
  device: string;
}

/** One pending check of a sign-in (40004). */
export interface Step {
  name: string;
  /**
   * Returns the SQL condition on "user" `u` under which the step may demand something. Where it is false for all steps, as
   * for nearly everybody, `pass` has nothing to do, and one statement creates the session.
   */
  mayDemand(signIn: SignIn): RawBuilder<boolean>;
  /** Refuses while an answer to the step is missing; else adds its writes to the session's. */
  pass(signIn: SignIn): Promise<void>;
}

/** A sign-in under way: the identified person, the given answers, and the results of the steps. */
export interface SignIn extends Readonly<Identified> {
  readonly deps: SignInDeps;
  readonly visitor: Visitor;
  readonly person: PersonToSignIn;
  /** Writes in the transaction that creates the session; an error of one undoes all. */
  readonly writes: Write[];
  factor?: PassedStep["way"];
  /** The credential that the device gets. */
  credential?: string | undefined;
  /** Recovery codes to show once: a second factor was set up on the way. */
  recovery_codes?: string[] | undefined;
}

export type Write = (trx: Queryable, at: Date, sessionId: string) => Promise<void>;

/** The identification of the person, and what goes with it. */
export interface Identified {
  by: "password" | "credential" | "code" | "passkey";
  /** The page's answer to a pending check. */
  check: InputOf<typeof login>["check"];
  /** The second factor, where the identification was by one already. */
  passed?: PassedStep | undefined;
  used?: Credential | undefined;
  remember?: boolean | undefined;
  /** Uses up the means of identification. */
  spend?: Write | undefined;
}

/** The credential of a remembered device: `id.secret`. The secret changes with every use (SE-02). */
export interface Credential {
  id: string;
  secret: string;
}

export interface PersonToSignIn {
  id: string;
  account: string;
  password_hash: string | null;
  birth_date: string | null;
  /** True when somebody else set the password: it only lets the person choose an own one (SE-13). */
  must_change_password: boolean;
}

/** Returns an enabled person, as signing in needs them. */
export async function findPerson(db: Database, id: string): Promise<PersonToSignIn | undefined> {
  return db
    .selectFrom("user")
    .select(["id", "account", "password_hash", "birth_date", "must_change_password"])
    .where("id", "=", id)
    .where("is_abled", "=", true)
    .executeTakeFirst();
}
