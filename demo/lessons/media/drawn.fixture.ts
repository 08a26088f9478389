/** Returns the words of a PDF that the demo drew, a line for each text. */
export function wordsOfPdf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString("latin1");
  return Array.from(file.matchAll(/^BT .* ET$/gm), ([text]) =>
    Array.from(text.matchAll(/<([\dA-F]+)> Tj|\(((?:\\.|[^\\)])*)\) Tj/g), ([, han, latin = ""]) =>
      han === undefined
        ? latin.replaceAll(/\\(.)/g, "$1").replaceAll("\u0093", "“").replaceAll("\u0094", "”")
        : Buffer.from(han, "hex").swap16().toString("utf16le"),
    ).join(""),
  );
}
