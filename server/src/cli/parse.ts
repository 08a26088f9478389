import { parseArgs } from "node:util";
import { Misused, type Command } from "./command.ts";
import { beforeOptions, nameOf } from "./help.ts";

/** The meaning of a command line: a command with its options, or the help of some commands. */
export type ParsedArguments =
  | { run: Command; given: Readonly<Record<string, unknown>>; places: readonly string[] }
  | { help: readonly Command[] };

/**
 * Reads a command line, the noun of the npm script first; throws `Misused`.
 *
 * @param taken returns which of the options npm took for its own
 */
export function parse(
  commands: readonly Command[],
  args: readonly string[],
  taken: (options: readonly string[]) => string[] = () => [],
): ParsedArguments {
  const split = args.findIndex((word) => word.startsWith("-"));
  const leading = split === -1 ? args : args.slice(0, split);
  const wantsHelp = args.includes("--help") || args.includes("-h");
  const found = commands
    .filter(({ words }) => words.every((word, at) => leading[at] === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  if (found === undefined) {
    const near = nearest(commands, leading);
    const isBeginning = near.some(({ words }) => leading.every((word, at) => words[at] === word));
    if (wantsHelp || isBeginning || leading.length <= 1) return { help: near };
    const known = near.map((one) => nameOf({ ...one, places: [] })).join("、");
    throw new Misused(`没有“${leading.join(" ")}”这个命令，可用的有 ${known}。`);
  }
  if (wantsHelp) return { help: [found] };
  // without any option `--` may have been forgotten, and `--dry-run` with it
  const lost = split === -1 ? taken(Object.keys(found.options)) : [];
  if (lost.length > 0) {
    const names = lost.map((name) => `--${name}`).join("、");
    throw new Misused(
      `${names} 被 npm 当成了它自己的选项，什么都没有执行：选项要写在 -- 后面，如 ${beforeOptions(found)} …… --${lost[0]}。`,
    );
  }
  return read(found, args.slice(found.words.length));
}

/** Returns the commands that share the longest beginning with these words. */
function nearest(commands: readonly Command[], typed: readonly string[]): readonly Command[] {
  for (let length = typed.length; length > 0; length -= 1) {
    const near = commands.filter(({ words }) =>
      typed.slice(0, length).every((word, at) => words[at] === word),
    );
    if (near.length > 0) return near;
  }
  return commands;
}

function read(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = split(command, args);
  const given: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const typed = values[name];
    if (typed === undefined) continue;
    if (option.kind === "value") {
      if (Array.isArray(typed) && typed.length > 1) throw new Misused(`--${name} 只能写一次。`);
      given[name] = option.read(String(Array.isArray(typed) ? typed[0] : typed), `--${name}`);
    } else given[name] = typed;
  }
  assertComplete(command, given, positionals);
  return { run: command, given, places: positionals };
}

function assertComplete(
  { options, oneOf, places }: Command,
  given: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): void {
  const missing = Object.entries(options).filter(
    ([name, option]) => option.required && !(name in given),
  );
  const lacking = places.slice(positionals.length);
  if (missing.length + lacking.length > 0) {
    const names = [
      ...lacking.map((place) => `<${place}>`),
      ...missing.map(([name, option]) =>
        option.kind === "flag" ? `--${name}` : `--${name} ${option.value}`,
      ),
    ];
    throw new Misused(`还缺 ${names.join("、")}。`);
  }
  if (oneOf.length > 0 && !oneOf.some((name) => name in given)) {
    throw new Misused(`请写出 ${oneOf.map((name) => `--${name}`).join(" 或 ")}。`);
  }
  const [extra] = positionals.slice(places.length);
  if (extra !== undefined) {
    throw new Misused(`“${extra}”不知道是什么：选项以 -- 开头，值里有空格时要加引号。`);
  }
}

function split({ options }: Command, args: readonly string[]) {
  const declared = Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      kind === "flag"
        ? ({ type: "boolean" } as const)
        : ({ type: "string", multiple: true } as const),
    ]),
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: Object.values(options).some(
        (option) => option.kind === "flag" && option.canBeTakenBack,
      ),
      options: declared,
    });
  } catch (cause) {
    throw new Misused(explained(cause, options), { cause });
  }
}

function explained(error: unknown, options: Command["options"]): string {
  const message = error instanceof Error ? error.message : "";
  const option = /'(?:-\w, )?(--?[\w-]*)/.exec(message)?.[1] ?? "";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const known = Object.keys(options).map((name) => `--${name}`);
    return known.length === 0
      ? `没有“${option}”这个选项，这个命令不带选项。`
      : `没有“${option}”这个选项，可用的有 ${known.join("、")}。`;
  }
  return message.includes("does not take an argument")
    ? `选项“${option}”后面不带值；要取消它，写成“${option.replace(/^--/, "--no-")}”。`
    : `选项“${option}”后面要写它的值；值以“-”开头时写成“${option}=值”。`;
}
