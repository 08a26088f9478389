import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Below this compressing costs more than it saves. */
const FROM_BYTES = 2048;
/** Cheap enough for every answer; higher ones save a few more percent for ten times the work. */
const BROTLI_QUALITY = 4;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

export type Encoding = "br" | "gzip";

/** True when the client takes this encoding, by its `Accept-Encoding`. */
export function accepts(header: string | undefined, encoding: Encoding): boolean {
  if (header === undefined) return false;
  return header.split(",").some((one) => {
    const [name, ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

/** The encoding to answer so many bytes in; undefined: as they are. */
export function encodingFor(header: string | undefined, bytes: number): Encoding | undefined {
  if (bytes < FROM_BYTES) return undefined;
  if (accepts(header, "br")) return "br";
  return accepts(header, "gzip") ? "gzip" : undefined;
}

export function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return packGzip(body);
  return packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
