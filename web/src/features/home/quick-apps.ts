import { MAX_QUICK_APPS } from "#contract";

/** Puts `id` into the list, at `at` or at its end; a full list or one that holds it stays as it is (AP-04). */
export function addQuickApp(ids: readonly string[], id: string, at = ids.length): string[] {
  if (ids.includes(id) || ids.length >= MAX_QUICK_APPS) return [...ids];
  return [...ids.slice(0, at), id, ...ids.slice(at)];
}

export function removeQuickApp(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}

/** Moves `id` to the place `to`, which is held within the list. */
export function moveQuickApp(ids: readonly string[], id: string, to: number): string[] {
  if (!ids.includes(id)) return [...ids];
  const others = removeQuickApp(ids, id);
  const place = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/** Returns the quick apps that may be saved: only apps the person can see, at most {@link MAX_QUICK_APPS}. */
export function savableQuickApps(
  ids: readonly string[],
  visibleIds: ReadonlySet<string>,
): string[] {
  return [...new Set(ids)].filter((id) => visibleIds.has(id)).slice(0, MAX_QUICK_APPS);
}
