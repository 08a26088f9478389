/** The host that the page is from; empty where there is no page. */
export function pageHost(): string {
  return globalThis.location?.hostname.toLowerCase() ?? "";
}
