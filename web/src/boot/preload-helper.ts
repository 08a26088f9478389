/**
 * Replaces Vite's own preload helper, which waits for ever, names the wrong file and leaves a page unstyled when a style
 * fails. Reports a script chunk's failure as ChunkLoadError {type, request, status}, a style chunk's as
 * CSS_CHUNK_LOAD_FAILED, within 120 s, and lets a failed style be loaded again (ER-06). The build compiles this file
 * alone: it imports types only. It is in every first load: keep it small.
 */
import type { ChunkFailure } from "../platform/chunk-failure.ts";

declare const CHUNK_BASE: string;
/** The browser's `import()`, which Vite would put this helper around (web/build/chunk-guard.ts). */
declare function IMPORT_AT(address: string): Promise<Record<string, unknown>>;

const CHUNK_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 5000;
/** Ms after which a failed file is asked for again: Firefox lets files fail as soon as their page is being left. */
const PROBE_AFTER_MS = 500;
const LOAD_FAILURE =
  /dynamically imported module|importing a module script|error loading|load failed|MIME type/i;
type FailureType = ChunkFailure["type"];

const styles: Record<string, Promise<void> | undefined> = {};
/** The number of times that a script did not come: browsers remember a failure, and ask again only at another address. */
const missed: Record<string, number | undefined> = {};

/** Called in place of every `import()`: `load` is the import itself, `files` what it will need, below the base path. */
export function __vitePreload<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  const hrefs = files.map((file) => CHUNK_BASE + file);
  const scripts = hrefs.filter((href) => !isStyle(href));
  scripts.forEach(hint);
  const [address, name] = ownAddress(load);
  const own = address ?? scripts[0] ?? "";
  const times = missed[address ?? ""];
  const asked =
    times === undefined
      ? load()
      : IMPORT_AT(`${address}?${times}`).then((it) => (name === undefined ? it : it[name]) as T);
  const script = within(asked).catch((error: unknown) => explain(error, own, scripts));
  return Promise.all([script, ...hrefs.filter(isStyle).map(loadStyle)]).then(([it]) => it);
}

/** Finds out which script did not come and why; an error that a chunk threw itself goes on as it is. */
async function explain(error: unknown, own: string, scripts: string[]): Promise<never> {
  const { message = "", name = "" } = error instanceof Error ? error : {};
  const isLost = name === "TypeError" && LOAD_FAILURE.test(message);
  if (error !== "timeout" && name !== "SyntaxError" && !isLost) throw error;
  missed[own] = (missed[own] ?? 0) + 1;
  if (error === "timeout") throw failure("ChunkLoadError", "timeout", own);
  const suspects = [/https?:[^\s'"]+\.js/.exec(message)?.[0] ?? own, own, ...scripts];
  for (const address of suspects) {
    const { type, status, sound } = await probe(address);
    if (!sound) throw failure("ChunkLoadError", type, address, status, error);
  }
  throw failure("ChunkLoadError", "error", own, 0, error);
}

function loadStyle(href: string): Promise<void> {
  return (styles[href] ??= fetchStyle(href).catch((error: unknown) => {
    delete styles[href];
    throw error;
  }));
}

async function fetchStyle(href: string): Promise<void> {
  // Inlined by the build, or asked for by the boot script.
  const found = document.querySelector(`style[data-href="${href}"],link[href="${href}"]`);
  if (found instanceof HTMLStyleElement) return;
  const link = found instanceof HTMLLinkElement ? found : addLink("stylesheet", href);
  if (hasRules(link)) return;
  const settled = new Promise<string>((resolve) => {
    link.onload = link.onerror = () => resolve("settled");
  });
  const result = await within(settled).catch(String);
  // A page in the style's place loads too, and has no rules.
  if (hasRules(link)) return;
  // Only a link that is gone can be loaded anew.
  link.remove();
  if (result === "timeout") throw failure("Error", "timeout", link.href);
  const { type, status } = await probe(href);
  throw failure("Error", type, link.href, status);
}

function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    // After a broken connection Chromium has a sheet that may not be read.
    return false;
  }
}

/** Preloads a script beside the import that will need it. */
function hint(href: string): void {
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = addLink("modulepreload", href);
  link.onerror = () => link.remove();
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = rel;
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
  return link;
}

/** Asks again for a file that did not load, to name the cause: `missing` for a 2xx answer of another type, otherwise `error`. */
async function probe(
  address: string,
): Promise<{ type: FailureType; status: number; sound: boolean }> {
  await new Promise((done) => setTimeout(done, PROBE_AFTER_MS));
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), PROBE_TIMEOUT_MS);
  try {
    const answer = await fetch(address, { method: "HEAD", cache: "no-store", signal: stop.signal });
    const { status, ok } = answer;
    const is = answer.headers.get("content-type") ?? "";
    const sound = ok && is.includes(isStyle(address) ? "css" : "javascript");
    return { type: ok && !sound ? "missing" : "error", status, sound };
  } catch {
    return { type: "error", status: 0, sound: false };
  } finally {
    clearTimeout(clock);
  }
}

function failure(
  name: "ChunkLoadError" | "Error",
  type: FailureType,
  request: string,
  status = 0,
  cause?: unknown,
): Error {
  const code = name === "Error" ? "CSS_CHUNK_LOAD_FAILED" : undefined;
  const error = new Error(`Loading chunk failed.\n(${type}: ${request})`);
  Object.assign(error, { name, code, type, request, status, cause });
  window.dispatchEvent(new CustomEvent("chunk:error", { detail: error }));
  return error;
}

/** Rejects with "timeout" when the work takes longer than the time-out. */
function within<T>(work: Promise<T>): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject("timeout"), CHUNK_TIMEOUT_MS);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(clock));
}

/**
 * Returns the address inside `() => import("./page.js")`, and inside `() => import("./several.js").then((it) => it.name)` the
 * name of one of several files in a chunk, read from the function's text: no other place has them.
 */
function ownAddress(load: () => unknown): [address?: string, name?: string | undefined] {
  const [, file, name] =
    /import\(\s*["'`]([^"'`]+)["'`]\)(?:\.then\([\w$]+=>[\w$]+\.([\w$]+)\))?/.exec(String(load)) ??
    [];
  return file === undefined ? [] : [new URL(file, import.meta.url).href, name];
}

function isStyle(address: string): boolean {
  return address.endsWith(".css");
}
