import { createElement, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { REFUSALS } from "#contract";
import { ApiError, failureText } from "../../../api/failures.ts";
import type { Check } from "../../../session/login.ts";
import type { CheckParts } from "./further-check.ts";
import { doWork, withWork, type Attempt } from "./work.tsx";

type Load = () => Promise<{ default: ComponentType<CheckParts> }>;

/** A dialog for each word of `data.check`, loaded when it is wanted; consent stands on the form itself. */
const CHECKS: Readonly<Record<string, Load>> = {
  new_password: () => import("./new-password.tsx"),
  totp: () => import("./totp.tsx"),
  factor_setup: () => import("./factor-setup.tsx"),
};

/**
 * Signs in, asking the person for whatever further check the server wants, one after the other, each in a dialog of its own
 * (40004); work is done by itself. Rejects with what the page must show: a refusal that is no further check, or the
 * check that the person closed.
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

/** Null when somebody is signed in; else what was refused next, and what had been brought by then. */
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
          return failureText(failure);
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

/** True where the person can try again in the same dialog: the part was wrong, or the connection failed. */
function staysHere(failure: unknown, asked: ApiError): boolean {
  if (!(failure instanceof ApiError)) return true;
  if (failure.code === REFUSALS.checkWanted.code) return checkIn(failure) === checkIn(asked);
  return failure.code === REFUSALS.badInput.code || failure.code === REFUSALS.badCode.code;
}

function checkIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return undefined;
  const { check } = (error.data ?? {}) as { check?: unknown };
  return typeof check === "string" ? check : undefined;
}
