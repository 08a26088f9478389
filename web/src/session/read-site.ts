import {
  BRANDING_FIELDS,
  brandingLinks,
  brandingStyle,
  DEFAULT_BRANDING,
  type BrandingField,
  type BrandingValues,
} from "#contract";
import { apiAddressFor, parseAddresses } from "../api/address.ts";
import { absoluteUrl } from "../api/request.ts";
import { takeEarlyAnswer } from "../platform/boot.ts";
import { showBranding } from "../platform/branding.ts";
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
  const codes = codeChannels(file).length > 0;
  const passkeys = offersPasskeys(file);
  site.setState({ codes, passkeys, file });

  const before = platformEntry.getState().global.apiServer;
  if (file === null && before !== null) return;
  const apiServer = apiAddressFor(window.location, parseAddresses(file));
  applyBranding(brandingIn(file, apiServer));
  if (apiServer === before) return;
  setGlobal({ apiServer });
  if (before !== null) reloadPage();
}

/** Returns the branding that the file gives; a picture of the platform's own is read at its API. */
function brandingIn(file: unknown, apiServer: string): BrandingValues {
  const given = (file ?? {}) as Record<BrandingField, unknown>;
  const branding: BrandingValues = {};
  for (const field of BRANDING_FIELDS) {
    const value = given[field];
    if (typeof value === "string" && value !== "") branding[field] = value;
  }
  if (branding.logo !== undefined) branding.logo = absoluteUrl(branding.logo, apiServer);
  return branding;
}

function applyBranding(branding: BrandingValues): void {
  const { name: before } = site.getState();
  const unset = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, undefined]));
  site.setState({ ...unset, ...DEFAULT_BRANDING, owner: "", ...branding });
  const { name } = site.getState();
  if (document.title === before) document.title = name;
  showBranding(brandingStyle(branding), brandingLinks(branding));
}

/** Fetches `config.json`; null when it cannot be read: then the last address, or else the page's own origin, stays in use. */
async function fetchFile(): Promise<unknown> {
  try {
    const response = await (takeEarlyAnswer(SITE_FILE) ??
      fetch(import.meta.env.BASE_URL + SITE_FILE));
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
