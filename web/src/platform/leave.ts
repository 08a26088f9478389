/** Leaves the page for another path of this server; the way back does not lead here again. */
export function leaveFor(path: string): void {
  window.location.replace(path);
}
