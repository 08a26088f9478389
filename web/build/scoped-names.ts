import { globSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = fileURLToPath(new URL("../../modules/", import.meta.url));
/** Styles of the first load: they come first, so that their names stay the shortest however many styles there are. */
const FIRST =
  /features\/(home|login)\/[\w-]+\.module|ui\/(avatar|button|checkbox|icon-button|skeleton|text-field)\.module/;
const FILES = globSync("src/**/*.module.css", { cwd: ROOT })
  .map(slashed)
  .toSorted((a, b) => Number(FIRST.test(b)) - Number(FIRST.test(a)) || (a < b ? -1 : 1));
const MODULE_FILES = globSync("**/*.module.css", { cwd: MODULES }).map(slashed).toSorted();

/**
 * Short class names for CSS modules: the place of the file among all of them, and of the class in its file. They depend
 * on the sources only, so the drawn pages, the bundle and the modules that share its parts agree, and two builds of one
 * source are equal.
 */
export function scopedName(name: string, file: string, css: string): string {
  const [path = file] = file.split("?", 1);
  const classes = new Set(Array.from(css.matchAll(/\.([a-zA-Z][\w-]*)/g), (match) => match[1]));
  const ours = FILES.indexOf(slashed(relative(ROOT, path)));
  const place =
    ours < 0 ? `m${MODULE_FILES.indexOf(slashed(relative(MODULES, path)))}` : ours.toString(36);
  return `_${place}${[...classes].indexOf(name).toString(36).padStart(2, "_")}`;
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
