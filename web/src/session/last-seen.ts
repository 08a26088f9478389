import type { AppsAnswer, Identity, School, User } from "#contract";
import { localStore, readJson, writeJson } from "../platform/storage.ts";

/**
 * Keeps what home last showed, for when there is no network. In local storage and in no other place: there the wipe of
 * SE-06 takes it away in the same moment as the token, also when the browser is closed right after. Under the person's
 * id and identity; it holds no token, and only what the calls' answers show on screen.
 */
export interface LastSeen {
  at: number;
  user: User;
  schools: School[];
  apps: AppsAnswer | null;
}

const PREFIX = "last-seen:";
/** The time in ms that it is kept: as long as a session lasts. */
const KEPT_MS = 30 * 24 * 3_600_000;

const keyOf = (userId: string, identity: Identity) => `${PREFIX}${userId}/${identity}`;

export function keepLastSeen(userId: string, identity: Identity, seen: LastSeen): void {
  writeJson(localStore, keyOf(userId, identity), seen);
}

/** Returns what this person last saw under this identity; null when there is none, it is too old, or it is not ours. */
export function readLastSeen(userId: string, identity: Identity, now: number): LastSeen | null {
  const kept = readJson(localStore, keyOf(userId, identity));
  if (!isRecord(kept)) return null;
  const { at, user, schools, apps } = kept;
  // a device without a battery starts each time at the same hour, which may lie before the last one
  const fresh = typeof at === "number" && Math.abs(now - at) < KEPT_MS;
  if (!fresh || !isRecord(user) || user["id"] !== userId || user["identity"] !== identity)
    return null;
  return {
    at,
    user,
    schools: Array.isArray(schools) ? (schools as School[]) : [],
    apps: isApps(apps) ? apps : null,
  };
}

/** Forgets what anybody but this person has seen; null: everybody. */
export function forgetLastSeen(except: string | null): void {
  for (const [key] of localStore.entries()) {
    const others = except === null || !key.startsWith(`${PREFIX}${except}/`);
    if (key.startsWith(PREFIX) && others) localStore.remove(key);
  }
}

function isApps(value: unknown): value is AppsAnswer {
  return (
    isRecord(value) &&
    Array.isArray(value["apps"]) &&
    Array.isArray(value["category"]) &&
    Array.isArray(value["recent_app_ids"])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
