import { ConfigError } from "../platform/config.ts";
import { DatabaseUnavailable, isDiskFull } from "../database/unavailable.ts";

/**
 * Thrown when the start cannot go on for a reason outside of the program; the message is one sentence for the operator.
 */
export class StartFailure extends Error {
  override name = "StartFailure";
}

/**
 * Ends the process with code 1. A fault that an operator can mend is one sentence on standard error; any other is a
 * fault of the program and is shown whole.
 */
export async function exitWith(error: unknown): Promise<never> {
  const text = sentenceOf(error);
  await new Promise((resolve) => process.stderr.write(`${text}\n`, resolve));
  return process.exit(1);
}

/** Returns the sentence of a fault that an operator can mend, or the whole fault. */
export function sentenceOf(error: unknown): string {
  const isExpected = [ConfigError, DatabaseUnavailable, StartFailure].some(
    (kind) => error instanceof kind,
  );
  if (isExpected && error instanceof Error) return error.message;
  if (isDiskFull(error)) {
    return "磁盘空间不足：数据写到一半时磁盘已满，请清理后再启动。";
  }
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `启动失败，这是程序的缺陷，请把下面的内容反馈给我们：\n${whole}`;
}
