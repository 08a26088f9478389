import { IDENTITY_COLOURS, type Identity, type Theme } from "#contract";
import { removeColourSheet, setPageClass, setColourSheet } from "../platform/appearance.ts";

/** Below the page's base path. */
function sheetOf(identity: Identity): string {
  return `${import.meta.env.BASE_URL}themes/${IDENTITY_COLOURS[identity]}.css`;
}

/** Fetches an identity's colour sheet before it is needed. */
export function fetchSheet(identity: Identity): void {
  fetch(sheetOf(identity)).catch(() => {}); // It is asked for again once the identity is active.
}

let wanted = 0;

/**
 * Applies an identity's class and colours to the page; resolves when its colour sheet has loaded (ID-05, ID-06). The
 * latest call wins.
 */
export async function showIdentity(identity: Identity | null): Promise<void> {
  const mine = ++wanted;
  if (identity === null) removeColourSheet();
  else await setColourSheet(sheetOf(identity));
  if (mine === wanted) setPageClass("is", identity);
}

/** Removes the identity's class and colours. */
export function clearIdentity(): void {
  wanted += 1;
  removeColourSheet();
  setPageClass("is", null);
  setPageClass("theme", null);
}

export function showTheme(theme: Theme): void {
  setPageClass("theme", theme);
}
