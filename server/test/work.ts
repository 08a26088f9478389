import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";

/** Solves the challenge of a refusal, with ALTCHA's own solver; returns the value for `check.proof_of_work`. */
export async function solve(data: unknown): Promise<string> {
  const { challenge } = data as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
