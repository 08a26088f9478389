import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const DIST = new URL("../../web/dist/", import.meta.url).pathname;
const files = globSync(["index.html", "**/*.{js,css}"], { cwd: DIST })
  // Ruffle brings what it lacks, and has been tried in the oldest of them
  .filter((file) => !file.startsWith("flash/ruffle/"));
/** Matches rules that a browser takes only where it says that it knows them. */
const ASKED_FIRST = /@supports\s*\(height:\s*100dvh\)\s*\{[^{}]*\{[^{}]*\}\s*\}/g;
const texts = files.map((file) => ({
  file,
  text: readFileSync(DIST + file, "utf8").replaceAll(ASKED_FIRST, ""),
}));

/** Names newer than Chrome 87, Edge 88, Firefox 91 or Safari 14: the bundler lowers syntax, never names. */
const LATER_NAMES = [
  /Object\.hasOwn\b/,
  /\bstructuredClone\(/,
  /\.at\(-?\d+\)/,
  /\.(toSorted|toReversed|toSpliced|findLast|findLastIndex)\(/,
  /\b(Object|Map)\.groupBy\b/,
  /Promise\.withResolvers/,
  /Array\.fromAsync/,
  /AbortSignal\.(timeout|any)\b/,
  /URL\.(parse|canParse)\b/,
  // hls.js tries it, and has another way
  /(?<!try\{return crypto)\.randomUUID\(/,
];
const LATER_STYLES = [
  /[;{]inset:/,
  /[;{]aspect-ratio:/,
  /:(has|is|where)\(/,
  /\d(dvh|svh|lvh)\b/,
  /@(layer|container|property)\b/,
  /color-mix\(/,
  /[;{](translate|rotate|scale):/,
];

/** Returns the files that contain the name, each with its place. */
function users(pattern: RegExp, kind: RegExp): string[] {
  return texts
    .filter(({ file }) => kind.test(file))
    .flatMap(({ file, text }) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`${file}: ${text.slice(Math.max(0, at - 40), at + 40)}`];
    });
}

test("there is something to look at", () => {
  expect(texts.length).toBeGreaterThan(20);
});

test("each script and style that a browser asks for has its compressed copies", () => {
  const large = texts
    .filter(({ file, text }) => text.length > 1000 && !file.startsWith("server/"))
    .map(({ file }) => file);
  const copies = large.flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect(copies.filter((file) => !existsSync(DIST + file))).toEqual([]);
});

describe("nothing that was built uses what browsers of the list lack", () => {
  test.each(LATER_NAMES)("script: %s", (pattern) => {
    expect(users(pattern, /\.(js|html)$/)).toEqual([]);
  });

  // Chrome before 91 makes such a call even where there is nothing to call.
  test("script: an optional call with a list spread before other arguments", () => {
    const call = /\?\.[\w$.]*\((?:[^()]|\([^()]*\))*\.\.\.(?:[^(),{}]|\([^()]*\))*,/;
    expect(users(call, /\.(js|html)$/)).toEqual([]);
  });

  test.each(LATER_STYLES)("style: %s", (pattern) => {
    expect(users(pattern, /\.(css|html)$/)).toEqual([]);
  });
});
