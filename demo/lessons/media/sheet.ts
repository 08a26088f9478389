import { CLOSE, OPEN, widthOf, withLatinQuotes, type Mark, type Page } from "./pdf.ts";

const INK = "#1f2733";
const SOFT_INK = "#5b6675";
const RULE = "#c5ccd6";
const WHITE = "#ffffff";
/** Signs that begin no line. */
const CLOSING = /^[，。、；：？！）》”’…～]/;

/** The pieces that no line breaks: Latin words, and Chinese signs with the brackets that open before them. */
const PIECES = new RegExp(`[（《“‘]*(?:[!-~${OPEN}${CLOSE}]+ ?| |[^ -~])`, "g");

/** The size of paper, and how text stands on it. */
export interface Format {
  width: number;
  height: number;
  margin: number;
  /** The size of text. */
  size: number;
  /** The colour of headings and of the edge. */
  colour: string;
}

/** Pages that are filled from above; what does not fit begins another. */
export class Sheets {
  readonly #format: Format;
  readonly #foot: string;
  readonly #pages: Mark[][] = [];
  #y = 0;

  constructor(format: Format, foot: string) {
    this.#format = format;
    this.#foot = foot;
    this.begin();
  }

  /** Begins another page. */
  begin(): this {
    const { width, height, margin, colour, size } = this.#format;
    this.#pages.push([
      { kind: "box", x: 0, y: 0, width, height: 10, colour },
      {
        ...{ kind: "text", x: margin, y: height - margin / 2, size: size * 0.75 },
        ...{ text: this.#foot, colour: SOFT_INK, bold: false },
      },
    ]);
    this.#y = margin;
    return this;
  }

  /** A page of its own that says in white what this is about. */
  cover(text: string, note: string): this {
    const { width, height, margin, colour, size } = this.#format;
    const large = size * 2;
    const lines = linesOf(text, large, width - 2 * margin);
    this.#pages.at(-1)?.splice(0, Infinity, { kind: "box", x: 0, y: 0, width, height, colour });
    this.#y = (height - (lines.length + 1) * large * 1.3) / 2;
    for (const line of lines) {
      this.#y += large * 1.3;
      this.#put(this.#middle(line, large), large, line, WHITE, true);
    }
    this.#y += large * 1.1;
    this.#put(this.#middle(note, size), size, note, WHITE, false);
    return this;
  }

  title(text: string): this {
    const { width, margin, size, colour } = this.#format;
    for (const line of linesOf(text, size * 1.9, width - 2 * margin)) {
      this.#down(size * 1.9 * 1.3);
      this.#put(this.#middle(line, size * 1.9), size * 1.9, line, colour, true);
    }
    return this;
  }

  /** A small line under a title. */
  note(text: string): this {
    const { size } = this.#format;
    this.#down(size * 2);
    this.#put(this.#middle(text, size), size, text, SOFT_INK, false);
    return this.gap(size);
  }

  heading(text: string): this {
    const { margin, size, colour, height } = this.#format;
    // never the last on a page
    if (this.#y + size * 6 > height - margin) this.begin();
    this.#down(size * 2.6);
    this.#add({ kind: "box", x: margin, y: this.#y - size, width: 4, height: size * 1.2, colour });
    this.#put(margin + size, size * 1.2, text, colour, true);
    return this.gap(size * 0.5);
  }

  paragraph(text: string): this {
    const { width, margin, size } = this.#format;
    for (const line of linesOf(text, size, width - 2 * margin)) {
      this.#down(size * 1.8);
      this.#put(margin, size, line, INK, false);
    }
    return this;
  }

  /** Lines to write on. */
  blanks(count: number): this {
    const { width, margin, size } = this.#format;
    for (let line = 0; line < count; line += 1) {
      this.#down(size * 2.3);
      this.#add({
        kind: "box",
        x: margin,
        y: this.#y,
        width: width - 2 * margin,
        height: 0.6,
        colour: RULE,
      });
    }
    return this.gap(size * 0.6);
  }

  gap(height: number): this {
    this.#y += height;
    return this;
  }

  pages(): Page[] {
    const { width, height } = this.#format;
    return this.#pages.map((marks) => ({ width, height, marks }));
  }

  #down(height: number): void {
    if (this.#y + height > this.#format.height - this.#format.margin) this.begin();
    this.#y += height;
  }

  #put(x: number, size: number, text: string, colour: string, bold: boolean): void {
    this.#add({ kind: "text", x, y: this.#y, size, text, colour, bold });
  }

  #add(mark: Mark): void {
    this.#pages.at(-1)?.push(mark);
  }

  #middle(text: string, size: number): number {
    return (this.#format.width - widthOf(text, size)) / 2;
  }
}

/** Breaks a text between Chinese signs and between Latin words. */
function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of withLatinQuotes(text).match(PIECES) ?? []) {
    const isFull = widthOf(line + piece.trimEnd(), size) > width;
    if (isFull && line !== "" && !CLOSING.test(piece)) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}
