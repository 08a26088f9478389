interface Browser {
  location: { hostname: string };
  isSecureContext: boolean;
  /** Missing in browsers that know nothing of passkeys, and on pages that came over a plain connection. */
  PublicKeyCredential?: unknown;
}

/** Browsers offer passkeys to sites with a name and a safe connection, not to plain addresses (SE-10). */
export function canUsePasskeys(browser: Browser = window): boolean {
  const { location, isSecureContext, PublicKeyCredential: known } = browser;
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && !isAddress && typeof known === "function";
}
