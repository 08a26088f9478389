import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a program when its standard input does: with `letGo`, or with the worker, however that ends. */
const UNTIL_LET_GO = `exec 3<&0; "$@" </dev/null & cat <&3 >/dev/null; kill -9 $!; wait`;

/** Starts a program that ends with this process at the latest. */
export function spawnUntilLetGo(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  output: "ignore" | "pipe" = "ignore",
): ChildProcess {
  const args = ["-c", UNTIL_LET_GO, "sh", ...command];
  return spawn("sh", args, { stdio: ["pipe", output, "ignore"], env });
}

/** Ends such a program, and waits until it has. */
export async function letGo(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.stdin?.end();
  await ended;
}
