import { sql } from "kysely";
import { consentStep } from "./consent.ts";
import { createSession, createSessionUnless, type NewSession } from "./create-session.ts";
import { secondFactorStep } from "./factor/sign-in-step.ts";
import { ownPasswordStep } from "./own-password.ts";
import type { PersonToSignIn, Identified, SignIn, SignInDeps, Step, Visitor } from "./sign-in.ts";
import { updateDeviceCredential } from "./remembered-device.ts";

/**
 * The pending checks of every sign-in, in order. Before them each call identifies the person: `identifyByPassword` and
 * `identifyByDevice` (identify.ts), `signInByCode`, `signInByPasskey`. After them the session is created with all their
 * writes, or nothing is. The second factor comes last, since its code is short-lived.
 */
export const STEPS: readonly Step[] = [consentStep, ownPasswordStep, secondFactorStep];

export interface SignedIn extends NewSession {
  credential?: string | undefined;
  recovery_codes?: string[] | undefined;
}

/** Takes an identified person through the steps, and creates the session (SE-01, SE-02, SE-05, SE-08, SE-10, SE-13). */
export async function completeSignIn(
  deps: SignInDeps,
  person: PersonToSignIn,
  visitor: Visitor,
  identified: Identified,
): Promise<SignedIn> {
  const begin = (): SignIn => ({ ...identified, deps, person, visitor, writes: [] });
  return (await createInOneStatement(begin())) ?? passSteps(begin());
}

async function passSteps(signIn: SignIn): Promise<SignedIn> {
  for (const step of STEPS) await step.pass(signIn);
  updateDeviceCredential(signIn);
  if (signIn.spend !== undefined) signIn.writes.push(signIn.spend);
  const { deps, person, visitor } = signIn;
  return answerOf(signIn, await createSession(deps, person.id, visitor, sessionOptions(signIn)));
}

/**
 * Creates the session in one statement if no step may demand anything of the person, which the statement checks itself;
 * undefined otherwise.
 */
async function createInOneStatement(signIn: SignIn): Promise<SignedIn | undefined> {
  const { deps, person, visitor, check, passed, used, spend } = signIn;
  if ([check, passed, used, spend].some((one) => one !== undefined)) return undefined;
  updateDeviceCredential(signIn);
  const wanted = STEPS.map((step) => step.mayDemand(signIn));
  const unless = sql<boolean>`(${sql.join(wanted, sql` or `)})`;
  const created = await createSessionUnless(
    deps,
    person.id,
    visitor,
    sessionOptions(signIn),
    unless,
  );
  return created && answerOf(signIn, created);
}

function sessionOptions({ by, person, factor, writes }: SignIn) {
  return {
    by,
    password_hash: by === "password" ? person.password_hash : undefined,
    factor,
    proved: by !== "credential" || factor !== undefined,
    writes,
  };
}

function answerOf({ factor, credential, recovery_codes }: SignIn, created: NewSession): SignedIn {
  // what is live on other kinds of client has not shown the factor that was set up just now
  const endedOthers = created.endedOthers || factor === "setup";
  return { ...created, credential, recovery_codes, endedOthers };
}
