// Writes `.br` and `.gz` beside each file of the built page that gains by it, so that the server compresses nothing at
// run time. The page can be served before: what is not there yet goes out as it is.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const PAGE = fileURLToPath(new URL("../dist/", import.meta.url));
const WORTH_IT = /\.(html|js|css|svg|json|txt|wasm)$/;
/** The files that only the server reads. */
const FOR_SERVER = /^server[\\/]/;
/** The size in bytes below which a compressed copy is not worth a second file. */
const MIN_BYTES = 300;
/** The size in bytes of an engine: the highest quality would take half a minute for 14 MB and save a tenth. */
const ENGINE_BYTES = 4_000_000;
const ENGINE_QUALITY = 6;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const files = await readdir(PAGE, { recursive: true });
await Promise.all(
  files
    .filter((file) => WORTH_IT.test(file) && !FOR_SERVER.test(file))
    .map((file) => pack(join(PAGE, file))),
);

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const isEngine = bytes.length > ENGINE_BYTES;
  await Promise.all([
    put(`${file}.br`, bytes, () =>
      packBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isEngine
            ? ENGINE_QUALITY
            : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    ),
    put(`${file}.gz`, bytes, () => packGzip(bytes, isEngine ? {} : { level: 9 })),
  ]);
}

/** Puts a packed copy there as a whole, for whoever asks for the file at that moment. */
async function put(file: string, bytes: Buffer, packed: () => Promise<Buffer>): Promise<void> {
  if (existsSync(file)) return;
  const copy = await packed();
  if (copy.length >= bytes.length) return;
  // another start or test may be at the same file
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, copy);
  await rename(aside, file);
}
