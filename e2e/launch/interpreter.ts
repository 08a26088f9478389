import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Something that runs programs: how to ask it whether it is there, and Debian's small package that brings it. */
export interface Interpreter {
  command: string;
  probe: string;
  debianPackage?: string;
}

/**
 * Makes sure that an interpreter is there, from Debian's package where that is possible. Answers why not, as a sentence
 * for who reads the test's output.
 */
export function missingInterpreter({
  command,
  probe,
  debianPackage,
}: Interpreter): string | undefined {
  const isThere = () => spawnSync(command, [probe], { stdio: "ignore" }).status === 0;
  if (isThere()) return undefined;
  if (debianPackage === undefined) return `没有 ${command}`;
  if (!existsSync("/usr/bin/apt-get")) return `没有 ${command}，这台机器也没有 apt-get`;
  if (process.getuid?.() !== 0) return `没有 ${command}，安装 ${debianPackage} 需要 root`;
  console.log(`正在安装 ${debianPackage}……`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", debianPackage]]) {
    spawnSync("apt-get", words, { env, stdio: "ignore" });
  }
  return isThere() ? undefined : `apt-get 没有装上 ${debianPackage}`;
}
