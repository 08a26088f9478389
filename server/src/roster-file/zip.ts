import { createRequire } from "node:module";
import { MAX_UNPACKED_BYTES } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";

const require = createRequire(import.meta.url);

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const MAX_COMMENT_BYTES = 65_535;
/** Stands for a size that is in the entry's zip64 field. */
const IN_ZIP64 = 0xffffffff;
/** Packed bytes that are unpacked at once: a thousandfold bomb gives four megabytes. */
const STEP_BYTES = 4096;

/** One file of a zip. */
export interface ZipEntry {
  name: string;
  is_encrypted: boolean;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

/** Thrown for a zip that is cut off or otherwise broken. */
function damaged(cause?: unknown): RosterFileRefused {
  return new RosterFileRefused("文件已损坏或没有传完整，请重新导出后再试。", { cause });
}

/** Lists the files of a zip by its directory, without unpacking any. */
export function listZip(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = endOf(view);
    const entries = new Map<string, ZipEntry>();
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
      const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
      const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
      const nameEnd = at + 46 + nameLength;
      const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd));
      const entry: ZipEntry = {
        name: name.replaceAll("\\", "/").replace(/^\//, ""),
        is_encrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      };
      readZip64(view, nameEnd, nameEnd + extraLength, entry);
      entries.set(entry.name, entry);
      at = nameEnd + extraLength + commentLength;
    }
    return entries;
  } catch (cause) {
    if (cause instanceof RosterFileRefused) throw cause;
    throw damaged(cause);
  }
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw damaged();
}

function readZip64(view: DataView, from: number, end: number, entry: ZipEntry): void {
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    for (const size of ["unpacked", "packed", "offset"] as const) {
      if (entry[size] !== IN_ZIP64) continue;
      entry[size] = Number(view.getBigUint64(field, true));
      field += 8;
    }
  }
}

/** Unpacks files of one zip piece by piece, up to a total that no roster needs: a bomb costs no more than that (RO-07). */
export class Unzipper {
  readonly #bytes: Uint8Array;
  #left = MAX_UNPACKED_BYTES;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Hands the pieces of a file over, in order; throws for what is larger, or not what the directory says. */
  unpack(entry: ZipEntry, take: (piece: Uint8Array) => void): void {
    const packed = this.#packedOf(entry);
    // what the directory says is refused at once where it is too much, and is held to where it is not
    this.#left -= entry.unpacked;
    if (this.#left < 0) {
      throw new RosterFileRefused("文件解开后大得不像一份名册，没有读下去；请检查它从哪里来。");
    }
    let total = 0;
    const receive = (piece: Uint8Array) => {
      total += piece.length;
      if (total > entry.unpacked) throw damaged();
      take(piece);
    };
    if (entry.method === 0) {
      for (let at = 0; at < packed.length; at += 65_536) receive(packed.subarray(at, at + 65_536));
    } else if (entry.method === 8) inflate(packed, receive);
    else throw damaged();
    if (total !== entry.unpacked) throw damaged();
  }

  #packedOf({ offset, packed }: ZipEntry): Uint8Array {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    const isWithin = offset + 30 <= view.byteLength;
    if (!isWithin || view.getUint32(offset, true) !== LOCAL_ENTRY) throw damaged();
    const start =
      offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (start + packed > view.byteLength) throw damaged();
    return this.#bytes.subarray(start, start + packed);
  }
}

function inflate(packed: Uint8Array, receive: (piece: Uint8Array) => void): void {
  const { Inflate } = require("fflate") as typeof import("fflate");
  const inflater = new Inflate(receive);
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      const end = at + STEP_BYTES;
      inflater.push(packed.subarray(at, end), end >= packed.length);
    }
  } catch (cause) {
    if (cause instanceof RosterFileRefused) throw cause;
    throw damaged(cause);
  }
}
