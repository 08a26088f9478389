import { randomUUID } from "node:crypto";
import type { RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { entryOf } from "../http/audit-entry.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret, newSecret } from "../http/secret.ts";
import { recordConsents } from "./consent.ts";
import {
  issueCredential,
  revokeCredential,
  rotateCredential,
  tieSession,
  type Credential,
} from "./credential.ts";
import type { PassedStep } from "./factor/second-factors.ts";
import { openSession, type Opened, type Opening } from "./open-session.ts";
import type { Agreed } from "./rules.ts";
import type { Desk, SignedIn, Visitor } from "./sign-in.ts";

/** One of those who sign the same person in at the same moment gets through each time; more never come at once. */
const TRIES = 50;
const DEVICE_AT_MOST = 200;
const MS_PER_DAY = 86_400_000;

/** How it became sure who the person is; for the audit. */
export type SignInWay = "password" | "credential" | "qr" | "code" | "passkey" | "other";

/** What an opened session comes with. */
interface Entry {
  by: SignInWay;
  /** The password that opened the way, as it is kept: it may have been changed meanwhile. */
  password_hash?: string | null | undefined;
  /** Where this holds of the person nothing is opened. */
  unless?: RawBuilder<boolean>;
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
  desk: Desk,
  userId: string,
  visitor: Visitor,
  entry: Omit<Entry, "unless">,
): Promise<SignedIn> {
  const signedIn = await tryToEnter(desk, userId, visitor, entry);
  if (signedIn === undefined) throw new Error("Nothing was to hinder it");
  return signedIn;
}

/** Undefined when what `unless` says holds. */
export async function tryToEnter(
  desk: Desk,
  userId: string,
  visitor: Visitor,
  entry: Entry,
): Promise<SignedIn | undefined> {
  const { now, sessionDays } = desk;
  const { by, password_hash, unless, factor, proved } = entry;
  const token = newSecret();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const at = now();
    const session = {
      id: randomUUID(),
      token_hash: hashSecret(token),
      user_id: userId,
      client: visitor.client,
      device: visitor.device.slice(0, DEVICE_AT_MOST),
      ip: visitor.address,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + sessionDays * MS_PER_DAY),
      proved_at: proved ? at : null,
    };
    const actor = { user_id: userId, session_id: session.id };
    const detail = { by, factor, client: visitor.client };
    const event = { action: "sign-in", actor, subject_id: userId, detail } as const;
    const opening = {
      session,
      passwordHash: password_hash,
      unless,
      entry: entryOf(visitor.request, event, at),
    };
    const opened = await openWith(desk, opening, entry);
    if (opened.outcome === "gone") throw new Refusal("wrongPassword");
    if (opened.outcome === "hindered") return undefined;
    if (opened.outcome === "opened") {
      const { replaced: ended, credential } = opened;
      return { user_id: userId, token, expires_at: session.expires_at, credential, ended };
    }
  }
  throw new Refusal("notReady", { retryAfter: 1 });
}

/** Opens the session together with what goes with it, or neither. */
async function openWith(
  { db, sessions }: Desk,
  opening: Opening,
  { consents = [], used, remember, within }: Entry,
): Promise<Opened & { credential?: string | undefined }> {
  const isAlone =
    consents.length === 0 && used === undefined && remember !== true && within === undefined;
  if (isAlone) {
    const reading = sessions.begin();
    const opened = await openSession(db, opening);
    if (opened.outcome === "opened") sessions.admit(opening.session, opened.person, reading);
    return opened;
  }
  const { id, user_id, created_at } = opening.session;
  return db.transaction().execute(async (trx) => {
    const opened = await openSession(trx, opening);
    if (opened.outcome !== "opened") return opened;
    await recordConsents(trx, user_id, consents, created_at);
    const credential = await keepDevice(trx, user_id, used, remember, created_at);
    if (credential !== undefined) await tieSession(trx, id, credential);
    await within?.(trx, created_at);
    return { ...opened, credential };
  });
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
