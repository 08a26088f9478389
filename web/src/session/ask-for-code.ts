import { REFUSALS, sendCode, type CodeUse } from "#contract";
import { send, type SendOptions } from "../api/client.ts";
import { ApiError } from "../api/failures.ts";

const QUIET: SendOptions = { quietGeneral: true, quietError: true };

/**
 * Asks for a code, doing the proof of work that the server may demand first (SE-09). Rejects with refusals for the
 * caller to show.
 */
export async function askForCode(receiver: string, use: CodeUse): Promise<void> {
  try {
    await send(sendCode, { receiver, use }, QUIET);
  } catch (error) {
    const challenge = challengeIn(error);
    if (challenge === undefined) throw error;
    const { solveWork } = await import("./proof-of-work/solve.ts");
    const proof_of_work = await solveWork(challenge);
    await send(sendCode, { receiver, use, check: { proof_of_work } }, QUIET);
  }
}

function challengeIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return undefined;
  return (error.data as { challenge?: unknown } | null)?.challenge;
}
