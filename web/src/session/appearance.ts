import { IDENTITY_COLOURS, type Identity, type Theme } from "#contract";
import { takeOffSheet, wearClass, wearSheet } from "../platform/appearance.ts";

/** Below the page's base path. */
function sheetOf(identity: Identity): string {
  return `${import.meta.env.BASE_URL}themes/${IDENTITY_COLOURS[identity]}.css`;
}

/** Has an identity's colours at hand before they are wanted. */
export function fetchSheet(identity: Identity): void {
  fetch(sheetOf(identity)).catch(() => {}); // It is asked for again once the identity is active.
}

let wanted = 0;

/** Dresses the page for an identity; resolves when its colours are there (ID-05, ID-06). The latest call counts. */
export async function showIdentity(identity: Identity | null): Promise<void> {
  const mine = ++wanted;
  if (identity === null) takeOffSheet();
  else await wearSheet(sheetOf(identity));
  if (mine === wanted) wearClass("is", identity);
}

/** Leaves nothing of the person who was here. */
export function showNobody(): void {
  wanted += 1;
  takeOffSheet();
  wearClass("is", null);
  wearClass("theme", null);
}

export function showTheme(theme: Theme): void {
  wearClass("theme", theme);
}
