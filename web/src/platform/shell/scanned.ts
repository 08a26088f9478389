/** Pages that a scanned code may open: confirming a sign-in, and using an invitation. */
const SCANNED_PATH = /^\/(qr|register)(\/[\w-]+){1,2}$/;

/**
 * Returns the in-app path in a code that the shell's scanner has read; null unless it is an address of this page and of
 * one of `SCANNED_PATH`. `page` is the page's own address without `#` and what follows.
 */
export function scannedPath(content: string, page: string): string | null {
  const [address, path, ...rest] = content.split("#");
  if (address !== page || path === undefined || rest.length > 0) return null;
  return SCANNED_PATH.test(path) ? path : null;
}
