import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process of the bench's own that answers each line with a line; both are JSON. */
export interface LineProcess<Told, Answer> {
  pid: number;
  ask(told: Told): Promise<Answer>;
  stop(): void;
}

/** Starts one, from a file of this folder. */
export function startLineProcess<Told, Answer>(file: string): LineProcess<Told, Answer> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    async ask(told) {
      child.stdin.write(`${JSON.stringify(told)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${file} ended`);
      return JSON.parse(value) as Answer;
    },
    stop: () => child.kill(),
  };
}

/** Runs the other side: answers each line on standard input with the result of `answer`. */
export async function answerLines(answer: (told: unknown) => Promise<unknown>): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
  }
}
