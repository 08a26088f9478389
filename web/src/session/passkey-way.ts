/**
 * Whether a passkey alone can sign in: the server says so in `config.json`, the browser can, and the page has a name; browsers
 * offer none to plain addresses (SE-10).
 */
export function passkeysWork(
  file: unknown,
  { location, isSecureContext, PublicKeyCredential: can }: Browser,
): boolean {
  const says = typeof file === "object" && file !== null && "passkeys" in file && file.passkeys;
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return says === true && isSecureContext && !isAddress && typeof can === "function";
}

interface Browser {
  location: { hostname: string };
  isSecureContext: boolean;
  /** Missing in browsers that know nothing of passkeys, and on pages that came over a plain connection. */
  PublicKeyCredential?: unknown;
}
