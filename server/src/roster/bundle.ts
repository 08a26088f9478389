import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorRefused } from "../platform/operator-refused.ts";

/** The most bytes a zip file may unpack to: far more than a province's roster, far less than a machine's memory. */
const MAX_UNPACKED_BYTES = 2 ** 30;

/** Thrown for a bundle that cannot be opened. The message is a Chinese sentence. */
class BundleUnreadable extends OperatorRefused {
  override name = "BundleUnreadable";
}

/** Returns the CSV files of a folder or a zip file: file name → bytes. */
export async function readBundle(source: string): Promise<Map<string, Uint8Array>> {
  const found = await stat(source).catch((cause: unknown) => {
    throw new BundleUnreadable(`找不到“${source}”，请检查路径。`, { cause });
  });
  const files = found.isDirectory() ? await readFolder(source) : await readZip(source);
  if (files.size === 0) throw new BundleUnreadable(`“${source}”里没有 CSV 文件。`);
  return files;
}

async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(folder)).filter(isCsv).toSorted();
  const entries = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(entries));
}

async function readZip(file: string): Promise<Map<string, Uint8Array>> {
  const { unzipSync } = await import("fflate");
  let unpacked = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(await readFile(file), {
      filter({ name, originalSize }) {
        if (!isCsv(baseName(name)) || name.startsWith("__MACOSX/")) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED_BYTES) throw new BundleUnreadable("压缩包解开后超过 1 GB。");
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof BundleUnreadable) throw cause;
    throw new BundleUnreadable(`“${file}”既不是文件夹，也不是完好的 zip 文件。`, { cause });
  }
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of Object.entries(entries)) {
    const name = baseName(path);
    if (files.has(name)) throw new BundleUnreadable(`压缩包里有两个 ${name}。`);
    files.set(name, bytes);
  }
  return files;
}

/** Returns a path's file name; some tools write Windows' separators into a zip. */
function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function isCsv(name: string): boolean {
  return name.toLowerCase().endsWith(".csv") && !name.startsWith(".");
}
