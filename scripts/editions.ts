import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** Pages that have a Chinese edition: for operators, administrators and makers of apps. */
export const TRANSLATED: readonly string[] = [
  "README.md",
  "deploy/README.md",
  "docs/administration.md",
  "docs/agreements.md",
  "docs/any-server.md",
  "docs/apps.md",
  "docs/codes.md",
  "docs/content.md",
  "docs/files.md",
  "docs/modules.md",
  "docs/operations.md",
  "docs/releases.md",
  "docs/roster.md",
  "docs/school-year.md",
  "docs/sign-in-security.md",
  "docs/tenancy.md",
  "docs/today.md",
];

/** Pages for engineers of the platform and of native clients, in English only. */
export const ENGLISH_ONLY: readonly string[] = [
  "docs/architecture.md",
  "docs/benches.md",
  "docs/scale.md",
  "docs/shell.md",
];

/** Returns the path of a page's Chinese edition, from the root of the repository. */
export function chineseOf(english: string): string {
  return english.endsWith("README.md")
    ? english.replace(/\.md$/, ".zh-CN.md")
    : english.replace(/^docs\//, "docs/zh/");
}

interface Section {
  level: number;
  heading: string;
  /** The lines of its code blocks. */
  code: string[];
  inline: string[];
  /** The link targets as written. */
  links: string[];
  /** The product's words, which are in 「」. */
  quoted: string[];
  rows: number;
}

/**
 * Compares the two editions of a page and returns a sentence for each difference; none when they are in step.
 *
 * @param english path of the English edition, from the root
 * @param read returns the text of a page
 */
export function differences(
  root: string,
  english: string,
  read: (path: string) => string = (path) => readFileSync(join(root, path), "utf8"),
): string[] {
  const chinese = chineseOf(english);
  const [one, other] = [sectionsOf(read(english)), sectionsOf(read(chinese))];
  const found: string[] = [];
  const to = (from: string, link: string) => relative(dirname(from), link);
  for (const [page, sections, edition] of [
    [english, one, chinese],
    [chinese, other, english],
  ] as const) {
    if (sections[0]?.links[0] !== to(page, edition)) {
      found.push(`${page} does not begin with a link to ${edition}.`);
    }
  }
  const outline = (sections: readonly Section[]) => sections.map(({ level }) => level);
  if (String(outline(one)) !== String(outline(other))) {
    const at = one.findIndex((section, index) => section.level !== other[index]?.level);
    const [here, there] = [one, other].map((all) => all.at(at)?.heading ?? "nothing");
    found.push(
      at === -1
        ? `${chinese} has ${other.length} headings, ${english} has ${one.length}: “${other[one.length]?.heading}” is more.`
        : `${chinese} has the heading “${other[at] ? there : "nothing"}” where ${english} has “${here}”.`,
    );
    return found;
  }
  for (const [at, section] of one.entries()) {
    const twin = other[at] as Section;
    const where = `${chinese}, “${twin.heading}” (“${section.heading}”)`;
    const compare = (what: string, wanted: readonly string[], has: readonly string[]) => {
      for (const item of wanted) {
        if (!has.includes(item)) found.push(`${where} lacks the ${what} ${item}`);
      }
      for (const item of has) {
        if (!wanted.includes(item)) found.push(`${where} has the ${what} ${item} of its own`);
      }
    };
    compare("line of code", section.code, twin.code);
    compare("code", section.inline, twin.inline);
    compare("link", targets(root, english, section, at), targets(root, chinese, twin, at));
    for (const words of section.quoted) {
      if (!twin.quoted.includes(words)) found.push(`${where} lacks the words 「${words}」`);
    }
    if (section.rows !== twin.rows) {
      found.push(`${where} has ${twin.rows} rows of tables, the English edition ${section.rows}`);
    }
  }
  return found;
}

/** Returns the links of a section as paths of English pages; a heading within a page becomes its number. */
function targets(root: string, page: string, { links }: Section, at: number): string[] {
  const isChinese = page.startsWith("docs/zh/") || page.endsWith(".zh-CN.md");
  // the link between the editions leads each way
  return links.slice(at === 0 ? 1 : 0).map((link) => {
    if (/^(https?|mailto):/.test(link)) return link;
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    const english = TRANSLATED.find((one) => one === file || chineseOf(one) === file) ?? file;
    if (isChinese && TRANSLATED.includes(file)) return `${link} (of the English edition)`;
    if (anchor === undefined) return english;
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
    const number = sectionsOf(text).findIndex(({ heading }) => slugOf(heading) === anchor);
    return number === -1 ? `${link} (${page} names no heading there)` : `${english}#${number}`;
  });
}

/** Returns the address that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let language: string | undefined;
  for (const line of text.split("\n")) {
    const fence = /^```(\w*)/.exec(line);
    const [, marks, heading] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (fence) language = language === undefined ? fence[1] : undefined;
    else if (language !== undefined) section?.code.push(codeOf(line, language, section.code));
    else if (marks !== undefined && heading !== undefined) {
      const empty = { code: [], inline: [], links: [], quoted: [], rows: 0 };
      sections.push({ level: marks.length, heading, ...empty });
      addText(sections.at(-1) as Section, heading);
    } else if (section) addText(section, line);
  }
  return sections;
}

/** Returns a line of code without its comment and the names of its placeholders; for a drawing, the number of the line. */
function codeOf(line: string, language: string, before: readonly string[]): string {
  if (language === "text") return `${before.length + 1} of a drawing`;
  return line
    .replace(language === "sql" ? /\s+-- .*$/ : /\s+(#|\/\/) .*$/, "")
    .replace(/^# .*$/, "#")
    .replaceAll(/<[^>]*>/g, "<>");
}

function addText(section: Section, line: string): void {
  const all = (pattern: RegExp) => [...line.matchAll(pattern)].map(([, found = ""]) => found);
  if (line.startsWith("|")) section.rows += 1;
  section.links.push(...all(/\]\(([^)\s]+)\)/g));
  section.quoted.push(...all(/「([^」]+)」/g));
  const spans = all(/`([^`]+)`/g).map((span) => span.replaceAll(/<[^>]*>/g, "<>"));
  section.inline.push(...spans);
}
