import { strToU8, zipSync, type Zippable } from "fflate";

/** A cell of a test's workbook: a text, a number, or its XML: type, style and inner elements. */
export type TestCell = string | number | { t?: string; s?: number; xml: string } | undefined;

export interface TestSheet {
  name?: string;
  state?: "hidden" | "veryHidden";
  rows: TestCell[][];
  merged?: string[];
  /** Numbers of rows that are hidden. */
  hidden?: number[];
  /** The first and the last number of columns that are hidden. */
  hidden_columns?: [number, number];
  /** XML that stands in place of the sheet's own. */
  xml?: string;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
/** Styles by number: 0 general, 1 a date, 2 `yyyy"年"m"月"d"日"`, 3 a number of four digits, 4 a text. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="0000"/></numFmts><cellXfs>${[0, 14, 164, 165, 49].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Returns a small .xlsx as Excel lays it out, with what no library would write. */
export function workbookOf(
  sheets: TestSheet[],
  { is_1904 = false, parts = {} }: { is_1904?: boolean; parts?: Zippable } = {},
): Uint8Array {
  const shared: string[] = [];
  const names = sheets.map(({ name }, at) => name ?? `Sheet${at + 1}`);
  const xmls = sheets.map((sheet) => sheet.xml ?? sheetXml(sheet, shared));
  const files: Zippable = {
    "[Content_Types].xml": strToU8("<Types/>"),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": strToU8(
      `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is_1904}"/><sheets>${sheets
        .map(
          ({ state = "visible" }, at) =>
            `<sheet name="${escaped(names[at] ?? "")}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 10}"/>`,
        )
        .join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>${sheets
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 10}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join("")}</Relationships>`,
    ),
    "xl/styles.xml": strToU8(STYLES),
    ...Object.fromEntries(
      xmls.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(xml)]),
    ),
    "xl/sharedStrings.xml": strToU8(
      `<sst xmlns="${MAIN}">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")}</sst>`,
    ),
    ...parts,
  };
  return zipSync(files, { level: 6 });
}

function sheetXml(
  { rows, merged = [], hidden = [], hidden_columns }: TestSheet,
  shared: string[],
): string {
  const body = rows.map((cells, at) => {
    const inner = cells.map((cell, column) => cellXml(cell, at + 1, column, shared)).join("");
    const isHidden = hidden.includes(at + 1) ? ' hidden="1"' : "";
    return `<row r="${at + 1}"${isHidden}>${inner}</row>`;
  });
  const [min, max] = hidden_columns ?? [];
  const cols = min === undefined ? "" : `<cols><col min="${min}" max="${max}" hidden="1"/></cols>`;
  const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join("");
  return `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${cols}<sheetData>${body.join("")}</sheetData><mergeCells>${areas}</mergeCells></worksheet>`;
}

function cellXml(cell: TestCell, row: number, column: number, shared: string[]): string {
  if (cell === undefined || cell === "") return "";
  const at = `r="${String.fromCodePoint(65 + column)}${row}"`;
  if (typeof cell === "number") return `<c ${at}><v>${cell}</v></c>`;
  if (typeof cell === "string") return `<c ${at} t="s"><v>${shared.push(cell) - 1}</v></c>`;
  const { t, s = 0, xml } = cell;
  return `<c ${at} s="${s}"${t === undefined ? "" : ` t="${t}"`}>${xml}</c>`;
}
