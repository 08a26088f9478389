import { createInterface } from "node:readline/promises";
import { ConfigError, readConfig, takenByNpm } from "../platform/config.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { codeOf, DatabaseUnavailable, isUnreachable } from "../database/unavailable.ts";
import { type Command, type CommandContext, Misused } from "./command.ts";
import { beforeOptions, helpOf } from "./help.ts";
import { onDatabase } from "./on-database.ts";
import { parse } from "./parse.ts";
import { AGREEMENT_COMMANDS } from "./agreement.ts";
import { APP_COMMANDS } from "./app.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import { BACKUP_COMMANDS } from "./backup.ts";
import { CONTENT_COMMANDS } from "./content.ts";
import { PERSON_COMMANDS } from "./person.ts";
import { RELEASE_COMMANDS } from "./release.ts";
import { ROSTER_COMMANDS } from "./roster.ts";
import { SCHOOL_COMMANDS } from "./school.ts";

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
  try {
    const asked = parse(COMMANDS, args, takenByNpm);
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
    if (error instanceof Misused) console.error(`用法：${hint(args)}`);
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

function hint(args: readonly string[]): string {
  const command = COMMANDS.filter(({ words }) => words.every((word, at) => args[at] === word)).at(
    -1,
  );
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

/** Every command that an operator has, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  ...ROSTER_COMMANDS,
  ...PERSON_COMMANDS,
  ...SCHOOL_COMMANDS,
  ...APP_COMMANDS,
  ...CONTENT_COMMANDS,
  ...AGREEMENT_COMMANDS,
  ...RELEASE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
];
