import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { AppBadge, AppBatch, AppCard, AppTodo } from "#contract";
import manifest from "../../package.json" with { type: "json" };
import { InputReader } from "../src/app-data/inputs.ts";
import { type Command, Misused } from "../src/cli/command.ts";
import { parse } from "../src/cli/parse.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { columnsOf, ROSTER_FILES } from "../src/roster/one-roster.ts";
import { faultsOf } from "../src/roster/small-bundle.fixture.ts";
import { configNames } from "./config-names.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
/**
 * Pages that people read before they run the platform; not the decisions and the change log, which tell of the past.
 */
const PAGES = [
  ...["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...globSync(["deploy/*.md", "docs/{,zh/}*.md"], { cwd: ROOT }).sort(),
];

/** Returns every command that a page shows, as it would be typed. */
function linesOf(page: string): string[] {
  const text = read(page).replaceAll("\\\n", " ").replaceAll("\\|", "|");
  const typed = [...text.matchAll(/npm (?:run [a-z]+|start|test)(?: --? ?[^`\n|]*)?/g)];
  const inContainers = [...text.matchAll(/node server\/src\/cli\/main\.ts ([^`\n|]*)/g)];
  return [
    ...typed.map(([line]) => line),
    ...inContainers.map(([, words = ""]) => `npm run ${words.replace(" ", " -- ")}`),
  ].map((line) => line.replace(/\s#.*$/, "").trim());
}

const NOUNS = [...new Set(COMMANDS.map(({ words }) => words[0]))];
const shown = PAGES.flatMap((page) => linesOf(page).map((line) => [page, line] as const));

describe("commands in the documents", () => {
  test("there are some", () => {
    expect(shown.length).toBeGreaterThan(40);
  });

  test.each(shown)("%s: %s", (_page, line) => {
    const [, noun = "", rest = ""] = /^npm run ([a-z]+)(?: -- ?(.*))?$/.exec(line) ?? [];
    const script = /^npm (start|test)\b/.exec(line)?.[1] ?? noun;
    expect(Object.keys(manifest.scripts)).toContain(script);
    if (!NOUNS.includes(noun) || rest === "") return;
    // what may be left out is tried with; what stands for many words is no word
    const words = [noun, ...rest.replaceAll(/[[\]]/g, "").split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/)];
    const typed = words.map((word) => word.replaceAll('"', ""));
    const isWhole = !/…|^\.\.\.$/.test(rest);
    if (isWhole) expect(() => parse(COMMANDS, stoodIn(typed))).not.toThrow();
    else {
      const begins = typed.slice(
        0,
        typed.findIndex((word) => /^(-|…)/.test(word)),
      );
      expect(COMMANDS.filter((one) => startsWith(one, begins))).not.toEqual([]);
    }
  });
});

function startsWith({ words }: Command, begins: readonly string[]): boolean {
  return begins.every((word, at) => words[at] === word);
}

/** Returns the words with each placeholder, as `<folder or zip>`, replaced by one word. */
function stoodIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) =>
    // `<folder or zip>` is one word
    word.startsWith("<") ? ["x"] : words.slice(0, at).some(isOpen(words, at)) ? [] : [word],
  );
}
const isOpen = (words: readonly string[], until: number) => (word: string, at: number) =>
  word.startsWith("<") && !words.slice(at, until).some((one) => one.endsWith(">"));

test("a command that a page would show wrongly is found", () => {
  expect(() => parse(COMMANDS, ["admin", "create", "--acount", "x"])).toThrow(Misused);
});

describe("what a page leads to is there", () => {
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, to = ""]) => [page, to] as const,
    ),
  );
  test.each(links)("%s → %s", (page, to) => {
    expect(existsSync(join(ROOT, dirname(page), to))).toBe(true);
  });

  const paths = PAGES.flatMap((page) =>
    [
      ...read(page).matchAll(
        /`((?:server|web|contract|scripts|e2e|bench|modules|demo|deploy|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, path = ""]) => [page, path] as const),
  );
  // made by a build
  test.each(paths.filter(([, path]) => !path.startsWith("web/dist/")))(
    "%s names the file %s",
    (_page, path) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
    },
  );
});

test("the map of the architecture names every room of the server", () => {
  const map = read("docs/architecture.md").replaceAll(/^(?!\| ).*$/gm, "");
  const named = [...map.matchAll(/`([^`]+)`/g)].flatMap(([, text = ""]) =>
    (/^server\/src\/\{(.+)\}$/.exec(text)?.[1] ?? text.replace("server/src/", "")).split(","),
  );
  const rooms = readdirSync(join(ROOT, "server/src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(rooms.length).toBeGreaterThan(40);
  expect(rooms.filter((room) => !named.includes(room))).toEqual([]);
});

test("every variable that the README explains is read", () => {
  const table = read("README.md").split("## Configuration")[1]?.split("\n## ")[0] ?? "";
  const named = [...table.matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)`/g)].map(([, name = ""]) => name);
  const known = configNames();
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.includes(name) && !name.endsWith("_"))).toEqual([]);
});

test.each(["docs/apps.md", "docs/zh/apps.md"])(
  "what %s shows of badges, to-dos and cards is taken",
  (page) => {
    const shown = [...read(page).matchAll(/^(?:PUT|POST) +(\/app\/v1\/\S+) +(\{.*\})$/gm)];
    const kinds = { badge: AppBadge, todos: AppTodo, cards: AppCard, batch: AppBatch };
    const reader = new InputReader("https://your.app/");
    for (const [, path = "", text = ""] of shown) {
      const [kind = ""] = /badge|todos|cards|batch/.exec(path) ?? [];
      const given = JSON.parse(text);
      expect([...Value.Errors(kinds[kind as keyof typeof kinds], given)]).toEqual([]);
      if (kind === "cards") reader.card("sub", "key", given, "");
      if (kind === "todos") reader.todo("sub", "key", given, "");
      if (kind === "badge") reader.badge("sub", given, "");
    }
    expect(shown).toHaveLength(4);
    expect(reader.faults).toEqual([]);
  },
);

describe("the roster's page", () => {
  test.each(ROSTER_FILES)("has the columns of %s", (file) => {
    const row = read("docs/roster.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${file}.csv\` | \`sourcedId\``));
    const columns = columnsOf(file).map(
      ([name, { required }]) => `\`${name}\`${required === true ? "\\*" : ""}`,
    );
    expect(row).toBe(`| \`${file}.csv\` | ${columns.join(", ")} |`);
  });

  test("its example has no fault", () => {
    const folder = "docs/samples/roster";
    const names = globSync("*.csv", { cwd: join(ROOT, folder) });
    expect(names.length).toBeGreaterThan(6);
    expect(
      faultsOf(Object.fromEntries(names.map((name) => [name, read(`${folder}/${name}`)]))),
    ).toEqual([]);
  });
});
