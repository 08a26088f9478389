import { Zip, ZipDeflate } from "fflate";

/** The bytes that are packed at once; a slow machine needs some 20 ms for them. */
const PIECE_BYTES = 256 * 1024;

/**
 * Packs files into a .zip, piece by piece, so that the page lives meanwhile. Stands in place of what write-excel-file brings,
 * which has workers pack whatever is larger than 160 KB: our content policy forbids such workers, and it then waits for ever.
 */
export default async function zipInPieces(
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Promise<Blob> {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((fault, piece) => {
    if (fault !== null) throw fault;
    packed.push(piece);
  });
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for (let at = 0, isLast = false; !isLast; at += PIECE_BYTES) {
      isLast = at + PIECE_BYTES >= bytes.length;
      file.push(bytes.subarray(at, at + PIECE_BYTES), isLast);
      if (!isLast) await new Promise((resolve) => setTimeout(resolve));
    }
  }
  zip.end();
  return new Blob(packed);
}
