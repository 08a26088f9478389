import { createRoot } from "react-dom/client";
import { REFUSALS } from "#contract";
import { ApiError } from "../../../api/failures.ts";
import type { Check } from "../../../session/login.ts";
import { solveWork } from "../../../session/proof-of-work/solve.ts";
import css from "./work.module.css";

export type Attempt = (check: Check) => Promise<unknown>;

/** The greatest number of challenges: one may expire while it is being solved. */
const TRIES = 3;

/** Wraps an attempt so that it does the proof of work that the server may demand (SE-09). */
export function withWork(attempt: Attempt): Attempt {
  return async (check) => {
    try {
      return await attempt(check);
    } catch (error) {
      return doWork(error, attempt, check);
    }
  };
}

/** Does the proof of work that this refusal demands, and tries again with it; rejects with any other refusal. */
export async function doWork(refused: unknown, attempt: Attempt, check: Check): Promise<unknown> {
  let error = refused;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const challenge = challengeIn(error);
    if (challenge === undefined) break;
    const stop = showWorking();
    try {
      return await attempt({ ...check, proof_of_work: await solveWork(challenge) });
    } catch (failure) {
      error = failure;
    } finally {
      stop();
    }
  }
  throw error;
}

function challengeIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return undefined;
  const { check, challenge } = (error.data ?? {}) as { check?: unknown; challenge?: unknown };
  return check === "proof_of_work" ? challenge : undefined;
}

/** Shows that work is under way; returns a function that ends it. */
function showWorking(): () => void {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <p className={css["note"]} role="status">
      <span className={css["spinner"]} aria-hidden="true" />
      正在做安全检查，请稍候，不用做任何操作…
    </p>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
