/**
 * Returns the pinyin of a name without tones, syllables apart: 「口算练习」 → `kou suan lian xi`; other characters stay, in
 * lower case: 「AI 学伴」 → `ai xue ban` (AP-08). The dictionary is large: it is loaded at the first use, since a node that
 * only reads the catalogue never needs it.
 */
export async function pinyinOf(name: string): Promise<string> {
  const { pinyin } = await import("pinyin-pro");
  return pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive", v: true })
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
