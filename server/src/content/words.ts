/** A Hanzi, or a run of letters or digits, with its place in the text. */
export interface Unit {
  text: string;
  isHan: boolean;
  from: number;
  to: number;
}

const UNITS = /(?<han>\p{Script=Han})|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;

/** One width, lower case, `v` for ü: what texts are compared in. */
export function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("ü", "v");
}

/** The text as it is compared, if every place in it stays where it was; else in lower case only. */
export function plainInPlace(text: string): string {
  const whole = plain(text);
  if (whole.length === text.length) return whole;
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** The units of a text that is plain already. */
export function unitsOf(text: string): Unit[] {
  return Array.from(text.matchAll(UNITS), (match) => ({
    text: match[0],
    isHan: match.groups?.["han"] !== undefined,
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Units that stand side by side: Hanzi in rows, every other unit by itself. */
export function runsOf(text: string): Unit[][] {
  const runs: Unit[][] = [];
  for (const unit of unitsOf(text)) {
    const last = runs.at(-1)?.at(-1);
    if (unit.isHan && last?.isHan === true && last.to === unit.from) runs.at(-1)?.push(unit);
    else runs.push([unit]);
  }
  return runs;
}
