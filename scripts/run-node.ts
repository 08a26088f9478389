import { spawn, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/**
 * Runs a script under this same Node and resolves with its exit code; a signal to us is a signal to it. It lets others go
 * first by its niceness.
 */
export function runNode(args: readonly string[], niceness = 0): Promise<number> {
  const child = start(args);
  // its threads, which begin later, have it from the first
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  return ended(child);
}

/** Runs several side by side; when one ends, the others are stopped too. */
export async function runSeveral(commands: readonly (readonly string[])[]): Promise<number> {
  const children = commands.map(start);
  const code = await Promise.race(children.map(ended));
  for (const child of children) child.kill("SIGTERM");
  return code;
}

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return child;
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}
