// Writes into package-lock.json where each package's archive lies: without it npm reads the list of all versions of
// every package first, 119 MB of them. The host is none: npm puts its own registry there (.npmrc, decision 075).
import { readFileSync, writeFileSync } from "node:fs";

const LOCKFILE = "package-lock.json";
const HOST = "https://registry.invalid";

/** The parts of a package's entry that are read here, as npm writes them. */
interface LockedPackage {
  version: string;
  /** The package's name, where its folder has another. */
  name?: string;
  resolved?: string;
  integrity?: string;
}

/** Returns a lockfile's text with the address of each package that comes from a registry. */
export function withAddresses(text: string): string {
  const lock = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const packages = Object.entries(lock.packages).map(([folder, entry]) => {
    // ours lie in this repository, and have none
    if (entry.integrity === undefined) return [folder, entry];
    const name = entry.name ?? folder.slice(folder.lastIndexOf("node_modules/") + 13);
    const archive = `${name.split("/").at(-1)}-${entry.version}.tgz`;
    const { name: alias, version, resolved: _, ...rest } = entry;
    const resolved = `${HOST}/${name}/-/${archive}`;
    return [folder, { ...(alias !== undefined && { name: alias }), version, resolved, ...rest }];
  });
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

if (import.meta.main) {
  const text = readFileSync(LOCKFILE, "utf8");
  const wanted = withAddresses(text);
  const isOnlyChecked = process.argv.includes("--check");
  if (isOnlyChecked && text !== wanted) {
    console.error(`${LOCKFILE}: packages without their address; npm run format writes them`);
    process.exitCode = 1;
  } else if (text !== wanted) writeFileSync(LOCKFILE, wanted);
}
