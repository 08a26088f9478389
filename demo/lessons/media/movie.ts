/** Numbers of tags. */
const END = 0;
const SHOW_FRAME = 1;
const BACKGROUND = 9;
const PLACE = 26;
const REMOVE = 28;
const SHAPE = 32;
const EDIT_TEXT = 37;
const FONT = 48;

const TWIPS = 20;
const VERSION = 8;
const FRAMES_PER_SECOND = 12;
const FONT_ID = 1;
/** A typeface that Chinese devices have; the browser takes another one where it is not there. */
const TYPEFACE = "SimHei";
/** Texts stand over discs. */
const TEXT_DEPTH = 100;

export type Rgb = readonly [red: number, green: number, blue: number];

/** A Flash movie that repeats; places and sizes are pixels. */
export interface Movie {
  width: number;
  height: number;
  frames: number;
  background: Rgb;
  discs: readonly Disc[];
  texts: readonly Text[];
}

export interface Disc {
  radius: number;
  colour: Rgb;
  /** Of 255. */
  opacity: number;
  at(frame: number): readonly [x: number, y: number];
}

/** White words in the middle of a box, shown from a frame to before another. */
export interface Text {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  text: string;
  from: number;
  to: number;
}

/** Writes a movie as SWF 8, with the few tags that moving discs and words in the device's typeface need. */
export function writeMovie(movie: Movie): Uint8Array {
  const { width, height, frames, background, discs, texts } = movie;
  const discId = (index: number) => FONT_ID + 1 + index;
  const textId = (index: number) => discId(discs.length + index);
  const tags = [
    tag(BACKGROUND, background),
    tag(FONT, deviceFont()),
    ...discs.map((disc, index) => tag(SHAPE, [...u16(discId(index)), ...discShape(disc)])),
    ...texts.map((text, index) => tag(EDIT_TEXT, [...u16(textId(index)), ...textField(text)])),
  ];
  for (let frame = 0; frame < frames; frame += 1) {
    discs.forEach((disc, index) => {
      const [x, y] = disc.at(frame);
      tags.push(tag(PLACE, placed(1 + index, frame === 0 ? discId(index) : null, x, y)));
    });
    texts.forEach(({ x, y, from, to }, index) => {
      const depth = TEXT_DEPTH + index;
      if (frame === from) tags.push(tag(PLACE, placed(depth, textId(index), x, y)));
      if (frame === to) tags.push(tag(REMOVE, u16(depth)));
    });
    tags.push(tag(SHOW_FRAME, []));
  }
  tags.push(tag(END, []));
  const head = [...rectangle(0, 0, width, height), 0, FRAMES_PER_SECOND, ...u16(frames)];
  const body = [...head, ...tags.flat()];
  const signature = [..."FWS"].map((sign) => sign.charCodeAt(0));
  return Uint8Array.from([...signature, VERSION, ...u32(body.length + 8), ...body]);
}

/** A font without glyphs is the device's. */
function deviceFont(): number[] {
  const WIDE_CODES = 0x04;
  const CHINESE = 4;
  return [...u16(FONT_ID), WIDE_CODES, CHINESE, TYPEFACE.length, ...utf8(TYPEFACE), ...u16(0)];
}

function textField({ width, height, size, text }: Text): number[] {
  const HAS_TEXT = 0x80;
  const WRAPS = 0x40;
  const HAS_LINES = 0x20;
  const IS_READ_ONLY = 0x08;
  const HAS_COLOUR = 0x04;
  const HAS_FONT = 0x01;
  const HAS_LAYOUT = 0x20;
  const IS_NOT_SELECTED = 0x10;
  const CENTRE = 2;
  const margins = [...u16(0), ...u16(0), ...u16(0), ...u16(0)];
  return [
    ...rectangle(0, 0, width, height),
    HAS_TEXT | WRAPS | HAS_LINES | IS_READ_ONLY | HAS_COLOUR | HAS_FONT,
    HAS_LAYOUT | IS_NOT_SELECTED,
    ...u16(FONT_ID),
    ...u16(size * TWIPS),
    ...[255, 255, 255, 255],
    ...[CENTRE, ...margins],
    ...[0, ...utf8(text), 0],
  ];
}

/** A circle of eight curves about the origin. */
function discShape({ radius, colour, opacity }: Disc): number[] {
  const MOVES_AND_FILLS = 0b000101;
  const CURVE = 0b10;
  const PARTS = 8;
  const r = radius * TWIPS;
  const size = signedBits(r);
  // one bit for fills, none for lines; the fill on the left is the first
  const bits = new Bits().unsigned(1, 4).unsigned(0, 4);
  bits.unsigned(MOVES_AND_FILLS, 6).unsigned(size, 5).signed(r, size).signed(0, size);
  bits.unsigned(1, 1);
  let [x, y] = [r, 0];
  for (let part = 1; part <= PARTS; part += 1) {
    const angle = (part * 2 * Math.PI) / PARTS;
    const half = Math.PI / PARTS;
    const away = r / Math.cos(half);
    const control = [away * Math.cos(angle - half), away * Math.sin(angle - half)].map(Math.round);
    const end = [r * Math.cos(angle), r * Math.sin(angle)].map(Math.round);
    const [cx = 0, cy = 0, ex = 0, ey = 0] = [...control, ...end];
    const steps = [cx - x, cy - y, ex - cx, ey - cy];
    const width = Math.max(2, ...steps.map(signedBits));
    bits.unsigned(CURVE, 2).unsigned(width - 2, 4);
    for (const step of steps) bits.signed(step, width);
    [x, y] = [ex, ey];
  }
  bits.unsigned(0, 6);
  const solid = [1, 0, ...colour, opacity];
  return [...rectangle(-radius, -radius, radius, radius), ...solid, 0, ...bits.bytes()];
}

/** Puts a character at a depth; without an id moves what is there. */
function placed(depth: number, id: number | null, x: number, y: number): number[] {
  const HAS_MATRIX = 4;
  const HAS_CHARACTER = 2;
  const MOVES = 1;
  const [left, top] = [Math.round(x * TWIPS), Math.round(y * TWIPS)];
  const size = Math.max(signedBits(left), signedBits(top));
  const matrix = new Bits().unsigned(0, 2).unsigned(size, 5).signed(left, size).signed(top, size);
  const what = id === null ? MOVES : HAS_CHARACTER;
  return [HAS_MATRIX | what, ...u16(depth), ...(id === null ? [] : u16(id)), ...matrix.bytes()];
}

function rectangle(left: number, top: number, right: number, bottom: number): number[] {
  const sides = [left, right, top, bottom].map((side) => Math.round(side * TWIPS));
  const size = Math.max(...sides.map(signedBits));
  const bits = new Bits().unsigned(size, 5);
  for (const side of sides) bits.signed(side, size);
  return bits.bytes();
}

function tag(code: number, body: readonly number[]): number[] {
  const LONG = 0x3f;
  return [...u16((code << 6) | LONG), ...u32(body.length), ...body];
}

function utf8(words: string): number[] {
  return [...new TextEncoder().encode(words)];
}

const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** Returns how many bits a number takes with its sign. */
function signedBits(value: number): number {
  return 33 - Math.clz32(value < 0 ? ~value : value);
}

/** Numbers bit by bit, the highest first. */
class Bits {
  #signs = "";

  unsigned(value: number, size: number): this {
    this.#signs += value.toString(2).padStart(size, "0");
    return this;
  }

  signed(value: number, size: number): this {
    return size === 0 ? this : this.unsigned(value < 0 ? value + 2 ** size : value, size);
  }

  bytes(): number[] {
    const bytes: number[] = [];
    for (let at = 0; at < this.#signs.length; at += 8) {
      bytes.push(Number.parseInt(this.#signs.slice(at, at + 8).padEnd(8, "0"), 2));
    }
    return bytes;
  }
}
