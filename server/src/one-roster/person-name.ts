/** Family names of two characters that are in use. */
const LONG_FAMILY_NAMES = new Set(
  (
    "欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 " +
    "公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 " +
    "拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 纳兰 完颜"
  ).split(" "),
);

export interface SplitName {
  familyName: string;
  givenName: string;
}

/** The family name of somebody who has none: the standard's clients refuse an empty one. */
export const NO_NAME = "-";

/**
 * Splits a display name as the standard wants it: a Chinese one before its given name, one with `·` at the first of them, a
 * Latin one at its last space. A name of one word is a given name. The whole name is in the metadata.
 */
export function splitName(name: string): SplitName {
  const whole = name.trim();
  const [first = "", ...rest] = whole.split("·");
  if (rest.length > 0 && first !== "") {
    return { familyName: first, givenName: rest.join("·") || NO_NAME };
  }
  const letters = [...whole];
  if (/^\p{Script=Han}[^\s]/u.test(whole)) {
    const long = letters.length > 2 && LONG_FAMILY_NAMES.has(letters.slice(0, 2).join("")) ? 2 : 1;
    return { familyName: letters.slice(0, long).join(""), givenName: letters.slice(long).join("") };
  }
  const space = whole.lastIndexOf(" ");
  if (space < 0) return { familyName: NO_NAME, givenName: whole || NO_NAME };
  return { familyName: whole.slice(space + 1), givenName: whole.slice(0, space).trim() };
}
