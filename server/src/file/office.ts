import { createRequire } from "node:module";
import { type FileType, OFFICE_TYPES } from "#contract";

const require = createRequire(import.meta.url);

/** The part that each kind of office document has, whichever program wrote it. */
const MAIN_PARTS: readonly (readonly [string, FileType])[] = [
  ["word/document.xml", OFFICE_TYPES.docx],
  ["xl/workbook.xml", OFFICE_TYPES.xlsx],
  ["ppt/presentation.xml", OFFICE_TYPES.pptx],
];
/** Parts that hold programs: macros of today and of Excel 4, and controls. */
const PROGRAMS = /(?:^|\/)(?:vba[^/]*\.bin$|macrosheets\/|activex\/)/i;
const MAX_PARTS = 20_000;

/** Returns whether bytes begin as a zip file does, which office documents are. */
export function isPackage(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

export function isOfficeType(type: FileType): boolean {
  return MAIN_PARTS.some(([, office]) => office === type);
}

/** Returns the type of a whole office document by the names of its parts; undefined for any other zip file. */
export function officeTypeOf(bytes: Uint8Array): FileType | undefined {
  const parts = partsOf(bytes);
  if (!parts.includes("[Content_Types].xml")) return undefined;
  const kinds = MAIN_PARTS.filter(([part]) => parts.includes(part));
  return kinds.length === 1 ? kinds[0]?.[1] : undefined;
}

export function hasMacros(bytes: Uint8Array): boolean {
  return partsOf(bytes).some((name) => PROGRAMS.test(name.replaceAll("\\", "/")));
}

/** Returns the names of a zip file's parts, of which none is unpacked; none where it is broken. */
function partsOf(bytes: Uint8Array): string[] {
  const { unzipSync } = require("fflate") as typeof import("fflate");
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        if (names.push(name) > MAX_PARTS) throw new Error("too many parts");
        return false;
      },
    });
    return names;
  } catch {
    return [];
  }
}
