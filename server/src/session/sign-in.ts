import type { FastifyRequest } from "fastify";
import type { login, InputOf } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { Audit } from "../http/audit.ts";
import type { ClientKind } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import type { Sessions } from "../http/sessions.ts";
import { newConsents } from "./consent.ts";
import { findDevice, readCredential, revokeReplayed, type Credential } from "./credential.ts";
import { enter, tryToEnter } from "./enter.ts";
import type { PassedStep, SecondFactors } from "./factor/second-factors.ts";
import type { HashQueue } from "./hash-queue.ts";
import type { PasswordWork } from "./password.ts";
import type { ProofOfWork } from "./proof/proof-of-work.ts";
import { hindrances } from "./hindrances.ts";
import type { PersonToSignIn } from "./queries.ts";
import { accountOf, mayBeAsked } from "./rules.ts";
import { replaceTemporary } from "./temporary-password.ts";
import { clearFailures, countFailure, findCandidate, type Tried } from "./throttle.ts";

/** What signing in needs of the app. */
export interface Desk extends PasswordWork {
  db: Database;
  queue: HashQueue;
  proofOfWork: ProofOfWork;
  secondFactors: SecondFactors;
  sessions: Sessions;
  now: () => Date;
  sessionDays: number;
  audit: Audit;
  /** Says that sessions of a person have ended, once that is committed. */
  ended: (userId: string) => void;
}

export interface Visitor {
  request: FastifyRequest;
  address: string;
  client: ClientKind;
  device: string;
}

export interface SignedIn {
  user_id: string;
  token: string;
  expires_at: Date;
  credential: string | undefined;
  /** Other sessions of the person have ended for it. */
  ended: boolean;
  /** To be shown once: a second factor was set up on the way. */
  recovery_codes?: string[] | undefined;
}

/** One sign-in: who it is, then all that follows, or nothing (SE-01, SE-02, SE-05, SE-08, SE-09, SE-10). */
export async function signIn(
  desk: Desk,
  input: InputOf<typeof login>,
  visitor: Visitor,
): Promise<SignedIn> {
  const account = accountOf(input.account);
  const credential = credentialOf(input);
  const person =
    input.password === undefined
      ? await byCredential(desk, account, credential, visitor)
      : await byPassword(desk, { account, address: visitor.address }, input.password, {
          solved: input.check?.proof_of_work,
        });
  const by = credential === undefined ? "password" : "credential";
  try {
    const device = { used: credential, remember: input.need_remember };
    return await completeSignIn(desk, person, visitor, { by, check: input.check, ...device });
  } catch (error) {
    // two pages held the same credential, and the other was faster
    if (credential !== undefined && isWrong(error)) await endCopied(desk, credential);
    throw error;
  }
}

/** What the page brings along when a further check was wanted (40004). */
type Check = InputOf<typeof login>["check"];

/** How it is known who signs in, and what goes with it. */
export interface Proven {
  by: "password" | "credential" | "code" | "passkey";
  check: Check;
  /** The second step, where what proved the person was one already. */
  step?: PassedStep | undefined;
  used?: Credential | undefined;
  remember?: boolean | undefined;
  /** Done in the transaction that opens the session; what it throws undoes all. */
  within?: (trx: Queryable, at: Date) => Promise<void>;
}

/**
 * All that follows once it is known who signs in: consents → a password of one's own → second factor → device and
 * session. The factor comes last, since its code is short-lived; until it has passed, nothing is written.
 */
export async function completeSignIn(
  desk: Desk,
  person: PersonToSignIn,
  visitor: Visitor,
  proven: Proven,
): Promise<SignedIn> {
  return (
    (await goStraightIn(desk, person, visitor, proven)) ?? passChecks(desk, person, visitor, proven)
  );
}

/** Of whom nothing more is wanted: one statement. It finds out itself whether that is so, and else opens nothing. */
async function goStraightIn(
  desk: Desk,
  person: PersonToSignIn,
  visitor: Visitor,
  { by, check, step, used, remember, within }: Proven,
): Promise<SignedIn | undefined> {
  if (check !== undefined || person.temporary_until !== null) return undefined;
  if (step !== undefined || used !== undefined || within !== undefined) return undefined;
  const now = desk.now();
  const asksConsent = mayBeAsked(person.birth_date, now);
  return tryToEnter(desk, person.id, visitor, {
    by,
    password_hash: by === "password" ? person.password_hash : undefined,
    unless: hindrances(desk.secondFactors.policy, asksConsent, now),
    proved: by !== "credential",
    remember,
  });
}

async function passChecks(
  desk: Desk,
  person: PersonToSignIn,
  visitor: Visitor,
  { by, check, step: passed, used, remember, within }: Proven,
): Promise<SignedIn> {
  const consents = await newConsents(desk.db, person, check?.consents ?? [], desk.now());
  const ownPassword = await replaceTemporary(desk, person, check?.new_password);
  const step = passed ?? (await desk.secondFactors.atSignIn(person.id, check ?? {}, visitor));
  let recovery_codes: string[] | undefined;
  const signedIn = await enter(desk, person.id, visitor, {
    by,
    password_hash: by === "password" ? person.password_hash : undefined,
    factor: step?.way,
    proved: by !== "credential" || step !== undefined,
    consents,
    used,
    remember,
    async within(trx, at) {
      if (ownPassword !== undefined) {
        await ownPassword(trx, at);
        const [actor, subject_id] = [{ user_id: person.id }, person.id];
        const event = { action: "password-change", actor, subject_id } as const;
        await desk.audit.record(visitor.request, event, trx);
      }
      recovery_codes = await step?.take(trx, at);
      await within?.(trx, at);
    },
  });
  // what is live on other kinds of client has not shown the factor that was set up just now
  return { ...signedIn, ended: signedIn.ended || step?.way === "setup", recovery_codes };
}

function credentialOf(input: InputOf<typeof login>): Credential | undefined {
  if (input.password !== undefined) return undefined;
  if (input.credential === undefined) {
    const errors = [{ path: "password", message: "请输入密码" }];
    throw new Refusal("badInput", { data: { errors } });
  }
  const credential = readCredential(input.credential);
  if (credential === undefined) throw new Refusal("wrongPassword");
  return credential;
}

/** The work that a page has done to be heard; where none can be asked for, wrong passwords only slow down. */
interface Work {
  solved: string | undefined;
}

/**
 * The person of an account and its password; wrong ones are counted, slow down further tries, and cost work when there
 * are many (SE-09).
 */
export async function byPassword(
  { db, queue, checkPassword, proofOfWork, now, audit }: Desk,
  tried: Tried,
  password: string,
  work?: Work,
): Promise<PersonToSignIn> {
  // a storm costs the database nothing for those who must come back later anyway
  queue.refuseFull();
  return queue.run(async () => {
    const { person, counted, suspect } = await findCandidate(db, tried, now());
    if (suspect && work !== undefined) {
      await proofOfWork.demand({ use: "login", ...tried }, work.solved);
    }
    const right = await checkPassword(person?.password_hash ?? null, password);
    if (!right || person === undefined) {
      await countFailure(db, tried, now());
      audit.note(null, {
        action: work === undefined ? "proof" : "sign-in",
        outcome: "refused",
        subject_id: person?.id,
        address: tried.address,
        detail: { by: "password" },
      });
      throw new Refusal("wrongPassword");
    }
    if (counted) await clearFailures(db, tried);
    return person;
  });
}

async function byCredential(
  desk: Desk,
  account: string,
  credential: Credential | undefined,
  { request }: Visitor,
): Promise<PersonToSignIn> {
  const { db, now, audit } = desk;
  const person = credential && (await findDevice(db, credential, account, now()));
  if (person !== undefined) return person;
  const subject_id = credential && (await endCopied(desk, credential));
  const detail = { by: "credential", copied: subject_id !== undefined };
  audit.note(request, { action: "sign-in", outcome: "refused", subject_id, detail });
  throw new Refusal("wrongPassword");
}

/** Ends what a credential that was used before has ever opened; answers whose it was, if it was one. */
export async function endCopied(
  { db, now, ended }: Pick<Desk, "db" | "now" | "ended">,
  credential: Credential,
): Promise<string | undefined> {
  const userId = await revokeReplayed(db, credential, now());
  if (userId !== undefined) ended(userId);
  return userId;
}

function isWrong(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === "wrongPassword";
}
