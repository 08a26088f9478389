/**
 * Returns the origins of the API servers in the operator's file (RQ-02); values that are no http(s) origin are left
 * out.
 */
export function apiOrigins(file: string): string[] {
  let api: unknown;
  try {
    ({ api } = JSON.parse(file) as { api?: unknown });
  } catch {
    return [];
  }
  return originsOf(Object.values(api ?? {}));
}

/** Returns the origins of the http(s) addresses among these, each once. */
export function originsOf(addresses: readonly unknown[]): string[] {
  const origins = addresses.map((address) =>
    typeof address === "string" ? URL.parse(address) : null,
  );
  const named = origins.filter((url) => url !== null && /^https?:$/.test(url.protocol));
  return [...new Set(named.map((url) => url?.origin ?? ""))];
}

/** Returns the origins of other makers' modules in the operator's file: the page asks whether one answers. */
export function moduleOrigins(file: string): string[] {
  try {
    const { modules } = JSON.parse(file) as {
      modules?: Record<string, { frame?: unknown } | null>;
    };
    return originsOf(Object.values(modules ?? {}).map((entry) => entry?.frame));
  } catch {
    return [];
  }
}
