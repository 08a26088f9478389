import type { login, InputOf } from "#contract";
import { Refusal } from "../http/refusal.ts";
import type { Credential, SignInDeps, Visitor, PersonToSignIn } from "./sign-in.ts";
import { findDevice, readCredential, revokeReplayed } from "./remembered-device.ts";
import { accountOf } from "./rules.ts";
import { completeSignIn, type SignedIn } from "./steps.ts";
import { clearFailures, countFailure, findCandidate, type Tried } from "./throttle.ts";

/** Signs in by a password or by a remembered device's credential (SE-01, SE-02, SE-09). */
export async function signIn(
  deps: SignInDeps,
  input: InputOf<typeof login>,
  visitor: Visitor,
): Promise<SignedIn> {
  const account = accountOf(input.account);
  const { check, need_remember: remember } = input;
  const used = credentialOf(input);
  if (used === undefined) {
    const tried = { account, address: visitor.address };
    const work = { solved: check?.proof_of_work };
    const person = await identifyByPassword(deps, tried, input.password ?? "", work);
    return completeSignIn(deps, person, visitor, { by: "password", check, remember });
  }
  const person = await identifyByDevice(deps, account, used, visitor);
  try {
    const identified = { by: "credential", check, used, remember } as const;
    return await completeSignIn(deps, person, visitor, identified);
  } catch (error) {
    // two pages held the same credential, and the other was faster
    if (isWrongPassword(error)) await endReplayedDevice(deps, used);
    throw error;
  }
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

/** The proof of work that a page sends; where it cannot be demanded, wrong passwords only slow down. */
interface Work {
  solved: string | undefined;
}

/**
 * Returns the person of an account and its password. Wrong passwords are counted and slow down further attempts; after
 * many, the page must solve a proof of work first (SE-09).
 *
 * @throws Refusal `wrongPassword`, `tooMany`, `checkWanted` (proof of work) or `notReady` (queue full)
 */
export async function identifyByPassword(
  { db, queue, checkPassword, proofOfWork, now, audit }: SignInDeps,
  tried: Tried,
  password: string,
  work?: Work,
): Promise<PersonToSignIn> {
  // before the database is asked: in a storm of sign-ins those who are turned away cost it nothing
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

/** Returns the person of a remembered device; a credential that was used before ends the device and its sessions. */
async function identifyByDevice(
  deps: SignInDeps,
  account: string,
  credential: Credential,
  { request }: Visitor,
): Promise<PersonToSignIn> {
  const { db, now, audit } = deps;
  const person = await findDevice(db, credential, account, now());
  if (person !== undefined) return person;
  const subject_id = await endReplayedDevice(deps, credential);
  const detail = { by: "credential", copied: subject_id !== undefined };
  audit.note(request, { action: "sign-in", outcome: "refused", subject_id, detail });
  throw new Refusal("wrongPassword");
}

/**
 * Ends the device and its sessions where the credential was used before, so somebody holds a copy; returns the person's
 * id, or undefined where it was no such credential.
 */
export async function endReplayedDevice(
  { db, now, notifyEnded }: Pick<SignInDeps, "db" | "now" | "notifyEnded">,
  credential: Credential,
): Promise<string | undefined> {
  const userId = await revokeReplayed(db, credential, now());
  if (userId !== undefined) notifyEnded(userId);
  return userId;
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === "wrongPassword";
}
