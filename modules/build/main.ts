/** Builds each module by itself into the built page: its files under assets/modules/<name>, its manifest under modules/. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { packFolder } from "../../web/build/precompress.ts";
import { sharedFile } from "../../web/build/shared-with-modules.ts";
import { parseManifest } from "../../web/src/features/module-container/manifest.ts";
import { moduleConfig } from "./config.ts";

const MODULES = new URL("../", import.meta.url);
const MANIFESTS = new URL("../../web/dist/modules/", import.meta.url);
const PAGE = new URL("../../web/dist/manifest.json", import.meta.url);
const FILES = fileURLToPath(new URL("../../web/dist/assets/modules/", import.meta.url));

/** Returns the names of the modules: folders with a manifest. */
async function moduleNames(): Promise<string[]> {
  const files = await readdir(MODULES, { recursive: true });
  return files
    .map((file) => /^([\w-]+)[\\/]manifest\.json$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
    .toSorted();
}

async function buildModule(name: string, shared: string): Promise<void> {
  const built = (await build(moduleConfig(name, shared))) as Rolldown.RolldownOutput;
  const folder = `assets/modules/${name}/`;
  const entry = built.output.find((file) => file.type === "chunk" && file.isEntry);
  const styles = built.output.filter((file) => file.fileName.endsWith(".css"));
  const source = await readFile(new URL(`${name}/manifest.json`, MODULES), "utf8");
  const manifest = parseManifest(
    {
      ...(JSON.parse(source) as object),
      entry: folder + (entry?.fileName ?? ""),
      styles: styles.map(({ fileName }) => folder + fileName),
    },
    name,
  );
  if (manifest === null) throw new Error(`modules/${name}/manifest.json is not a manifest`);
  await writeFile(new URL(`${name}.json`, MANIFESTS), JSON.stringify(manifest));
}

await mkdir(MANIFESTS, { recursive: true });
const shared = sharedFile(
  JSON.parse(await readFile(PAGE, "utf8")) as Record<string, { file: string }>,
);
for (const name of await moduleNames()) await buildModule(name, shared);
await packFolder(FILES);
