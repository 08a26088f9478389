// Chromium without windows from npm packages, which hold nothing else: old versions, and the newest for the tests' pages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

/** The packages, for Linux on x64, with what npm's registry says of each: SHA-512 in base64. */
const PACKAGES = {
  153: [
    "@sparticuz/chromium@153.0.0",
    "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
  ],
  109: [
    "@sparticuz/chromium@109.0.6",
    "9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==",
  ],
  92: [
    "@sparticuz/chromium@92.0.0",
    "xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==",
  ],
  67: [
    "chrome-aws-lambda@67.0.3372",
    "JGB/vPO64wwEBLBRGkZUa9uoJ7sZ/y0wB9/ZAlDS7fYtEOAJUVx7WzcU3hIhfCP4RSBcggS6vbSyx1u+Sgt5+w==",
  ],
} as const;
export type PackedVersion = keyof typeof PACKAGES;

/** The folder where they are kept between runs: each is a download of some 50 MB. */
const KEPT = fileURLToPath(new URL("../node_modules/.cache/chromium/", import.meta.url));
const FETCH_WITHIN_MS = 120_000;

const fileOf = (version: PackedVersion) => join(KEPT, `chromium-${version}`);

/** Returns the file of a version that was unpacked before. */
export function keptChromium(version: PackedVersion): string | undefined {
  return existsSync(fileOf(version)) ? fileOf(version) : undefined;
}

/** Returns a version's file, fetched if needed; undefined, with the reason printed, where it cannot be had. */
export async function packedChromium(version: PackedVersion): Promise<string | undefined> {
  const kept = keptChromium(version);
  if (kept !== undefined) return kept;
  if (process.platform !== "linux" || process.arch !== "x64") {
    return notHere(
      version,
      `these builds are for Linux on x64, this is ${process.platform} ${process.arch}`,
    );
  }
  mkdirSync(KEPT, { recursive: true });
  const folder = mkdtempSync(join(KEPT, "fetching-"));
  try {
    const failure = await fetchPackage(version, folder);
    if (failure !== null) return notHere(version, failure);
    const unpacked = join(folder, "chromium");
    await pipeline(
      createReadStream(join(folder, "package", "bin", "chromium.br")),
      createBrotliDecompress(),
      createWriteStream(unpacked, { mode: 0o755 }),
    );
    await rename(unpacked, fileOf(version));
    return fileOf(version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a package into the folder without running anything of it; returns null, or the reason of a failure. */
async function fetchPackage(version: PackedVersion, folder: string): Promise<string | null> {
  const [name, sha512] = PACKAGES[version];
  const options = { cwd: folder, encoding: "utf8", timeout: FETCH_WITHIN_MS } as const;
  const npm = process.env["npm_execpath"];
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  // where there is no network that is known at once
  const soon = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  const packed = spawnSync(
    command,
    [...first, "pack", "--silent", "--ignore-scripts", ...soon, name],
    options,
  );
  const tarball = packed.stdout?.trim().split("\n").at(-1);
  if (packed.status !== 0 || !tarball) return `npm could not fetch ${name}: ${packed.stderr ?? ""}`;
  const came = createHash("sha512").update(await readFile(join(folder, tarball)));
  if (came.digest("base64") !== sha512) return `what npm fetched as ${name} is something else`;
  const unpacked = spawnSync("tar", ["xzf", tarball], options);
  return unpacked.status === 0 ? null : `tar could not unpack ${tarball}: ${unpacked.stderr}`;
}

function notHere(version: PackedVersion, reason: string): undefined {
  console.warn(`Chromium ${version} is not there: ${reason}`);
  return undefined;
}
