import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppsAnswer } from "#contract";

/** The first files and calls of a module: the boot script asks for all of it at once when the page is opened in the module. */
export interface ModulePreload {
  /** Scripts and styles, below the page's base path. */
  files: string[];
  /** GETs with their input, by the screen's path; those below `""` are every screen's. */
  asks: Record<string, string[]>;
}

interface Built {
  entry: string;
  styles: string[];
  ahead?: string[];
  asks?: Record<string, string[]>;
}

/** Reads from the built page what its modules need first; those that name no calls are small enough without. */
export function readModulePreloads(dist: string): Map<string, ModulePreload> {
  const folder = join(dist, "modules");
  const found = new Map<string, ModulePreload>();
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name] = /^([\w-]+)\.json$/.exec(file) ?? [];
    if (name === undefined) continue;
    const built = JSON.parse(readFileSync(join(folder, file), "utf8")) as Built;
    const { entry, styles, ahead = [], asks } = built;
    if (asks !== undefined) found.set(name, { files: [entry, ...ahead, ...styles], asks });
  }
  return found;
}

/** Returns what the modules need first that the person has a tile of. */
export function preloadsFor(
  { apps }: AppsAnswer,
  modules: ReadonlyMap<string, ModulePreload>,
): Record<string, ModulePreload> {
  const isHere = (name: string) => apps.some(({ url }) => url === `/module/${name}`);
  return Object.fromEntries([...modules].filter(([name]) => isHere(name)));
}
