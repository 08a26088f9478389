import { REFUSALS } from "#contract";

/** Returns the code of a refusal, to be compared with those of `REFUSALS`; undefined for any other failure and for none. */
export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}

/** Tells whether the server has looked at what was sent and will not have it: sent once more it is refused again. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === "number" && code >= REFUSALS.badInput.code && code < REFUSALS.tooMany.code;
}
