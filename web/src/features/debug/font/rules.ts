import type { Fact } from "../parts/facts.ts";
import type { CharacterGroup } from "./characters.ts";

/**
 * The origin of a character: a face of the product's own stack, some other font of the device, or nowhere.
 * `unknown` where the browser draws each missing character differently, so that it cannot be told from a real one.
 */
export type Verdict =
  | { from: "stack"; face: string }
  | { from: "elsewhere" }
  | { from: "nowhere" }
  | { from: "unknown" };

/** Questions about the device's fonts. */
export interface Probe {
  has(face: string, character: string): boolean;
  /** Returns whether the browser draws its placeholder for a missing character; null when that cannot be determined. */
  isMissing(character: string): boolean | null;
}

/** The face names of a font stack as CSS writes it. */
export function parseStack(family: string): string[] {
  const names = family.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [];
  return names.map((name) => name.trim().replace(/^["']|["']$/g, "")).filter((name) => name !== "");
}

export function judge(character: string, stack: readonly string[], probe: Probe): Verdict {
  const face = stack.find((name) => probe.has(name, character));
  if (face !== undefined) return { from: "stack", face };
  const missing = probe.isMissing(character);
  if (missing === null) return { from: "unknown" };
  return missing ? { from: "nowhere" } : { from: "elsewhere" };
}

export interface GroupCoverage {
  group: CharacterGroup;
  verdicts: readonly Verdict[];
}

/** One line for each group: how much of it can be shown, by what, and what is missing. */
export function coverageFact({ group, verdicts }: GroupCoverage): Fact {
  const of = (from: Verdict["from"]) =>
    group.characters.filter((_, index) => verdicts[index]?.from === from);
  const [missing, unknown] = [of("nowhere"), of("unknown")];
  const all = group.characters.length;
  const shown = all - missing.length - unknown.length;
  const parts = [`${shown}/${all}`];
  const elsewhere = of("elsewhere").length;
  if (elsewhere > 0) parts.push(`其中 ${elsewhere} 个由系统其他字体代替`);
  if (missing.length > 0) parts.push(`缺 ${missing.map(namedCharacter).join(" ")}`);
  if (unknown.length > 0) parts.push(`不能判定 ${unknown.map(namedCharacter).join(" ")}`);
  const state = missing.length > 0 ? "bad" : unknown.length > 0 ? "note" : "good";
  return { name: group.title, value: parts.join("，"), state };
}

/** Names a character with its code point, since a missing character cannot be read. */
export function namedCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `${character}(U+${code})`;
}

export interface Usage {
  value: string;
  count: number;
}

/** Counts how often each value is used, most used first. */
export function tally(values: readonly string[]): Usage[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || one.value.localeCompare(other.value));
}

/** A size as CSS writes it, in pixels; null for one that depends on where it stands. */
export function sizeInPixels(
  value: string,
  { root, variable }: { root: number; variable: (name: string) => string },
): number | null {
  const text = value.trim();
  const name = /^var\((?<name>--[\w-]+)\)$/.exec(text)?.groups?.["name"];
  if (name !== undefined) {
    const meant = variable(name).trim();
    return meant === "" || meant.startsWith("var(")
      ? null
      : sizeInPixels(meant, { root, variable });
  }
  const match = /^(?<number>\d*\.?\d+)(?<unit>px|rem)$/.exec(text)?.groups;
  if (match === undefined) return null;
  return Number(match["number"]) * (match["unit"] === "rem" ? root : 1);
}

/** Compares the ink of each weight with that of 400, and names weights that are drawn alike. */
export function weightFacts(
  inks: readonly { weight: number; ink: number; picture: string }[],
): Fact[] {
  const ordinary = inks.find(({ weight }) => weight === 400);
  return inks.map(({ weight, ink, picture }) => {
    const name = `字重 ${weight}`;
    const alike = inks.find((other) => other.weight < weight && other.picture === picture);
    if (alike !== undefined)
      return { name, value: `与 ${alike.weight} 一样，没有单独的字形`, state: "note" };
    if (ordinary === undefined || ordinary.ink === 0)
      return { name, value: "没有画出来", state: "bad" };
    return { name, value: `墨量是 400 的 ${Math.round((ink / ordinary.ink) * 100)}%` };
  });
}
