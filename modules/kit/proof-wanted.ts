import type { FactorWay } from "#contract";

const CHECK_WANTED = 40004;

/** The second factors that will do in the place of the password; none of who has none. */
export interface ProofWanted {
  ways: readonly FactorWay[];
  passkey: object | undefined;
}

/** What a refusal wants that asks once more who is there; undefined for any other error. */
export function proofWantedIn(error: unknown): ProofWanted | undefined {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: Record<string, unknown> | null };
  if (code !== CHECK_WANTED || data?.["check"] !== "password") return undefined;
  const { ways, passkey } = data;
  return {
    ways: Array.isArray(ways) ? (ways as FactorWay[]) : [],
    passkey: typeof passkey === "object" && passkey !== null ? passkey : undefined,
  };
}
