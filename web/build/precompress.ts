import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { afterBuild } from "./after-build.ts";

const WORTH_IT = /\.(html|js|css|svg|json|txt)$/;
/** The size in bytes below which a compressed copy is not worth a second file. */
const MIN_BYTES = 300;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside each file that gains by it, so that the server compresses nothing at run time. */
export function precompress(): Plugin {
  return afterBuild("precompress", packFolder);
}

export async function packFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((file) => WORTH_IT.test(file) && !/^server[\\/]/.test(file))
      .map((file) => pack(join(folder, file))),
  );
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    packBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    packGzip(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
