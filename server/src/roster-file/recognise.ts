import { MAX_FILE_BYTES } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";
import { listZip, type ZipEntry } from "./zip.ts";

const SAVE_AS = "请用 Excel 或 WPS 打开，另存为“Excel 工作簿（.xlsx）”后再传。";

/** First bytes of other kinds of file, as Latin letters, and their name. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ["%PDF", "PDF 文件"],
  ["\x89PNG", "图片"],
  ["\xFF\xD8\xFF", "图片"],
  ["GIF8", "图片"],
  ["BM", "图片"],
  ["RIFF", "图片或音视频"],
  ["II*\0", "图片"],
  ["Rar!", "RAR 压缩包"],
  ["7z\xBC\xAF", "7z 压缩包"],
  ["\x1F\x8B", "压缩包"],
  ["{\\rtf", "Word 文档"],
  ["MZ", "程序"],
  ["\x7FELF", "程序"],
];

/** A file that can be read: a workbook with its parts, or a text of separated values. */
export type Recognised = { kind: "workbook"; parts: Map<string, ZipEntry> } | { kind: "text" };

/**
 * Recognises a file by its bytes, never by its name. Throws `RosterFileRefused` with one sentence for whatever is not a
 * table (RO-07).
 */
export function recognise(bytes: Uint8Array): Recognised {
  if (bytes.length === 0) throw new RosterFileRefused("文件是空的，请重新选择。");
  if (bytes.length > MAX_FILE_BYTES) {
    const [is, most] = [bytes.length, MAX_FILE_BYTES].map((size) => Math.ceil(size / 2 ** 20));
    throw new RosterFileRefused(
      `文件有 ${is} MB，最多 ${most} MB；请去掉图片和不需要的列，或按年级分成几个文件。`,
    );
  }
  const start = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return recogniseZip(bytes);
  if (start.startsWith("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) throw refusedCompound(bytes);
  const other = BEGINNINGS.find(([beginning]) => isBeginning(start, beginning));
  if (other !== undefined) {
    throw new RosterFileRefused(`这是${other[1]}，不是表格；请选择 .xlsx 或 .csv 文件。`);
  }
  if (/^(\xEF\xBB\xBF)?\s*<(!doctype html|html|head|meta|table|style)/i.test(start)) {
    throw new RosterFileRefused(`这其实是一个网页，只是用了表格的名字；${SAVE_AS}`);
  }
  if (/^(\xEF\xBB\xBF)?\s*<\?xml/i.test(start)) {
    throw new RosterFileRefused(`这是 XML 格式的旧表格；${SAVE_AS}`);
  }
  return { kind: "text" };
}

/** Compares a beginning; the short ones want the control characters that such a file goes on with. */
function isBeginning(start: string, beginning: string): boolean {
  if (!start.startsWith(beginning)) return false;
  return beginning.length > 2 || start.includes("\0");
}

function recogniseZip(bytes: Uint8Array): Recognised {
  const parts = listZip(bytes);
  const names = [...parts.keys()];
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/(^|\/)(orgs|manifest)\.csv$/i) && has(/(^|\/)(users|manifest)\.csv$/i)) {
    throw new RosterFileRefused(
      "这是 OneRoster 数据包，不是表格；请在“名册”里直接选择这个 .zip 文件。",
      { is_one_roster: true },
    );
  }
  if ([...parts.values()].some(({ is_encrypted }) => is_encrypted)) {
    throw new RosterFileRefused("文件加了密码，读不了；请去掉密码后再传。");
  }
  if (has(/vbaProject\.bin$/i) || has(/^xl\/macrosheets\//i)) {
    throw new RosterFileRefused("这个表格带有宏，为了安全不读；请另存为不带宏的 .xlsx 后再传。");
  }
  if (has(/^xl\/workbook\.bin$/i)) {
    throw new RosterFileRefused(`这是二进制格式（.xlsb）的表格；${SAVE_AS}`);
  }
  if (has(/^word\//)) throw new RosterFileRefused("这是 Word 文档，不是表格；请选择 .xlsx 文件。");
  if (has(/^ppt\//)) throw new RosterFileRefused("这是演示文稿，不是表格；请选择 .xlsx 文件。");
  if (has(/^content\.xml$/)) {
    throw new RosterFileRefused(`这是 OpenDocument 格式（.ods）的文件；${SAVE_AS}`);
  }
  if (!has(/^xl\/workbook\.xml$/i) && !has(/^_rels\/\.rels$/)) {
    throw new RosterFileRefused("这是压缩包，不是表格；请解开后选择里面的 .xlsx 或 .csv 文件。");
  }
  return { kind: "workbook", parts };
}

/** Tells apart the files in the container that older programs and encryption use. */
function refusedCompound(bytes: Uint8Array): RosterFileRefused {
  const has = (name: string) => Buffer.from(bytes).includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) {
    return new RosterFileRefused(
      "表格加了打开密码，读不了；请在 Excel 的“文件 → 信息 → 保护工作簿”里去掉密码后再传。",
    );
  }
  if (has("Workbook") || has("Book")) {
    return new RosterFileRefused(`这是旧版 Excel（.xls）的文件；${SAVE_AS}`);
  }
  return new RosterFileRefused("这是旧版 Office 文件，不是表格；请选择 .xlsx 或 .csv 文件。");
}
