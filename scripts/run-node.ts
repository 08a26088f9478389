import { spawn, type ChildProcess } from "node:child_process";

/** Runs a script under this same Node and resolves with its exit code; a signal to us is a signal to it. */
export function runNode(args: readonly string[]): Promise<number> {
  return ended(start(args));
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
