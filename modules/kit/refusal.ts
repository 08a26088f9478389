/** Returns the code of a refusal, to be compared with those of `REFUSALS`; undefined for any other failure and for none. */
export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}
