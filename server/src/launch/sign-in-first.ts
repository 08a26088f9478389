/** The page where a person signs in, and from where the browser then goes on to `path` of this server. */
export function signInFirst(path: string): string {
  return `/platformEntry/#/continue/${encodeURIComponent(path)}`;
}
