import { expect, test } from "vitest";
import { withoutFiles } from "./short-preload-lists.ts";

/** As Vite writes it. */
const listOf = (files: readonly string[]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);\n`;
const CODE = 'load(()=>import("./a.js"),__vite__mapDeps([0,1]));load(()=>b,__vite__mapDeps([1,2]))';

test("the files that are there already leave every list", () => {
  const code = listOf(["own.js", "b.js", "own.css"]) + CODE;
  expect(withoutFiles(code, new Set(["own.js", "own.css"]))).toBe(
    `${listOf(["b.js"])}load(()=>import("./a.js"),__vite__mapDeps([0]));load(()=>b,__vite__mapDeps([0]))`,
  );
});

test("where nothing is left, no list is", () => {
  const code = listOf(["own.js", "b.js", "own.css"]) + CODE;
  expect(withoutFiles(code, new Set(["own.js", "b.js", "own.css"]))).toBe(
    'load(()=>import("./a.js"),[]);load(()=>b,[])',
  );
});

test("lists of another form fail the build", () => {
  expect(() => withoutFiles("const __vite__mapDeps=[];", new Set())).toThrow("no longer");
});
