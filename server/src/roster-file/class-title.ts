/** Finding of a class's name in a title: of a sheet, a file, a calendar, or an event. Pure. */

const NUMBER = String.raw`\(?\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*\)?`;
const GRADE = String.raw`(?:[初高][一二三](?:年级)?|[一二三四五六七八九]年级?|[一二三四五六七八九](?=[\s(\d])|(?<!\d)\d{1,2}年级?)`;
/** Names of classes, the surest first. */
const NAMES = [
  new RegExp(String.raw`(?:\d{4}|(?<!\d)\d{2})[级届]\s*${NUMBER}\s*班`),
  new RegExp(String.raw`${GRADE}\s*${NUMBER}\s*班`),
  new RegExp(String.raw`[托小中大]\s*${NUMBER}\s*班`),
  new RegExp(String.raw`\(?\s*(?<!\d)\d{1,4}\s*\)?\s*班`),
];
/** Parts of a title that are no part of a class's name. */
const AROUND =
  /\d{4}\s*[-—–~至]*\s*(?:\d{4})?\s*学?年度?|第[一二12]学期|[上下春秋]学?[期季]|(?:上课)?班级\s*:|(?:作息)?时间表|课程(?:安排)?表|课表|日课表|[()<>《》“”"']/g;
const LONGEST = 20;

/** Returns the name of a numbered class that stands in a text: 三年级(2)班 of 「第一学期三年级（2）班课程表」. */
export function numberedClassIn(text: string): string | undefined {
  // blanks in rows would be gone through again from each of them
  const plain = text.normalize("NFKC").replaceAll(/\s+/g, " ");
  for (const name of NAMES) {
    const found = name.exec(plain)?.[0];
    if (found !== undefined) return found.replaceAll(/\s/g, "");
  }
  return undefined;
}

/** Returns the class that a title names, a numbered one or one like 三年级实验班; undefined where it names none. */
export function classOfTitle(title: string): string | undefined {
  const numbered = numberedClassIn(title);
  if (numbered !== undefined) return numbered;
  const rest = title.normalize("NFKC").replaceAll(AROUND, " ").trim();
  return rest.endsWith("班") && rest.length > 1 && rest.length <= LONGEST ? rest : undefined;
}
