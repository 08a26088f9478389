/** Adds the ticket to an app's address and leaves the rest of it as the app wrote it: its own query and fragment. */
export function withTicket(address: string, ticket: string): string {
  const [page = "", ...fragment] = address.split("#");
  const sign = page.includes("?") ? (/[?&]$/.test(page) ? "" : "&") : "?";
  return [`${page}${sign}ticket=${ticket}`, ...fragment].join("#");
}
