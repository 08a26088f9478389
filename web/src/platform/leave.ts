/** Replaces the page by another path of this server; the browser's back button does not return here. */
export function leaveFor(path: string): void {
  window.location.replace(path);
}
