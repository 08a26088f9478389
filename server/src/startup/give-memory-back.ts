import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/**
 * Starting, and the demo's import above all, leaves some 150 MB behind that nobody uses any more. V8 collects when it runs
 * short, which a machine with memory to spare never tells it; so it is told once, while nobody waits for an answer yet.
 *
 * Measured five seconds after the start with the demo: 480 MB in place of 529 the first time, 317 in place of 379 later.
 */
export function giveMemoryBack(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  collect({ type: "major", flavor: "last-resort" });
  setFlagsFromString("--no-expose-gc");
}
