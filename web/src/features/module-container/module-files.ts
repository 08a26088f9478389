import { addStyle, chunkFailure, importScript, readText } from "./remote-chunk.ts";
import { takeEarlyAnswer } from "../../platform/boot.ts";
import { parseJson } from "../../platform/storage.ts";
import { pageHost } from "../../platform/page-host.ts";
import { readSite, site } from "../../session/site.ts";
import { isModuleName, manifestFile, parseManifest, type Manifest } from "./manifest.ts";
import type { PlatformModule } from "./platform-module.ts";

/** ER-06; an operator may change it in the site's file, as `chunk_timeout_seconds`. */
const CHUNK_TIMEOUT_MS = 120_000;
const SECOND_MS = 1000;

const manifests = new Map<string, Promise<Manifest | null>>();
let shared: Promise<unknown> | undefined;

/** Loads what modules import of the page: beside the manifest, so that no module waits for it after its own script. */
function loadShared(): Promise<unknown> {
  return (shared ??= import("../../ui/shared-with-modules.ts").catch((error: unknown) => {
    shared = undefined;
    throw error;
  }));
}

/** Loads the code for third-party modules, which most sites do not have. */
const loadFramed = () => import("./framed/framed-module.ts");

/** Returns the manifest of a module, or null when there is no such module. A failure is not cached. */
export function readManifest(name: string): Promise<Manifest | null> {
  if (!isModuleName(name)) return Promise.resolve(null);
  const known = manifests.get(name);
  if (known !== undefined) return known;
  const reading = fetchManifest(name).catch((error: unknown) => {
    manifests.delete(name);
    throw error;
  });
  manifests.set(name, reading);
  return reading;
}

/** Fetches a manifest, after the operator's file, which alone names the third-party modules. */
async function fetchManifest(name: string): Promise<Manifest | null> {
  const framed = await framedBy(name);
  if (framed !== undefined) return framed;
  // whoever loads the module hears of a failure
  loadShared().catch(() => {});
  const file = manifestFile(name);
  const text = await readText(addressOf(file), await timeoutMs(), takeEarlyAnswer(file));
  if (text === null) return null;
  const manifest = parseManifest(parseJson(text), name);
  if (manifest === null) throw chunkFailure("script", "missing", addressOf(file), 200);
  fetchFiles(manifest);
  return manifest;
}

/** Has all files of a module's first screen fetched at once, and not one after the other as each names the next. */
function fetchFiles({ entry, ahead, styles }: Manifest): void {
  for (const file of [entry, ...ahead, ...styles]) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    if (!isStyle) link.crossOrigin = "";
    // Safari 14 lacks it
    const isModule = !isStyle && link.relList.supports("modulepreload");
    link.rel = isModule ? "modulepreload" : "preload";
    if (!isModule) link.as = isStyle ? "style" : "script";
    link.href = addressOf(file);
    document.head.append(link);
  }
}

async function framedBy(name: string): Promise<Manifest | undefined> {
  await readSite();
  const { file } = site.getState();
  const { modules } = (file ?? {}) as { modules?: Record<string, unknown> | null };
  if (typeof modules !== "object" || modules === null || !Object.keys(modules).includes(name))
    return undefined;
  const { parseFramed } = await loadFramed();
  const manifest = parseFramed(modules[name], name, pageHost());
  if (manifest === null) throw chunkFailure("script", "missing", addressOf("config.json"), 200);
  return manifest;
}

/**
 * Loads a module's code, and its styles into `root`. After a failure each attempt uses a new address: browsers remember
 * that a script failed, and a module that threw may be in any state.
 */
export async function loadModule(
  manifest: Manifest,
  root: ShadowRoot,
  attempt: number,
): Promise<PlatformModule> {
  const ms = await timeoutMs();
  const { frame } = manifest;
  if (frame !== undefined) {
    const { framedModule } = await loadFramed();
    return framedModule({ ...manifest, frame }, ms);
  }
  // one that cannot come is told under its own name, and not under the module's
  await loadShared();
  const entry = addressOf(manifest.entry) + (attempt === 0 ? "" : `?attempt=${attempt}`);
  const styles = manifest.styles.map((style) => addStyle(root, addressOf(style), ms));
  const [exports] = await Promise.all([importScript(entry, ms), ...styles]);
  if (!isPlatformModule(exports)) throw chunkFailure("script", "missing", entry, 200);
  return exports;
}

function isPlatformModule(exports: unknown): exports is PlatformModule {
  const { mount, unmount, update } = exports as Record<string, unknown>;
  const updates = update === undefined || typeof update === "function";
  return typeof mount === "function" && typeof unmount === "function" && updates;
}

async function timeoutMs(): Promise<number> {
  await readSite();
  const { file } = site.getState();
  const seconds = (file as { chunk_timeout_seconds?: unknown } | null)?.chunk_timeout_seconds;
  return typeof seconds === "number" && seconds > 0 ? seconds * SECOND_MS : CHUNK_TIMEOUT_MS;
}

function addressOf(file: string): string {
  return new URL(import.meta.env.BASE_URL + file, window.location.href).href;
}
