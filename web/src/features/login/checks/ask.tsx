import { createElement, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { REFUSALS } from "#contract";
import { ApiError } from "../../../api/failures.ts";
import type { Check } from "../../../session/login.ts";
import { explainFailure, textWithWait } from "../rules.ts";
import type { CheckParts } from "./further-check.ts";
import { doWork, withWork, type Attempt } from "./work.tsx";

type Load = () => Promise<{ default: ComponentType<CheckParts> }>;

/** The dialogs of further checks, by the word in `data.check`, loaded on demand; consent is on the form itself. */
const CHECKS: Readonly<Record<string, Load>> = {
  new_password: () => import("./new-password.tsx"),
  totp: () => import("./totp.tsx"),
  factor_setup: () => import("./factor-setup.tsx"),
};

/**
 * Signs in, asking the person for each further check that the server demands (40004) in a dialog of its own, one after
 * the other; proof of work is done without asking. Rejects with a refusal that is no further check, or with the check
 * that the person closed.
 */
export async function signInWithChecks(
  first: unknown,
  attempt: Attempt,
  known: Check = {},
): Promise<void> {
  let refused = first;
  let check = known;
  const tries = withWork(attempt);
  try {
    await doWork(first, attempt, known);
    return;
  } catch (error) {
    refused = error;
  }
  for (;;) {
    const Dialog = await dialogFor(refused);
    if (Dialog === undefined) throw refused;
    const asked = await ask(Dialog, refused as ApiError, check, tries);
    if (asked === null) return;
    ({ refused, check } = asked);
  }
}

async function dialogFor(error: unknown): Promise<ComponentType<CheckParts> | undefined> {
  const word = checkIn(error);
  const load = Object.entries(CHECKS).find(([name]) => name === word)?.[1];
  return (await load?.())?.default;
}

/** Shows a check's dialog; resolves to null after sign-in, else to the next refusal and the parts collected so far. */
function ask(
  Dialog: ComponentType<CheckParts>,
  error: ApiError,
  check: Check,
  attempt: Attempt,
): Promise<{ refused: unknown; check: Check } | null> {
  const root = createRoot(document.createElement("div"));
  return new Promise<{ refused: unknown; check: Check } | null>((resolve, reject) => {
    let data = error.data as CheckParts["data"];
    async function tryWith(part: Check): Promise<string | null> {
      const next = { ...check, ...part };
      try {
        const codes = await attempt(next);
        resolve(null);
        if (Array.isArray(codes)) {
          (await import("./recovery-codes.tsx")).showRecoveryCodes(codes as string[]);
        }
        return null;
      } catch (failure) {
        if (staysHere(failure, error)) {
          // the next try may need what came with this refusal
          if (checkIn(failure) !== undefined) {
            data = (failure as ApiError).data as CheckParts["data"];
            show();
          }
          return textWithWait(explainFailure(failure, false));
        }
        resolve({ refused: failure, check: next });
        return null;
      }
    }
    async function askAgain() {
      const before = data;
      const fault = await tryWith({});
      return data === before ? fault : data;
    }
    function show() {
      const parts = { data, tryWith, askAgain, onClose: () => reject(error) };
      root.render(createElement(Dialog, parts));
    }
    show();
  }).finally(() => root.unmount());
}

/** Returns true when the person can try again in the same dialog: a wrong part, one too many, or nothing decided. */
function staysHere(failure: unknown, asked: ApiError): boolean {
  if (!(failure instanceof ApiError) || failure.status >= 500) return true;
  if (failure.code === REFUSALS.checkWanted.code) return checkIn(failure) === checkIn(asked);
  const again: readonly number[] = [
    REFUSALS.badInput.code,
    REFUSALS.badCode.code,
    REFUSALS.tooMany.code,
  ];
  return again.includes(failure.code);
}

function checkIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return undefined;
  const { check } = (error.data ?? {}) as { check?: unknown };
  return typeof check === "string" ? check : undefined;
}
