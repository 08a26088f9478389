/** The parts of a page; places are points from the upper left corner, `y` of a text is its baseline. */
export type Mark =
  | {
      kind: "text";
      x: number;
      y: number;
      size: number;
      text: string;
      colour: string;
      bold: boolean;
    }
  | { kind: "box"; x: number; y: number; width: number; height: number; colour: string };

export interface Page {
  width: number;
  height: number;
  marks: readonly Mark[];
}

/** The widths of Helvetica's signs from the space on, in thousandths of its size. */
const LATIN_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** The places of “ and ” in the Latin typeface. */
export const [OPEN, CLOSE] = ["\u0093", "\u0094"];
const FURTHER_WIDTHS: Readonly<Record<string, number>> = { [OPEN]: 333, [CLOSE]: 333, "·": 278 };
/** The signs that are set in the Latin typeface. */
const LATIN = new RegExp(`^[ -~${OPEN}${CLOSE}·]+$`);
const RUNS = new RegExp(`[ -~${OPEN}${CLOSE}·]+|[^ -~${OPEN}${CLOSE}·]+`, "g");

/** Returns how wide a text is. */
export function widthOf(text: string, size: number): number {
  let wide = 0;
  for (const sign of text) {
    wide += LATIN.test(sign)
      ? (FURTHER_WIDTHS[sign] ?? LATIN_WIDTHS[sign.charCodeAt(0) - 32] ?? 0)
      : 1000;
  }
  return (wide * size) / 1000;
}

/** Sets the quotation marks around Latin words in the Latin typeface, in which they are narrow. */
export function withLatinQuotes(text: string): string {
  return text.replaceAll(/“([ -~]*)”/g, `${OPEN}$1${CLOSE}`);
}

/**
 * Writes a PDF. Chinese is set in the typeface that every reader knows by name and brings itself (Adobe-GB1), so that no font
 * is embedded and a page takes 3 KB.
 */
export function writePdf(title: string, pages: readonly Page[]): Uint8Array {
  const [CATALOG, TREE, INFO, LATIN_FONT, HAN_FONT, HAN_CIDS, HAN_FACE, FIRST] = [
    1, 2, 3, 4, 5, 6, 7, 8,
  ];
  const pageAt = (index: number) => FIRST + index * 2;
  const kids = pages.map((_, index) => `${pageAt(index)} 0 R`).join(" ");
  const objects = [
    `<</Type/Catalog/Pages ${TREE} 0 R/Lang(zh-CN)/ViewerPreferences<</DisplayDocTitle true>>>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    `<</Title<FEFF${hex(title)}>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UTF16-H/DescendantFonts[${HAN_CIDS} 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/FontDescriptor ${HAN_FACE} 0 R>>`,
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
    ...pages.flatMap(({ width, height, marks }, index) => {
      const content = marks.map((mark) => drawn(mark, height)).join("\n");
      return [
        `<</Type/Page/Parent ${TREE} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${pageAt(index) + 1} 0 R` +
          `/Resources<</Font<</L ${LATIN_FONT} 0 R/H ${HAN_FONT} 0 R>>>>>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.5\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer<</Size ${size}/Root ${CATALOG} 0 R/Info ${INFO} 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}

function drawn(mark: Mark, pageHeight: number): string {
  const colour = colourOf(mark.colour);
  if (mark.kind === "box") {
    const { x, y, width, height } = mark;
    return `${colour} rg ${short(x)} ${short(pageHeight - y - height)} ${short(width)} ${short(height)} re f`;
  }
  const { x, y, size, text, bold } = mark;
  // no typeface of the readers' own is bold: the outline makes it so
  const weight = bold ? `${colour} RG ${short(size / 32)} w 2 Tr` : "0 Tr";
  const parts = text.match(RUNS) ?? [];
  const shown = parts.map((part) =>
    LATIN.test(part)
      ? `/L ${size} Tf (${part.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj`
      : `/H ${size} Tf <${hex(part)}> Tj`,
  );
  return `BT ${colour} rg ${weight} ${short(x)} ${short(pageHeight - y)} Td ${shown.join(" ")} ET`;
}

function hex(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
}

function colourOf(colour: string): string {
  return (colour.match(/[\da-f]{2}/g) ?? [])
    .map((part) => short(Number.parseInt(part, 16) / 255))
    .join(" ");
}

const short = (value: number) => String(Math.round(value * 100) / 100);
