import { MAX_CHARACTERS, MAX_SHEETS } from "./limits.ts";
import { numberFormatOf, type NumberFormat } from "./number-format.ts";
import { RosterFileRefused } from "./refused.ts";
import { readSheet, type Workbook } from "./sheet.ts";
import { Allowance, type Table } from "./table.ts";
import { plainText } from "./text.ts";
import { readXml, type XmlHandler } from "./xml.ts";
import { Unzipper, type ZipEntry } from "./zip.ts";

interface SheetPlace {
  name: string;
  is_hidden: boolean;
  relation: string;
}

/** Reads the sheets of an .xlsx workbook; a hidden sheet is named and not read. */
export function readWorkbook(bytes: Uint8Array, parts: Map<string, ZipEntry>): Table[] {
  const unzipper = new Unzipper(bytes);
  const byLowerName = new Map([...parts].map(([name, entry]) => [name.toLowerCase(), entry]));
  const part = (path: string) => byLowerName.get(path.toLowerCase());
  const read = (path: string | undefined, handler: XmlHandler) => {
    const entry = path === undefined ? undefined : part(path);
    if (entry !== undefined) readXml(unzipper, entry, handler);
    return entry !== undefined;
  };
  const roots = relations(read, "_rels/.rels", "");
  const main = [...roots.values()].find(({ type }) => type === "officeDocument")?.target;
  const path = main ?? "xl/workbook.xml";
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const related = relations(read, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const targetOf = (wanted: string) =>
    [...related.values()].find(({ type }) => type === wanted)?.target;
  const { places, is_1904 } = readPlaces(read, path);
  if (places.length === 0) throw new RosterFileRefused("文件里没有工作表，请检查后重新导出。");
  if (places.length > MAX_SHEETS) {
    throw new RosterFileRefused(`文件里有 ${places.length} 张工作表，最多 ${MAX_SHEETS} 张。`);
  }
  const workbook: Workbook = {
    is_1904,
    formats: readFormats(read, targetOf("styles")),
    strings: readStrings(read, targetOf("sharedStrings")),
  };
  const allowance = new Allowance();
  return places.map(({ name, is_hidden, relation }) => {
    const table: Table = { name, is_hidden, rows: [], merged: [] };
    const entry = part(related.get(relation)?.target ?? "");
    if (entry === undefined || is_hidden) return table;
    return { ...table, ...readSheet(unzipper, entry, workbook, allowance) };
  });
}

type Read = (path: string | undefined, handler: XmlHandler) => boolean;

/** Returns a part's relations by id: the last word of their type, and the path of what they lead to. */
function relations(
  read: Read,
  path: string,
  folder: string,
): Map<string, { type: string; target: string }> {
  const found = new Map<string, { type: string; target: string }>();
  read(path, {
    open(name, { Id, Type, Target, TargetMode }) {
      // an address outside of the file is never followed
      if (name !== "Relationship" || TargetMode === "External") return;
      if (Id === undefined || Type === undefined || Target === undefined) return;
      const target = Target.startsWith("/") ? Target.slice(1) : withinFolder(folder, Target);
      found.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target });
    },
  });
  return found;
}

function withinFolder(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

function readPlaces(read: Read, path: string): { places: SheetPlace[]; is_1904: boolean } {
  const places: SheetPlace[] = [];
  let is_1904 = false;
  const isThere = read(path, {
    open(name, attributes) {
      if (name === "workbookPr") is_1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1];
      const state = attributes["state"] ?? "visible";
      places.push({
        name: attributes["name"] ?? `工作表${places.length + 1}`,
        is_hidden: state !== "visible",
        relation: relation ?? "",
      });
    },
  });
  if (!isThere) throw new RosterFileRefused("文件已损坏或没有传完整，请重新导出后再试。");
  return { places, is_1904 };
}

/** Returns the number formats by the style's number that a cell names. */
function readFormats(read: Read, path: string | undefined): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  read(path, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === "numFmt") codes.set(id, formatCode ?? "");
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) formats.push(numberFormatOf(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return formats;
}

/** Returns the texts that cells share, without the hints how they are pronounced. */
function readStrings(read: Read, path: string | undefined): string[] {
  const strings: string[] = [];
  let text = "";
  let total = 0;
  let isText = false;
  let isHint = false;
  read(path, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isHint = true;
      isText = name === "t" && !isHint;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      total += piece.length;
      if (total > MAX_CHARACTERS) throw new RosterFileRefused("表格的内容太多，请去掉不需要的列。");
    },
    close(name) {
      isText = false;
      if (name === "rPh") isHint = false;
      if (name === "si") strings.push(plainText(text));
    },
  });
  return strings;
}
