interface Browser {
  location: { hostname: string };
  isSecureContext: boolean;
  /** Missing in browsers without passkeys, and on pages over plain http. */
  PublicKeyCredential?: unknown;
}

/**
 * Returns whether passkeys can be used: browsers offer them to sites with a domain name over https, not to IP addresses
 * (SE-10).
 */
export function canUsePasskeys(browser: Browser = window): boolean {
  const { location, isSecureContext, PublicKeyCredential: known } = browser;
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && !isAddress && typeof known === "function";
}
