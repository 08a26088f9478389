import type { Metrics } from "../http/metrics.ts";
import type { HashQueue } from "./hash-queue.ts";

/** How long the line before the password check is: the first thing to fill up in a sign-in storm. */
export function measurePasswordQueue(metrics: Metrics, queue: HashQueue): void {
  metrics.add(
    "gauge",
    "schoolgate_password_queue_running",
    "Passwords being hashed now.",
    () => queue.running,
  );
  metrics.add(
    "gauge",
    "schoolgate_password_queue_waiting",
    "Passwords that wait for it.",
    () => queue.waiting,
  );
  metrics.add(
    "counter",
    "schoolgate_password_hashes_total",
    "Passwords hashed.",
    () => queue.finished,
  );
  metrics.add(
    "counter",
    "schoolgate_password_turned_away_total",
    "Sign-ins told to come back later because the line was too long.",
    () => queue.turnedAway,
  );
}
