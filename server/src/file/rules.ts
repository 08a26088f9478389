import { FILE_LIMITS, FILE_TYPES, type FilePurpose, type FileType, OFFICE_TYPES } from "#contract";
import { isPackage, officeTypeOf } from "./office.ts";

/** Milliseconds for which a permission to upload is valid (contract.md). */
export const PERMISSION_MS = 15 * 60_000;
const MAX_NAME_LENGTH = 80;
const UNNAMED = "文件";

const EXTENSIONS: Readonly<Record<FileType, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "application/pdf": ".pdf",
  "audio/mpeg": ".mp3",
  "video/mp4": ".mp4",
  [OFFICE_TYPES.docx]: ".docx",
  [OFFICE_TYPES.xlsx]: ".xlsx",
  [OFFICE_TYPES.pptx]: ".pptx",
};

/** Matches a path up to its last separator of either kind: the name of somebody's folder. */
const FOLDERS = /^.*[/\\]/s;
/** Matches controls and invisible or direction-changing characters: `gpj.exe` must not read as `exe.jpg`. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;
const FORBIDDEN = /[<>:"|?*]/g;

/** Returns a file's name as it is shown and saved: no path, no invisible character, and the ending of its real type. */
export function tidyName(given: string, type: FileType): string {
  const plain = given
    .replace(UNSEEN, "")
    .replace(FOLDERS, "")
    .replace(FORBIDDEN, "_")
    .replace(/\.[\p{L}\p{N}]{1,10}$/u, "")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const short = [...plain].slice(0, MAX_NAME_LENGTH).join("");
  return (short === "" ? UNNAMED : short) + EXTENSIONS[type];
}

/**
 * Returns the type that a file's first bytes show, or of an office document the names of its parts; undefined for any type
 * that is not accepted.
 */
export function typeOf(bytes: Uint8Array): FileType | undefined {
  const text = (from: number, to: number) =>
    String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 5) === "%PDF-") return "application/pdf";
  if (text(4, 8) === "ftyp" && VIDEO_BRANDS.includes(text(8, 12))) return "video/mp4";
  if (isPackage(bytes)) return officeTypeOf(bytes);
  return text(0, 3) === "ID3" || isSoundFrame(bytes) ? "audio/mpeg" : undefined;
}

/** The brands of files that browsers play as MP4; pictures (HEIC) and other containers have others. */
const VIDEO_BRANDS = [
  "isom",
  "iso2",
  "iso4",
  "iso5",
  "iso6",
  "mp41",
  "mp42",
  "avc1",
  "M4V ",
  "MSNV",
];

/** Returns whether bytes begin with a frame of MPEG layer III of a known bit rate and frequency. */
function isSoundFrame(bytes: Uint8Array): boolean {
  const [sync = 0, kind = 0, rate = 0] = bytes;
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || (kind & 0x18) === 0x08) return false;
  return (rate & 0xf0) !== 0xf0 && (rate & 0xf0) !== 0 && (rate & 0x0c) !== 0x0c;
}

/** Returns whether an MP4 is there to its end: its boxes fill the file, and one of them says what is in it. */
export function isWholeVideo(bytes: Buffer): boolean {
  let at = 0;
  let isIndexed = false;
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    if (size < 8) return false;
    isIndexed ||= bytes.toString("latin1", at + 4, at + 8) === "moov";
    at += size;
  }
  return isIndexed && at === bytes.length;
}

export function isFileType(mime: string): mime is FileType {
  return FILE_TYPES.some((type) => type === mime);
}

/** Returns whether files of this type are accepted for the purpose. */
export function isTaken(purpose: FilePurpose, type: FileType | undefined): type is FileType {
  return FILE_LIMITS[purpose].types.some((taken) => taken === type);
}

/** Returns whether a file of this purpose may begin so: what an office document is shows only at its end. */
export function mayBegin(purpose: FilePurpose, head: Uint8Array): boolean {
  return isPackage(head) ? isTaken(purpose, OFFICE_TYPES.docx) : isTaken(purpose, typeOf(head));
}

/** Returns the header that names a download; no character of the name can end the header. */
export function disposition(
  type: FileType,
  name: string,
  kind = type.startsWith("image/") ? "inline" : "attachment",
): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}
