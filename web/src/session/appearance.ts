import { IDENTITY_COLOURS, type Identity, type Theme } from "#contract";
import { takeOffSheet, wearClass, wearSheet } from "../platform/appearance.ts";

/** Below the page's base path. */
export function sheetOf(identity: Identity): string {
  return `${import.meta.env.BASE_URL}themes/${IDENTITY_COLOURS[identity]}.css`;
}

/** Dresses the page for an identity; resolves when its colours are there (ID-05, ID-06). */
export async function showIdentity(identity: Identity | null): Promise<void> {
  if (identity === null) takeOffSheet();
  else await wearSheet(sheetOf(identity));
  wearClass("is", identity);
}

export function showTheme(theme: Theme): void {
  wearClass("theme", theme);
}
