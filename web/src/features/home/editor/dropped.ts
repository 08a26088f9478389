import { addQuickApp, moveQuickApp, removeQuickApp } from "../quick-apps.ts";
import { ALL_PANE, appIdOf, isFromAll, MINE_PANE } from "./announcements.ts";

/** Returns the list after a drop; dropped over nothing, it stays as it is. */
export function listAfterDrop(
  ids: readonly string[],
  dragged: string,
  over: string | null,
): string[] {
  const appId = appIdOf(dragged);
  if (over === null) return [...ids];
  if (isFromAll(dragged)) {
    if (over === ALL_PANE) return [...ids];
    return addQuickApp(ids, appId, over === MINE_PANE ? ids.length : ids.indexOf(over));
  }
  if (over === ALL_PANE) return removeQuickApp(ids, appId);
  return moveQuickApp(ids, appId, over === MINE_PANE ? ids.length : ids.indexOf(over));
}

/**
 * Returns the index one step from `index` by an arrow key in a grid of `columns`; undefined for other keys and beyond
 * the ends.
 */
export function arrowPlace(
  key: string,
  index: number,
  columns: number,
  count: number,
): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const place = index + step;
  return place >= 0 && place < count ? place : undefined;
}
