/** Prints the size of each route's first load, brotli, and fails when one exceeds its budget (architecture.md, "First load"). */
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const DIST = new URL("../web/dist/", import.meta.url);
const BASE = "/platformEntry/";
const KB = 1024;

/** Budgets in KB of script and style, brotli. Inline parts of index.html count as `html`. */
const BUDGETS = { html: 5, login: 70, home: 78, chunk: 10, tool: 14 };
const MODULES = [{ name: "admin", budget: 280 }] as const;
/** Pages for finding faults, which nobody meets on the way to something else. */
const TOOLS = "debug/";

interface Entry {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(read("manifest.json").toString()) as Record<string, Entry>;
const html = read("index.html").toString();
const inlined = new Set(
  Array.from(html.matchAll(/<style data-href="([^"]+)"/g), ([, href = ""]) =>
    href.slice(BASE.length),
  ),
);

const core = filesOf("index.html");

const rows: { what: string; bytes: number; budget: number }[] = [
  { what: "index.html", bytes: packed("index.html"), budget: BUDGETS.html },
];
for (const name of Object.keys(manifest)) {
  // chunks of several files (web/build/chunks.ts), which none of them stands for
  const [, page, group] =
    /^src\/features\/([\w/-]+)\/page\.tsx$|^_(home|module-container)-[\w-]+\.js$/.exec(name) ?? [];
  const feature = page ?? group;
  if (feature === undefined) continue;
  const own = [...filesOf(name)].filter((file) => !core.has(file));
  const first = feature === "login" || feature === "home";
  rows.push(
    first
      ? { what: feature, bytes: sum([...core, ...own]), budget: BUDGETS[feature] }
      : {
          what: `${feature} (its chunk)`,
          bytes: sum(own),
          budget: feature.startsWith(TOOLS) ? BUDGETS.tool : BUDGETS.chunk,
        },
  );
}

// a module's chunks come as its screens are opened; all of them together stay within what the first screen may weigh
for (const { name, budget } of MODULES) {
  const folder = `assets/modules/${name}/`;
  const files = readdirSync(new URL(folder, DIST)).filter((file) => /\.(?:js|css)$/.test(file));
  rows.push({
    what: `module ${name} (all chunks)`,
    bytes: sum(files.map((file) => folder + file)),
    budget,
  });
}

const over = rows.filter(({ bytes, budget }) => bytes > budget * KB);
console.log(`${"route".padEnd(30)}${"KB".padStart(8)}${"budget".padStart(8)}`);
for (const row of rows) {
  const mark = over.includes(row) ? "  over" : "";
  const size = (row.bytes / KB).toFixed(1).padStart(8);
  console.log(`${row.what.padEnd(30)}${size}${String(row.budget).padStart(8)}${mark}`);
}
if (over.length > 0) process.exitCode = 1;

/** Returns the files of a chunk and of all it imports, except those that index.html contains. */
function filesOf(name: string): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) {
      if (!inlined.has(file)) files.add(file);
    }
    chunk.imports?.forEach(visit);
  };
  visit(name);
  return files;
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + packed(file), 0);
}

function packed(file: string): number {
  return brotliCompressSync(read(file), {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;
}

function read(file: string): Buffer {
  return readFileSync(new URL(file, DIST));
}
