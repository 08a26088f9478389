/** The API servers that the operator's file names (RQ-02); what is no http(s) origin is left out. */
export function apiOrigins(file: string): string[] {
  let api: unknown;
  try {
    ({ api } = JSON.parse(file) as { api?: unknown });
  } catch {
    return [];
  }
  return originsOf(Object.values(api ?? {}));
}

/** The origins of what are http(s) addresses among them, each once. */
export function originsOf(addresses: readonly unknown[]): string[] {
  const origins = addresses.map((address) =>
    typeof address === "string" ? URL.parse(address) : null,
  );
  const named = origins.filter((url) => url !== null && /^https?:$/.test(url.protocol));
  return [...new Set(named.map((url) => url?.origin ?? ""))];
}

/** The origins of the modules of other makers that the operator's file names: the page asks whether one answers. */
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
