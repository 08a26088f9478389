import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Steps of niceness: a third of the others' share where they want it, all of the machine where they do not. */
const STEPS = 5;
const THREADS = "/proc/self/task";

/**
 * Lowers the priority of the threads that hash below the one that answers and the one that is the database: in a storm of sign-ins who
 * is in already does not wait for a core. To be called once the threads are there, which the first hash sees to.
 * Only Linux can do so for a thread; elsewhere, and where it is not allowed, nothing happens.
 */
export function lowerHashPriority(): void {
  if (process.platform !== "linux") return;
  const priority = Math.min(19, getPriority() + STEPS);
  for (const thread of readdirSync(THREADS)) {
    try {
      const name = readFileSync(`${THREADS}/${thread}/comm`, "utf8").trim();
      if (name === "libuv-worker") setPriority(Number(thread), priority);
    } catch {
      // the thread has ended, or the system keeps its priorities to itself
    }
  }
}
