import { createStore } from "zustand/vanilla";
import { apiAddressFor, parseAddresses } from "../api/address.ts";
import { reloadPage } from "../platform/navigation.ts";
import { platformEntry, setGlobal } from "./platform-entry.ts";

/**
 * The operator's file beside the page: whose platform this is, and where its API is (RQ-02). The address found last time
 * is used at once and the file is read behind it, so it costs the first screen nothing; only the very first visit waits
 * for it, before its first call.
 */
const SITE_FILE = "config.json";

export interface Site {
  /** The district's or school's name, shown at sign-in; empty: none. */
  owner: string;
  /** The whole file; each feature reads its own part, and null until it has been read. */
  file: unknown;
}

export const site = createStore<Site>(() => ({ owner: "", file: null }));

let reading: Promise<void> | null = null;

/** Resolves when there is an address to send calls to. */
export function apiServerKnown(): Promise<void> {
  return platformEntry.getState().global.apiServer === null ? readSite() : Promise.resolve();
}

/** Reads the file, once. When the operator has changed the address, the page begins again with the new one. */
export function readSite(): Promise<void> {
  reading ??= read();
  return reading;
}

async function read(): Promise<void> {
  const file = await fetchFile();
  const owner = typeof file === "object" && file !== null && "owner" in file ? file.owner : "";
  site.setState({ owner: typeof owner === "string" ? owner : "", file });

  const before = platformEntry.getState().global.apiServer;
  const apiServer = apiAddressFor(window.location, parseAddresses(file));
  if (apiServer === before) return;
  setGlobal({ apiServer });
  if (before !== null) reloadPage();
}

async function fetchFile(): Promise<unknown> {
  try {
    const response = await fetch(import.meta.env.BASE_URL + SITE_FILE);
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
