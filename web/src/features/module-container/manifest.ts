import { PERMISSIONS, type Call, type Permission } from "#contract";
import type { PartName } from "./framed/part-names.ts";

/** The manifest of a module, known before it is loaded; `modules/<name>.json` below the page's base path. */
export interface Manifest {
  name: string;
  /** Shown in the bar and as the document's title. */
  title: string;
  version: string;
  /** The permission to open it (GD-03); null: none. */
  permission: Permission | null;
  /** The calls that the module may make, as `GET /dt-platform/…`. */
  calls: readonly string[];
  /** The ES module with `mount` and `unmount`, below the base path; empty for a module in a frame. */
  entry: string;
  /** Style sheets for the module's shadow root, below the base path. */
  styles: readonly string[];
  /** Further scripts that the first screen needs, fetched beside the entry. */
  ahead: readonly string[];
  /** The page of a third party's module, shown in a frame with an opaque origin. */
  frame?: string;
  /** The parts of the session that such a module gets. */
  share: readonly PartName[];
}

/** Returns whether a name consists of letters, digits and hyphens: it becomes part of an address. */
export function isModuleName(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,39}$/.test(name);
}

/** Returns the path of a module's manifest, below the base path. */
export function manifestFile(name: string): string {
  return `modules/${name}.json`;
}

/** Parses a manifest file; null when it is not the manifest of module `name`, or names files outside the module's folder. */
export function parseManifest(file: unknown, name: string): Manifest | null {
  const {
    title,
    version,
    permission = null,
    calls = [],
    entry,
    styles = [],
    ahead = [],
  } = record(file);
  if (record(file)["name"] !== name || !isText(title) || !isText(version)) return null;
  if (permission !== null && !isPermission(permission)) return null;
  if (!isList(calls, isCallName) || !isOwnFile(entry, name, "js")) return null;
  if (!isList(styles, (style): style is string => isOwnFile(style, name, "css"))) return null;
  if (!isList(ahead, (script): script is string => isOwnFile(script, name, "js"))) return null;
  return { name, title, version, permission, calls, entry, styles, ahead, share: [] };
}

/** Returns whether a file lies in the module's own folder on this platform. */
function isOwnFile(file: unknown, name: string, kind: "js" | "css"): file is string {
  if (typeof file !== "string") return false;
  const folder = `assets/modules/${name}/`;
  return (
    file.startsWith(folder) && new RegExp(`^[\\w.-]+\\.${kind}$`).test(file.slice(folder.length))
  );
}

function isCallName(call: unknown): call is string {
  return typeof call === "string" && /^(GET|POST) \/dt-[\w/.-]+$/.test(call);
}

export function isPermission(permission: unknown): permission is Permission {
  return (PERMISSIONS as readonly unknown[]).includes(permission);
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function isList<T>(value: unknown, is: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Throws a `ModuleCallError` when the module's manifest does not list the call. */
export function checkNamed({ name, calls }: Manifest, { method, path }: Call): void {
  const line = `${method} ${path}`;
  if (calls.includes(line)) return;
  throw Object.assign(new Error(`${name}: ${line}`), { name: "ModuleCallError" });
}
