/** Pixels; the format counts in twentieths of one. */
const TWIPS = 20;

export interface Movie {
  /** Of the stage, in pixels. */
  width: number;
  height: number;
  framesPerSecond: number;
  background: Colour;
  /** All tags between the head and the end, in order. */
  tags: readonly Uint8Array[];
  frames: number;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** Writes an uncompressed Flash file of version 8: the last one before ActionScript 3, which every player reads. */
export function writeMovie({
  width,
  height,
  framesPerSecond,
  background,
  tags,
  frames,
}: Movie): Uint8Array {
  const stage = new Bits();
  stage.rectangle(width * TWIPS, height * TWIPS);
  const body = joined([
    stage.bytes(),
    [0, framesPerSecond],
    uint16(frames),
    tag(69, [1, 0, 0, 0]),
    tag(9, background),
    ...tags,
    tag(0, []),
  ]);
  const head = [...ascii("FWS"), 8, ...uint32(body.length + 8)];
  return joined([head, body]);
}

export function tag(code: number, content: ArrayLike<number>): Uint8Array {
  const SHORT = 63;
  const head =
    content.length < SHORT
      ? uint16((code << 6) | content.length)
      : [...uint16((code << 6) | SHORT), ...uint32(content.length)];
  return joined([head, content]);
}

/** Ends a frame. */
export const SHOW_FRAME = tag(1, []);

/** A shape: its outline, filled in one colour. Coordinates in pixels around its own origin. */
export function defineShape(
  id: number,
  colour: Colour,
  outline: (pen: Pen) => void,
  size: number,
): Uint8Array {
  const bounds = new Bits();
  bounds.rectangle(size * TWIPS, size * TWIPS, -size * TWIPS, -size * TWIPS);
  const records = new Bits();
  records.unsigned(1, 4); // bits of a fill's number
  records.unsigned(0, 4); // no lines
  outline(new Pen(records));
  records.unsigned(0, 6);
  const styles = [1, 0, ...colour, 0];
  return tag(2, joined([uint16(id), bounds.bytes(), styles, records.bytes()]));
}

/** Draws the outline of a shape; every line leads from where the last one ended. */
export class Pen {
  readonly #bits: Bits;

  constructor(bits: Bits) {
    this.#bits = bits;
  }

  start(x: number, y: number): void {
    const bits = this.#bits;
    bits.unsigned(0b000101, 6); // a style change: the fill, and a move
    bits.unsigned(17, 5);
    bits.signed(twips(x), 17);
    bits.signed(twips(y), 17);
    bits.unsigned(1, 1);
  }

  line(dx: number, dy: number): void {
    this.#bits.unsigned(0b11, 2);
    this.#bits.unsigned(15, 4);
    this.#bits.unsigned(1, 1);
    this.#bits.signed(twips(dx), 17);
    this.#bits.signed(twips(dy), 17);
  }

  curve(control: readonly [number, number], anchor: readonly [number, number]): void {
    this.#bits.unsigned(0b10, 2);
    this.#bits.unsigned(15, 4);
    for (const distance of [...control, ...anchor]) this.#bits.signed(twips(distance), 17);
  }
}

/** Shows a character at a place, or moves the one at that depth. */
export function place({
  depth,
  id,
  x,
  y,
  name,
}: {
  depth: number;
  /** Missing: moves what is there. */
  id?: number;
  x: number;
  y: number;
  name?: string;
}): Uint8Array {
  const flags = (name === undefined ? 0 : 0x20) | 0x04 | (id === undefined ? 0x01 : 0x02);
  const matrix = new Bits();
  matrix.unsigned(0, 2); // neither scaled nor turned
  matrix.unsigned(17, 5);
  matrix.signed(twips(x), 17);
  matrix.signed(twips(y), 17);
  return tag(
    26,
    joined([
      [flags],
      uint16(depth),
      id === undefined ? [] : uint16(id),
      matrix.bytes(),
      name === undefined ? [] : [...ascii(name), 0],
    ]),
  );
}

export function uint16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}

export function uint32(value: number): number[] {
  return [...uint16(value & 0xffff), ...uint16(value >>> 16)];
}

export function ascii(text: string): number[] {
  return Array.from(text, (sign) => sign.charCodeAt(0));
}

export function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

function twips(pixels: number): number {
  return Math.round(pixels * TWIPS);
}

/** Numbers of any width, the highest bit first, filled up to whole bytes at the end. */
class Bits {
  readonly #bits: number[] = [];

  unsigned(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) this.#bits.push((value >>> bit) & 1);
  }

  signed(value: number, width: number): void {
    this.unsigned(value < 0 ? value + 2 ** width : value, width);
  }

  rectangle(right: number, bottom: number, left = 0, top = 0): void {
    this.unsigned(20, 5);
    for (const side of [left, right, top, bottom]) this.signed(side, 20);
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    this.#bits.forEach((bit, at) => {
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at % 8)));
    });
    return bytes;
  }
}
