import { readJson, tabStore, writeJson } from "../platform/storage.ts";

/** The in-app path to open after sign-in (GD-02), kept by the tab together with the person who wanted it, if known. */
const WANTED_KEY = "wanted-path";

export function storeWantedPath(path: string, userId: string | null): void {
  writeJson(tabStore, WANTED_KEY, { path, userId });
}

/** Returns the kept path, once; null when there is none or another person wanted it. */
export function takeWantedPath(userId: string | null): string | null {
  const kept = readJson(tabStore, WANTED_KEY);
  tabStore.remove(WANTED_KEY);
  if (typeof kept !== "object" || kept === null) return null;
  const { path, userId: owner } = kept as { path?: unknown; userId?: unknown };
  const mine = owner === null || owner === userId;
  return mine && isInAppPath(path) ? path : null;
}

/** Returns whether a value is an in-app path: one leading slash, since `//host` and `/\host` would leave the platform. */
export function isInAppPath(path: unknown): path is string {
  return typeof path === "string" && /^\/(?![/\\])/.test(path);
}
