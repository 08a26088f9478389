import type { Database } from "../database/database.ts";
import type { Config } from "../platform/config.ts";

/** Reads the value of an option or word from what was typed; throws `Misused` with a sentence. */
type Read<T> = (typed: string, name: string) => T;

interface Described {
  /** A Chinese line for `--help`. */
  readonly about: string;
  readonly required: boolean;
}

/** `--name value`, at most once. */
export interface ValueOption<T> extends Described {
  readonly kind: "value";
  /** The placeholder of the value in `--help`. */
  readonly value: string;
  readonly read: Read<T>;
}
/** `--name value`, as often as wanted. */
export interface ListOption extends Described {
  readonly kind: "list";
  readonly value: string;
}
/** `--name`, and `--no-name` where it can be taken back. */
export interface FlagOption extends Described {
  readonly kind: "flag";
  readonly canBeTakenBack: boolean;
}
export type Option = ValueOption<unknown> | ListOption | FlagOption;
export type Options = Readonly<Record<string, Option>>;

type Of<O> =
  O extends ValueOption<infer T>
    ? T
    : O extends ListOption
      ? string[]
      : O extends FlagOption
        ? boolean
        : never;
type RequiredNames<O extends Options> = {
  [N in keyof O]: O[N]["required"] extends true ? N : never;
}[keyof O];

/** The given options by name; those not given are absent. */
export type Given<O extends Options> = { [N in RequiredNames<O>]: Of<O[N]> } & {
  [N in Exclude<keyof O, RequiredNames<O>>]?: Of<O[N]>;
};

/** A command that an operator can give. */
export interface Command<O extends Options = Options> {
  /** The words typed after `npm run`: `admin`, `school`, `list`. */
  readonly words: readonly string[];
  /** The command's purpose, in Chinese; further lines of help after the first. */
  readonly about: string;
  /** Free words that follow, each by its Chinese name for help. */
  readonly places: readonly string[];
  readonly options: O;
  /** Options of which at least one must be given. */
  readonly oneOf: readonly string[];
  /** Runs the command; returns the text for the operator, with the exit code where it is not 0. */
  readonly run: (
    given: Given<O>,
    at: CommandContext,
    places: readonly string[],
  ) => Promise<Outcome>;
}
export type Outcome = string | { text: string; code: number };

/** The surroundings of a command: the operator's terminal, the database and the clock. */
export interface CommandContext {
  /** Does the work on the rows of every school. */
  onDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  config(): Config;
  now(): Date;
  /** Asks a yes-or-no question; undefined where nobody sits at a terminal. */
  confirm(question: string): Promise<boolean | undefined>;
  /** The stream that shows progress. */
  progress: { isTTY?: boolean; write(text: string): unknown };
}

/** Declares a command: `command("admin reset", {…})`. */
export function command<O extends Options>(
  words: string,
  declared: Pick<Command<O>, "about" | "options" | "run"> &
    Partial<Pick<Command<O>, "places" | "oneOf">>,
): Command {
  return { places: [], oneOf: [], ...declared, words: words.split(" ") } as unknown as Command;
}

/** Thrown for a command line that cannot be followed; the message is one Chinese sentence. */
export class Misused extends Error {
  override name = "Misused";
}

/** Declares an option with a text of the operator's, trimmed and never empty. */
export function text(value: string, about: string): ValueOption<string> & { required: false } {
  return { kind: "value", value, about, required: false, read: filled };
}

/** Declares an option with a text that may be empty, which erases the present value. */
export function erasable(value: string, about: string): ValueOption<string> & { required: false } {
  return { kind: "value", value, about, required: false, read: (typed) => typed.trim() };
}

/** Declares an option whose text is parsed into another value. */
export function read<T>(
  value: string,
  about: string,
  how: (typed: string) => T | undefined,
  wanted: string,
): ValueOption<T> & { required: false } {
  return {
    kind: "value",
    value,
    about,
    required: false,
    read: (typed, name) => {
      const found = how(typed.trim());
      if (found === undefined) throw new Misused(`${name} 的值“${typed}”应为${wanted}。`);
      return found;
    },
  };
}

/** Declares an option with one of several words. */
export function choice<const T extends string>(
  words: readonly T[],
  about: string,
): ValueOption<T> & { required: false } {
  const how = (typed: string) => words.find((one) => one === typed);
  return read(words.join("|"), about, how, ` ${words.join("、")} 之一`);
}

/** Declares an option with a whole number from 1 on. */
export function count(value: string, about: string, most: number) {
  const how = (typed: string) =>
    /^[1-9]\d{0,8}$/.test(typed) && Number(typed) <= most ? Number(typed) : undefined;
  return read(value, about, how, ` 1 到 ${most} 之间的整数`);
}

/** Declares an option with several texts, separated by commas; an empty one erases the present value. */
export function words(value: string, about: string) {
  const how = (typed: string) => [
    ...new Set(
      typed
        .split(/[,，]/)
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    ),
  ];
  return read(value, about, how, "用逗号分开的词");
}

export function list(value: string, about: string): ListOption & { required: false } {
  return { kind: "list", value, about, required: false };
}

export function flag(
  about: string,
  { canBeTakenBack = false } = {},
): FlagOption & {
  required: false;
} {
  return { kind: "flag", about, required: false, canBeTakenBack };
}

/** Makes an option required: without it the command is refused. */
export function required<O extends Option>(option: O): Omit<O, "required"> & { required: true } {
  return { ...option, required: true };
}

function filled(typed: string, name: string): string {
  if (typed.trim() === "") throw new Misused(`${name} 的值不能为空。`);
  return typed.trim();
}

/** Returns rows as aligned text; a Chinese character takes the place of two others. */
export function columns(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "没有符合条件的记录。";
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ""))));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width += /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF“”…]/u.test(sign) ? 2 : 1;
  return width;
}
