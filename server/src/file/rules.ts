import { FILE_LIMITS, FILE_TYPES, type FilePurpose, type FileType } from "#contract";

/** Milliseconds for which a permission to upload is valid (contract.md). */
export const PERMISSION_MS = 15 * 60_000;
const NAME_AT_MOST = 80;
const UNNAMED = "文件";

const EXTENSIONS: Readonly<Record<FileType, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "application/pdf": ".pdf",
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
  const short = [...plain].slice(0, NAME_AT_MOST).join("");
  return (short === "" ? UNNAMED : short) + EXTENSIONS[type];
}

/** Returns the type that a file's first bytes show; undefined for any type that is not accepted. */
export function typeOf(bytes: Uint8Array): FileType | undefined {
  const text = (from: number, to: number) =>
    String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  return text(0, 5) === "%PDF-" ? "application/pdf" : undefined;
}

export function isFileType(mime: string): mime is FileType {
  return FILE_TYPES.some((type) => type === mime);
}

export function isTaken(purpose: FilePurpose, type: FileType | undefined): type is FileType {
  return FILE_LIMITS[purpose].types.some((taken) => taken === type);
}

/** Returns the header that names a download; no character of the name can end the header. */
export function disposition(type: FileType, name: string): string {
  const kind = type.startsWith("image/") ? "inline" : "attachment";
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}
