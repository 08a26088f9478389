import { createInterface } from "node:readline/promises";
import { ConfigError, readConfig, takenByNpm } from "../platform/config.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { codeOf, DatabaseUnavailable, isUnreachable } from "../database/unavailable.ts";
import { type Command, type CommandContext, Misused } from "./command.ts";
import { beforeOptions, helpOf } from "./help.ts";
import { onDatabase } from "./on-database.ts";
import { parse } from "./parse.ts";

const CONTEXT: CommandContext = {
  onDatabase,
  config: readConfig,
  now: () => new Date(),
  confirm,
  progress: process.stderr,
};

/**
 * Runs a command line and returns the exit code. An expected failure ends in its sentence and 1; anything else is a bug
 * and is thrown.
 */
export async function follow(args: readonly string[]): Promise<number> {
  const commands = await commandsOf(args[0]);
  try {
    const asked = parse(commands, args, takenByNpm);
    if ("help" in asked) {
      // who asked for nothing was not helped: a script that forgot its words should stop
      const isAsked = args.some((word) => /^(--help|-h)$/.test(word));
      (isAsked ? console.log : console.error)(helpOf(asked.help));
      return isAsked ? 0 : 1;
    }
    const outcome = await asked.run.run(asked.given, CONTEXT, asked.places);
    const { text, code } = typeof outcome === "string" ? { text: outcome, code: 0 } : outcome;
    if (text !== "") console.log(text);
    return code;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    if (error instanceof Misused) console.error(`用法：${hint(commands, args)}`);
    return 1;
  }
}

/** Returns the sentence for an expected failure; undefined for a fault of ours. */
export function sentenceOf(error: unknown): string | undefined {
  const isOurs = [Misused, OperatorRefused, ConfigError, DatabaseUnavailable].some(
    (kind) => error instanceof kind,
  );
  if (isOurs && error instanceof Error) return error.message;
  if (!isUnreachable(error)) return undefined;
  return `数据库中途断开了（${codeOf(error) ?? "没有应答"}），没有写完的内容已经撤销。请检查数据库，再执行一次。`;
}

/** Returns the commands among which a noun is looked for; a backup is spared the contract, which takes 30 MB. */
async function commandsOf(noun: string | undefined): Promise<readonly Command[]> {
  if (noun === "backup" || noun === "restore") return (await import("./backup.ts")).BACKUP_COMMANDS;
  return (await import("./commands.ts")).COMMANDS;
}

function hint(commands: readonly Command[], args: readonly string[]): string {
  const command = commands
    .filter(({ words }) => words.every((word, at) => args[at] === word))
    .at(-1);
  const [noun = ""] = args;
  return `${command === undefined ? `npm run ${noun} --` : beforeOptions(command)} --help`;
}

async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes|是)$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
