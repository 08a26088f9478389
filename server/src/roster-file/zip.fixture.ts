import { constants, crc32, deflateRawSync } from "node:zlib";

/** A file of a test's zip as its raw parts: what the directory claims need not be true. */
export interface RawEntry {
  name: string;
  packed: Uint8Array;
  /** The size that is claimed. */
  unpacked: number;
  flags?: number;
}

/** Packs one piece so many times over: hundreds of megabytes in a few kilobytes, without ever having them. */
export function packedMany(before: string, piece: string, times: number, after = ""): RawEntry {
  const flush = (text: string) =>
    deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const packed = flush(piece);
  return {
    name: "xl/worksheets/sheet1.xml",
    packed: Buffer.concat([flush(before), ...Array(times).fill(packed), deflateRawSync(after)]),
    unpacked:
      Buffer.byteLength(before) + Buffer.byteLength(piece) * times + Buffer.byteLength(after),
  };
}

export function packed(name: string, text: string): RawEntry {
  return { name, packed: deflateRawSync(text), unpacked: Buffer.byteLength(text) };
}

/** Returns a zip of these entries. */
export function rawZip(entries: RawEntry[]): Uint8Array {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, packed, unpacked, flags = 0 } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(""), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(unpacked, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), common, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
