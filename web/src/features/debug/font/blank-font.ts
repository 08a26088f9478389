/**
 * Makes a font file that holds every character as an empty glyph of width 0. Behind a face in a font stack it takes
 * every character that the face lacks, so a width of 0 shows that one is missing. Exact in every browser, unlike
 * comparing drawn pixels.
 */
export function blankFont(): Uint8Array<ArrayBuffer> {
  const tables: readonly [string, readonly number[]][] = [
    ["OS/2", os2()],
    ["cmap", cmap()],
    ["glyf", [0, 0, 0, 0]],
    ["head", head()],
    ["hhea", hhea()],
    ["hmtx", [...u16(0, 0), ...u16(0, 0)]],
    ["loca", u16(0, 0, 0)],
    ["maxp", maxp()],
    ["name", nameTable()],
    ["post", [...u32(0x30000), ...u32(0), ...u16(0, 0), ...u32(0, 0, 0, 0, 0)]],
  ];
  const count = tables.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const directory = [
    ...u32(0x10000),
    ...u16(count, power * 16, Math.log2(power), (count - power) * 16),
  ];
  const body: number[] = [];
  const start = directory.length + count * 16;
  for (const [tag, bytes] of tables) {
    directory.push(...ascii(tag), ...u32(checksum(bytes), start + body.length, bytes.length));
    body.push(...padded(bytes));
  }
  const file = [...directory, ...body];
  const adjust = start + offsetOf(tables, "head") + 8;
  const whole = u32((0xb1b0afba - checksum(file)) >>> 0);
  file.splice(adjust, 4, ...whole);
  return Uint8Array.from(file);
}

const UNITS = 1000;
const GLYPHS = 2;
const FIRST_CHARACTER = 0x20;
const LAST_CHARACTER = 0x10ffff;

/** Many characters, one glyph: format 13. */
function cmap(): number[] {
  const group = u32(FIRST_CHARACTER, LAST_CHARACTER, 1);
  const table = [...u16(13, 0), ...u32(16 + group.length, 0, 1), ...group];
  return [...u16(0, 1), ...u16(3, 10), ...u32(12), ...table];
}

function head(): number[] {
  return [
    ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    ...u16(0, UNITS),
    ...u32(0, 0, 0, 0),
    ...u16(0, 0, 0, 0, 0, 8, 2, 0, 0),
  ];
}

function hhea(): number[] {
  return [
    ...u32(0x10000),
    ...u16(800, 0x10000 - 200, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS),
  ];
}

function maxp(): number[] {
  return [...u32(0x10000), ...u16(GLYPHS, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)];
}

function os2(): number[] {
  return [
    ...u16(4, 0, 400, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ...Array.from({ length: 10 }, () => 0),
    ...u32(0, 0, 0, 0),
    ...ascii("NONE"),
    ...u16(0x40, FIRST_CHARACTER, 0xffff, 800, 0x10000 - 200, 0, 800, 200),
    ...u32(0, 0),
    ...u16(0, 0, 0, FIRST_CHARACTER, 0),
  ];
}

function nameTable(): number[] {
  const text = [...ascii("Blank")].flatMap((letter) => [0, letter]);
  const records = [1, 2, 4, 6].flatMap((id) => u16(3, 1, 0x409, id, text.length, 0));
  return [...u16(0, 4, 6 + records.length), ...records, ...text];
}

function offsetOf(tables: readonly [string, readonly number[]][], wanted: string): number {
  let offset = 0;
  for (const [tag, bytes] of tables) {
    if (tag === wanted) return offset;
    offset += padded(bytes).length;
  }
  throw new Error(`no table ${wanted}`);
}

function padded(bytes: readonly number[]): number[] {
  return [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)];
}

function checksum(bytes: readonly number[]): number {
  const whole = padded(bytes);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = whole.slice(at, at + 4);
    sum = (sum + a * 0x1000000 + (b << 16) + (c << 8) + d) % 0x100000000;
  }
  return sum;
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function u16(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 255, value & 255]);
}

function u32(...values: number[]): number[] {
  return values.flatMap((value) => [
    value >>> 24,
    (value >> 16) & 255,
    (value >> 8) & 255,
    value & 255,
  ]);
}
