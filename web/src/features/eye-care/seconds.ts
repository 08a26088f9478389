const SECOND_MS = 1000;

/** Tells each second how many milliseconds are left until `endsAt`. Returns the way to stop. */
export function startSeconds(endsAt: number, tell: (leftMs: number) => void): () => void {
  const clock = setInterval(() => tell(endsAt - Date.now()), SECOND_MS);
  tell(endsAt - Date.now());
  return () => clearInterval(clock);
}
