import { apiAddressFor, parseAddresses } from "../api/address.ts";
import { reloadPage } from "../platform/navigation.ts";
import { codeChannels } from "./code-channels.ts";
import { offersPasskeys } from "./passkey-way.ts";
import { platformEntry, setGlobal } from "./platform-entry.ts";
import { site } from "./site.ts";

/**
 * The operator's file beside the page: whose platform this is, and where its API is (RQ-02). The address found last time
 * is used at once and the file is read behind it, so it costs the first screen nothing; only the very first visit waits
 * for it, before its first call.
 */
const SITE_FILE = "config.json";

/** Reads the operator's `config.json` into the site's store. Reloads the page when the server's address has changed. */
export async function readSiteFile(): Promise<void> {
  const file = await fetchFile();
  const owner = typeof file === "object" && file !== null && "owner" in file ? file.owner : "";
  const codes = codeChannels(file).length > 0;
  const passkeys = offersPasskeys(file);
  site.setState({ owner: typeof owner === "string" ? owner : "", codes, passkeys, file });

  const before = platformEntry.getState().global.apiServer;
  if (file === null && before !== null) return;
  const apiServer = apiAddressFor(window.location, parseAddresses(file));
  if (apiServer === before) return;
  setGlobal({ apiServer });
  if (before !== null) reloadPage();
}

/** Fetches `config.json`; null when it cannot be read: then the last address, or else the page's own origin, stays in use. */
async function fetchFile(): Promise<unknown> {
  try {
    const response = await fetch(import.meta.env.BASE_URL + SITE_FILE);
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
