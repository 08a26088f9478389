import { createRequire } from "node:module";
import { MAX_TAG_BYTES } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";
import type { Unzipper, ZipEntry } from "./zip.ts";

const require = createRequire(import.meta.url);

/** Levels of elements that a workbook's parts never reach. */
const MAX_LEVELS = 40;

export interface XmlHandler {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Returns an element's or attribute's name without its namespace's prefix. */
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads one XML part of a workbook piece by piece. Declares no entity and follows no address; a part with a DOCTYPE, cut
 * off, or not in UTF-8 is refused (RO-07).
 */
export function readXml(unzipper: Unzipper, entry: ZipEntry, handler: XmlHandler): void {
  let levels = 0;
  let hasEnded = false;
  let tagBytes = 0;
  // with what unpacks the file: loaded where a workbook is read (067)
  const { Parser } = require("htmlparser2") as typeof import("htmlparser2");
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        levels += 1;
        tagBytes = 0;
        if (levels > MAX_LEVELS) throw strange();
        handler.open?.(localName(name), attributes);
      },
      ontext(text) {
        tagBytes = 0;
        handler.text?.(text);
      },
      onclosetag(name, isImplied) {
        levels -= 1;
        // an element that nobody closed ends with the text: the part was cut off
        if (isImplied && hasEnded) throw strange();
        handler.close?.(localName(name));
      },
      onprocessinginstruction(name) {
        if (name.startsWith("!")) throw strange();
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (...args: Parameters<TextDecoder["decode"]>) => {
    try {
      return decoder.decode(...args);
    } catch (cause) {
      throw strange(cause);
    }
  };
  unzipper.unpack(entry, (piece) => {
    parser.write(decoded(piece, { stream: true }));
    tagBytes += piece.length;
    if (tagBytes > MAX_TAG_BYTES + piece.length) throw strange();
  });
  parser.write(decoded());
  hasEnded = true;
  parser.end();
}

function strange(cause?: unknown): RosterFileRefused {
  return new RosterFileRefused(
    "文件的内部格式不合规范，没有读；请用 Excel 或 WPS 打开，另存为 .xlsx 后再试。",
    { cause },
  );
}
