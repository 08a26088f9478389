const SECOND_MS = 1000;

/** Tells each second how many milliseconds are left until `endsAt`. Returns the way to stop. */
export function startSeconds(endsAt: number, notify: (leftMs: number) => void): () => void {
  const clock = setInterval(() => notify(endsAt - Date.now()), SECOND_MS);
  notify(endsAt - Date.now());
  return () => clearInterval(clock);
}
