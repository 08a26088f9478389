import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { login, InputOf } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { Audit } from "../http/audit.ts";
import type { ClientKind } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret, newSecret } from "../http/secret.ts";
import { newConsents, recordConsents } from "./consent.ts";
import {
  findDevice,
  issueCredential,
  readCredential,
  revokeCredential,
  revokeReplayed,
  rotateCredential,
  type Credential,
} from "./credential.ts";
import type { PassedStep, SecondFactors } from "./factor/second-factors.ts";
import type { HashQueue } from "./hash-queue.ts";
import type { CheckPassword } from "./password.ts";
import type { ProofOfWork } from "./proof/proof-of-work.ts";
import { replaceSession, stillStands, type PersonToSignIn } from "./queries.ts";
import { accountOf, type Agreed } from "./rules.ts";
import { replaceTemporary } from "./temporary-password.ts";
import {
  clearFailures,
  countFailure,
  findCandidate,
  refuseBlocked,
  type Tried,
} from "./throttle.ts";

/** One of those who sign the same person in at the same moment gets through each time; more never come at once. */
const TRIES = 50;
const DEVICE_AT_MOST = 200;
const MS_PER_DAY = 86_400_000;

/** What signing in needs of the app. */
export interface Desk {
  db: Database;
  queue: HashQueue;
  checkPassword: CheckPassword;
  proofOfWork: ProofOfWork;
  secondFactors: SecondFactors;
  now: () => Date;
  sessionDays: number;
  audit: Audit;
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
    if (credential !== undefined && isWrong(error)) {
      await revokeReplayed(desk.db, credential, desk.now());
    }
    throw error;
  }
}

/** What the page brings along when a further check was wanted (40004). */
type Check = InputOf<typeof login>["check"];

/** How it is known who signs in, and what goes with it. */
export interface Proven {
  by: "password" | "credential" | "code";
  check: Check;
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
  { by, check, used, remember, within }: Proven,
): Promise<SignedIn> {
  const consents = await newConsents(desk.db, person, check?.consents ?? [], desk.now());
  const ownPassword = await replaceTemporary(desk, person, check?.new_password);
  const step = await desk.secondFactors.atSignIn(person.id, check ?? {}, visitor);
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
  return { ...signedIn, recovery_codes };
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
  // who must wait anyway takes no place in the line
  if (queue.crowded) await refuseBlocked(db, tried, now());
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
  { db, now, audit }: Desk,
  account: string,
  credential: Credential | undefined,
  { request }: Visitor,
): Promise<PersonToSignIn> {
  const person = credential && (await findDevice(db, credential, account, now()));
  if (person !== undefined) return person;
  if (credential !== undefined) await revokeReplayed(db, credential, now());
  audit.note(request, { action: "sign-in", outcome: "refused", detail: { by: "credential" } });
  throw new Refusal("wrongPassword");
}

/** How it became sure who the person is; for the audit. */
export type SignInWay = "password" | "credential" | "qr" | "code" | "passkey" | "other";

/** What an opened session comes with. */
interface Entry {
  by: SignInWay;
  /** The password that opened the way, as it is kept: it may have been changed meanwhile. */
  password_hash?: string | null | undefined;
  /** The second step that was passed. */
  factor?: PassedStep["way"] | undefined;
  /** The password itself, or a second factor, was seen just now. */
  proved: boolean;
  consents?: readonly Agreed[];
  used?: Credential | undefined;
  remember?: boolean | undefined;
  within?: (trx: Queryable, at: Date) => Promise<void>;
}

/** Opens a session for a person of whom one is sure, in the place of the live one of that client kind (SE-05). */
export async function enter(
  { db, now, sessionDays, audit }: Desk,
  userId: string,
  visitor: Visitor,
  { by, password_hash, factor, proved, consents = [], used, remember, within }: Entry,
): Promise<SignedIn> {
  const token = newSecret();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const at = now();
    const expires_at = new Date(at.getTime() + sessionDays * MS_PER_DAY);
    const id = randomUUID();
    const entered = await db.transaction().execute(async (trx) => {
      if (!(await stillStands(trx, userId, password_hash))) throw new Refusal("wrongPassword");
      const opened = await replaceSession(trx, {
        id,
        token_hash: hashSecret(token),
        user_id: userId,
        client: visitor.client,
        device: visitor.device.slice(0, DEVICE_AT_MOST),
        ip: visitor.address,
        created_at: at,
        last_seen_at: at,
        expires_at,
        proved_at: proved ? at : null,
      });
      if (!opened) return undefined;
      await recordConsents(trx, userId, consents, at);
      const credential = await keepDevice(trx, userId, used, remember, at);
      await within?.(trx, at);
      const actor = { user_id: userId, session_id: id };
      const detail = { by, factor, client: visitor.client };
      const event = { action: "sign-in", actor, subject_id: userId, detail } as const;
      await audit.record(visitor.request, event, trx);
      return { user_id: userId, token, expires_at, credential };
    });
    if (entered !== undefined) return entered;
  }
  throw new Refusal("notReady", { retryAfter: 1 });
}

/** The credential this device goes away with: the next one, a first one if asked for, or none. */
async function keepDevice(
  trx: Queryable,
  userId: string,
  used: Credential | undefined,
  remember: boolean | undefined,
  now: Date,
): Promise<string | undefined> {
  if (used === undefined) return remember === true ? issueCredential(trx, userId, now) : undefined;
  const next = await rotateCredential(trx, used, now);
  if (next === undefined) throw new Refusal("wrongPassword");
  if (remember !== false) return next;
  await revokeCredential(trx, used.id, now);
  return undefined;
}

function isWrong(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === "wrongPassword";
}
