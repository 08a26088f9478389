import { createStore } from "zustand/vanilla";
import { DEFAULT_BRANDING, type BrandingValues } from "#contract";
import { platformEntry } from "./platform-entry.ts";

/** The platform's branding and ways to sign in, as the server rendered them or the site's file says (read-site.ts). */
export interface Site extends BrandingValues {
  name: string;
  welcome: string;
  /** The district's or school's name, shown at sign-in; empty: none. */
  owner: string;
  /** Codes reach people by phone or e-mail here (code-channels.ts); false until it is known. */
  codes: boolean;
  /** A passkey alone can sign in here (passkey-way.ts), in a browser that can use them; false until it is known. */
  passkeys: boolean;
  /** The whole file; each feature reads its own part, and null until it has been read. */
  file: unknown;
}

export const site = createStore<Site>(() => ({
  ...DEFAULT_BRANDING,
  owner: "",
  codes: false,
  passkeys: false,
  file: null,
  // what the document was drawn with, so that both agree
  ...(JSON.parse(
    globalThis.document?.getElementById("site-branding")?.textContent ?? "{}",
  ) as object),
}));

let reading: Promise<void> | null = null;

/** Resolves when there is an address to send calls to. */
export function apiServerKnown(): Promise<void> {
  return platformEntry.getState().global.apiServer === null ? readSite() : Promise.resolve();
}

/** Reads the operator's file, once. Its script comes behind the first screen, as the file does. */
export function readSite(): Promise<void> {
  reading ??= import("./read-site.ts").then(
    ({ readSiteFile }) => readSiteFile(),
    // The chunk guard has reported it; the page's own origin is the likely address.
    () => {},
  );
  return reading;
}
