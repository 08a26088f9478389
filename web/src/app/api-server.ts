import { apiAddressFor, parseAddresses } from "../api/address.ts";
import { invalidate } from "../api/query.ts";
import { platformEntry, setGlobal } from "../session/platform-entry.ts";

/**
 * The operator's addresses are in a file beside the page. The address found last time is used at once and the file is
 * read behind it, so it costs the first screen nothing; only the very first visit waits for it, before its first call.
 */
const CONFIG_FILE = "config.json";

let reading: Promise<void> | null = null;

/** Resolves when there is an address to send calls to. */
export function apiServerKnown(): Promise<void> {
  if (platformEntry.getState().global.apiServer !== null) return Promise.resolve();
  return readApiServer();
}

/** Reads the operator's file, once; a changed address counts from then on. */
export function readApiServer(): Promise<void> {
  reading ??= read();
  return reading;
}

async function read(): Promise<void> {
  const before = platformEntry.getState().global.apiServer;
  const apiServer = apiAddressFor(window.location, parseAddresses(await readFile()));
  if (apiServer === before) return;
  setGlobal({ apiServer });
  if (before !== null) invalidate("");
}

async function readFile(): Promise<unknown> {
  try {
    const response = await fetch(import.meta.env.BASE_URL + CONFIG_FILE);
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
