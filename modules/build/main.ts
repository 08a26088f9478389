/** Builds each module by itself into the built page: its files under assets/modules/<name>, its manifest under modules/. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { build, type Rolldown } from "vite";
import { sharedFile } from "../../web/build/shared-with-modules.ts";
import { parseManifest } from "../../web/src/features/module-container/manifest.ts";
import { FIRST, moduleConfig } from "./config.ts";

const MODULES = new URL("../", import.meta.url);
const MANIFESTS = new URL("../../web/dist/modules/", import.meta.url);
const PAGE = new URL("../../web/dist/manifest.json", import.meta.url);

/** Returns the names of the modules: folders with a manifest. */
async function moduleNames(): Promise<string[]> {
  const files = await readdir(MODULES, { recursive: true });
  return files
    .map((file) => /^([\w-]+)[\\/]manifest\.json$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
    .toSorted();
}

interface SourceManifest {
  /** The sources of the module's first screen, which become one chunk. */
  first?: string[];
  /** The sources of small screens that share one chunk. */
  together?: string[];
  /** The calls of which a screen's first sight is made, by the screen's path; with `""` those of every screen. */
  asks?: Record<string, string[]>;
}

/** Returns the scripts that the entry and the first screen import, which are fetched beside the entry. */
function filesAhead(
  chunks: readonly Rolldown.OutputChunk[],
  entry: Rolldown.OutputChunk | undefined,
): string[] {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    for (const file of chunk?.imports ?? []) {
      const next = chunks.find(({ fileName }) => fileName === file);
      if (next === undefined || found.has(file)) continue;
      found.add(file);
      visit(next);
    }
  };
  visit(entry);
  const first = chunks.find(({ name }) => name === FIRST);
  if (first !== undefined) found.add(first.fileName);
  visit(first);
  return [...found];
}

async function buildModule(name: string, shared: string): Promise<void> {
  const source = JSON.parse(
    await readFile(new URL(`${name}/manifest.json`, MODULES), "utf8"),
  ) as SourceManifest;
  const { first = [], together = [], asks, ...given } = source;
  const config = moduleConfig(name, shared, first, together);
  const built = (await build(config)) as Rolldown.RolldownOutput;
  const folder = `assets/modules/${name}/`;
  const chunks = built.output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  const styles = built.output.filter((file) => file.fileName.endsWith(".css"));
  const manifest = parseManifest(
    {
      ...given,
      entry: folder + (entry?.fileName ?? ""),
      styles: styles.map(({ fileName }) => folder + fileName),
      ahead: filesAhead(chunks, entry).map((file) => folder + file),
    },
    name,
  );
  if (manifest === null) throw new Error(`modules/${name}/manifest.json is not a manifest`);
  await writeFile(new URL(`${name}.json`, MANIFESTS), JSON.stringify({ ...manifest, asks }));
}

await mkdir(MANIFESTS, { recursive: true });
const shared = sharedFile(
  JSON.parse(await readFile(PAGE, "utf8")) as Record<string, { file: string }>,
);
for (const name of await moduleNames()) await buildModule(name, shared);
