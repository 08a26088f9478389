import type { Unit } from "./words.ts";

/**
 * The syllable of each unit, without tones; null for what is no Hanzi. Characters are read with their neighbours. The
 * dictionary is large: it is loaded at the first use, and a node that only searches by characters never comes to it.
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
