/** The item that was opened from the list last, so that coming back leads to it and not to the top. */
let opened: string | null = null;

export function noteOpened(id: string): void {
  opened = id;
}

/** Returns the id of the item that the person comes back from, once. */
export function takeOpened(): string | null {
  const id = opened;
  opened = null;
  return id;
}

export function wasOpenedFromList(id: string): boolean {
  return opened === id;
}
