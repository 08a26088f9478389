import type { Command, Option } from "./command.ts";

/** Returns a command as it is typed: `npm run admin -- school list`. */
export function nameOf({ words: [noun = "", ...more], places }: Command): string {
  const rest = [...more, ...places.map((place) => `<${place}>`)];
  // a command that is its own noun is given what follows only
  return `npm run ${noun}${rest.length > 0 ? ` -- ${rest.join(" ")}` : ""}`;
}

/** Returns a command as far as its options: `npm run backup --`. */
export function beforeOptions(command: Command): string {
  const name = nameOf({ ...command, places: [] });
  return name.includes(" -- ") ? name : `${name} --`;
}

/** Returns the help of one command, or a line for each of several. */
export function helpOf(commands: readonly Command[]): string {
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0) return helpOfOne(only);
  const lines = commands.map((one) => `  ${nameOf(one)}\n      ${firstLine(one.about)}`);
  return [`命令：`, ...lines, "每个命令后面加 --help 显示它的选项。"].join("\n");
}

function helpOfOne(command: Command): string {
  const options = Object.entries(command.options);
  const needed = options.filter(([, { required }]) => required).map(spelled);
  const usage = [
    nameOf(command),
    ...needed,
    ...(options.length > needed.length ? ["[选项……]"] : []),
  ];
  // npm takes options in front of -- for itself
  const isBare = command.words.length === 1 && command.places.length === 0 && options.length > 0;
  if (isBare) usage.splice(1, 0, "--");
  const lines = options.map(([name, option]) => {
    const wanted = option.required ? "（必填）" : "";
    return `  ${spelled([name, option])}\n      ${wanted}${option.about}`;
  });
  const about = command.about.replaceAll("\n", "\n  ");
  return [
    `用法：${usage.join(" ")}`,
    `  ${about}`,
    ...(lines.length > 0 ? ["选项：", ...lines] : []),
  ].join("\n");
}

function spelled([name, option]: readonly [string, Option]): string {
  if (option.kind === "flag") return option.canBeTakenBack ? `--[no-]${name}` : `--${name}`;
  return `--${name} ${option.value}${option.kind === "list" ? "（可多个）" : ""}`;
}

function firstLine(about: string): string {
  return about.split("\n", 1)[0] ?? "";
}
