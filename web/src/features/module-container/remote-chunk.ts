import { CHUNK_FAILURE_EVENT, type ChunkFailure } from "../../platform/chunk-failure.ts";

/**
 * Loads scripts and styles whose address is only known at run time, by the rules of the chunk guard (ER-06): a clock,
 * and a failure that says what did not come and why. The guard itself stands in the build's preload helper, which can
 * import nothing.
 */
const PROBE_TIMEOUT_MS = 5000;
const LOAD_FAILURE =
  /dynamically imported module|importing a module script|error loading|load failed|MIME type/i;

type FailureType = ChunkFailure["type"];

/** Imports an ES module and returns its exports; an error thrown by the script itself is passed on. */
export async function importScript(address: string, timeoutMs: number): Promise<unknown> {
  try {
    return await within(import(/* @vite-ignore */ address) as Promise<unknown>, timeoutMs);
  } catch (error) {
    if (error === TIMEOUT) throw chunkFailure("script", "timeout", address);
    const { message = "", name = "" } = error instanceof Error ? error : {};
    if (name !== "SyntaxError" && !(name === "TypeError" && LOAD_FAILURE.test(message)))
      throw error;
    const { type, status } = await probe(address, "javascript");
    throw chunkFailure("script", type, address, status, error);
  }
}

/** Adds a style sheet to a shadow root, and resolves when it is there. */
export async function addStyle(
  root: ShadowRoot,
  address: string,
  timeoutMs: number,
): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const settled = new Promise<string>((resolve) => {
    link.addEventListener("load", () => resolve("load"));
    link.addEventListener("error", () => resolve("error"));
  });
  root.append(link);
  const result = await within(settled, timeoutMs).catch(() => "timeout");
  if (result === "load") return;
  link.remove();
  if (result === "timeout") throw chunkFailure("style", "timeout", address);
  const { type, status } = await probe(address, "css");
  throw chunkFailure("style", type, address, status);
}

/** A file's text, or null when the server says that there is none; `early` is the answer that is under way already. */
export async function readText(
  address: string,
  timeoutMs: number,
  early?: Promise<Response>,
): Promise<string | null> {
  let answer: Response;
  let text: string;
  try {
    answer = await within(early ?? fetch(address, { cache: "no-cache" }), timeoutMs);
    text = await within(answer.text(), timeoutMs);
  } catch (error) {
    throw chunkFailure("script", error === TIMEOUT ? "timeout" : "error", address, 0, error);
  }
  if (answer.status === 404) return null;
  if (!answer.ok) throw chunkFailure("script", "error", address, answer.status);
  return text;
}

/** Makes an error like the chunk guard's, and notifies the guard's listeners. */
export function chunkFailure(
  kind: "script" | "style",
  type: FailureType,
  request: string,
  status = 0,
  cause?: unknown,
): ChunkFailure {
  const error = new Error(`Loading chunk failed.\n(${type}: ${request})`);
  if (kind === "script") error.name = "ChunkLoadError";
  const code = kind === "style" ? { code: "CSS_CHUNK_LOAD_FAILED" } : {};
  const failure = Object.assign(error, { ...code, type, request, status, cause }) as ChunkFailure;
  window.dispatchEvent(new CustomEvent(CHUNK_FAILURE_EVENT, { detail: failure }));
  return failure;
}

/** Asks again for a file that did not load, to name the cause: `missing` for a 2xx answer of another type, otherwise `error`. */
async function probe(
  address: string,
  kind: "javascript" | "css",
): Promise<{ type: FailureType; status: number }> {
  try {
    const asked = fetch(address, { method: "HEAD", cache: "no-store" });
    const { status, ok, headers } = await within(asked, PROBE_TIMEOUT_MS);
    const other = !(headers.get("content-type") ?? "").includes(kind);
    return { type: ok && other ? "missing" : "error", status };
  } catch {
    return { type: "error", status: 0 };
  }
}

const TIMEOUT = Symbol("timeout");

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(TIMEOUT), ms);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(clock));
}
