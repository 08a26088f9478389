import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/** Milliseconds after the start of the first look: what has ended by then, as commands and tests have, pays nothing. */
const FIRST_LOOK_MS = 5000;
/** Milliseconds between two later looks; what the allocator does at each takes 1 to 3. */
const LOOK_EVERY_MS = 15_000;

/** Share of the time below which the event loop counts as idle: a collection then takes a tenth of a second from nobody. */
const IDLE = 0.1;
/** Bytes that V8 holds and does not use, above which it is told to give them back; by itself it does so only under load. */
const UNUSED_BYTES = 24 * 1024 * 1024;

/**
 * Gives memory back that nobody uses any more, 5 seconds after the start and then every 15: what glibc's allocator keeps of
 * what was freed, and V8 if nothing else is being done: all garbage the first time, later if it holds much.
 *
 * Starting, and the demo's import above all, leaves some 150 MB behind. V8 collects when it runs short, which a machine with
 * memory to spare never tells it; so it is told. glibc gives back by itself only what lies at the end of its heap, where a
 * single piece in use holds all below it.
 *
 * Measured twenty seconds after the first page: 281 MB after a first start with the demo. Before anything was told, five
 * seconds after the start: 529 MB the first time, 379 later.
 */
export function giveMemoryBack(): void {
  let before = performance.eventLoopUtilization();
  let collect: Collect | undefined;
  let trim: (() => void) | undefined;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const isIdle = performance.eventLoopUtilization(now, before).utilization < IDLE;
    before = now;
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (isIdle && (collect === undefined || heapTotal - heapUsed > UNUSED_BYTES)) {
      collect ??= findCollect();
      collect({ type: "major", flavor: "last-resort" });
    }
    trim ??= findTrim();
    trim();
    setTimeout(look, LOOK_EVERY_MS).unref();
  };
  setTimeout(look, FIRST_LOOK_MS).unref();
}

/** Returns V8's collection of garbage, which it does not show to programs by itself. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return collect;
}

/**
 * Returns glibc's `malloc_trim(0)`; with another C library, or a Node without `node:ffi`, what does nothing: only the memory
 * is lost.
 */
function findTrim(): () => void {
  const wanted = { malloc_trim: { arguments: ["uint64"], return: "int32" } } as const;
  const { emitWarning } = process;
  // that the module is experimental is said to who writes code, and an operator would look for a fault
  process.emitWarning = () => {};
  try {
    const found = process.getBuiltinModule("node:ffi")?.dlopen(null, wanted).functions.malloc_trim;
    return () => void found?.(0n);
  } catch {
    return () => {};
  } finally {
    process.emitWarning = emitWarning;
  }
}
