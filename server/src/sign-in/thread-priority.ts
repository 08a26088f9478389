import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Steps of niceness: a third of the other threads' share where those are busy, the whole machine where they are not.
 */
const STEPS = 5;
const THREADS = "/proc/self/task";

/**
 * Lowers the priority of the hashing threads below those of the event loop and the database: in a sign-in storm, calls
 * of people already signed in do not wait for a core. To be called once the threads exist, which the first hash
 * ensures. Only Linux can do so for a thread; elsewhere, and where it is not allowed, nothing happens.
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
