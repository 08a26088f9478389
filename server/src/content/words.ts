/** A Hanzi, or a run of letters or digits, with its place in the text. */
export interface Unit {
  text: string;
  isHan: boolean;
  from: number;
  to: number;
}

const UNITS = /(?<han>\p{Script=Han})|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;

/** Returns a text in the form in which texts are compared: half width, lower case, `v` for ü. */
export function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("ü", "v");
}

/**
 * Returns the text in the form in which it is compared, if every position stays where it was; else in lower case only.
 */
export function plainInPlace(text: string): string {
  const whole = plain(text);
  if (whole.length === text.length) return whole;
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Returns the units of a text that is plain already. */
export function unitsOf(text: string): Unit[] {
  return Array.from(text.matchAll(UNITS), (match) => ({
    text: match[0],
    isHan: match.groups?.["han"] !== undefined,
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Returns runs of units: neighbouring Hanzi together, every other unit by itself. */
export function runsOf(text: string): Unit[][] {
  const runs: Unit[][] = [];
  for (const unit of unitsOf(text)) {
    const last = runs.at(-1)?.at(-1);
    if (unit.isHan && last?.isHan === true && last.to === unit.from) runs.at(-1)?.push(unit);
    else runs.push([unit]);
  }
  return runs;
}

/**
 * Returns the syllable of each unit, without tones; null for one that is no Hanzi. Characters are read with their
 * neighbours. The dictionary is large: it is loaded at the first use, and a node that only searches by characters never
 * needs it.
 */
export async function syllablesOfUnits(units: readonly Unit[]): Promise<(string | null)[]> {
  const { pinyin } = await import("pinyin-pro");
  const read = (text: string) => pinyin(text, { toneType: "none", type: "array", v: true });
  const han = units.filter(({ isHan }) => isHan).map(({ text }) => text);
  const together = han.length === 0 ? [] : read(han.join(""));
  // a rare character outside the dictionary's plane may be counted differently: then one by one
  const syllables =
    together.length === han.length ? together : han.map((one) => read(one)[0] ?? one);
  let at = 0;
  return units.map(({ isHan }) => (isHan ? (syllables[at++] ?? null) : null));
}
