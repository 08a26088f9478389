/** An attempt at sending what a form holds: what was sent, and the key that tells the server that it is the same again. */
export interface Attempt {
  what: string;
  key: string;
}

/**
 * Returns the attempt at sending this: the one before, which is not known to have been done, where the same was sent, and else
 * a new one. Whoever holds attempts forgets one that was done.
 */
export function attemptAt(sent: unknown, before: Attempt | null | undefined): Attempt {
  const what = JSON.stringify(sent);
  return before?.what === what ? before : { what, key: newKey() };
}

/** Returns a random UUID; `crypto.randomUUID` is there on secure connections only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}
