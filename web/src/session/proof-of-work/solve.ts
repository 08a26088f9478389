import { solveChallenge, type Challenge, type Solution } from "altcha-lib";
import { deriveKey } from "./derive-key.ts";
// oxlint-disable-next-line import/default -- the build makes it, as vite/client declares
import ProofWorker from "./worker.ts?worker";

/**
 * Solves the challenge of a refusal with `data.check` = `proof_of_work` (SE-09); resolves to the value of
 * `check.proof_of_work`. Takes about a second, in a worker.
 */
export async function solveWork(challenge: unknown, signal?: AbortSignal): Promise<string> {
  const asked = challenge as Challenge;
  const solution = await inWorker(asked, signal);
  if (solution === null) throw new Error("the challenge was not solved in time");
  return btoa(JSON.stringify({ challenge: asked, solution }));
}

function inWorker(challenge: Challenge, signal?: AbortSignal): Promise<Solution | null> {
  let worker: Worker;
  try {
    worker = new ProofWorker();
  } catch {
    // Some shells allow no workers; the page then halts a little now and then.
    return solveChallenge({ challenge, deriveKey });
  }
  return new Promise<Solution | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) => resolve(data);
    worker.onerror = () => resolve(solveChallenge({ challenge, deriveKey }));
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
