/** Rules for uploads and the addresses of files, for the server and for the page before it sends anything. */
export const FILE_PURPOSES = [
  "avatar",
  "app-icon",
  "feedback",
  "logo",
  "cover",
  "media",
  "notice",
] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

const MB = 1024 * 1024;
const PICTURES = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;
const READABLE = [...PICTURES, "application/pdf"] as const;
const PLAYABLE = ["audio/mpeg", "video/mp4"] as const;
const OFFICE = "application/vnd.openxmlformats-officedocument";
/** The types of office documents by the ending of their names: browsers know them by whatever program is installed. */
export const OFFICE_TYPES = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
} as const;
const { docx, xlsx, pptx } = OFFICE_TYPES;
export const FILE_TYPES = [...READABLE, ...PLAYABLE, docx, xlsx, pptx] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** The largest size in bytes and the media types for each purpose. No SVG: it can run scripts. */
export const FILE_LIMITS: Readonly<
  Record<FilePurpose, { readonly bytes: number; readonly types: readonly FileType[] }>
> = {
  avatar: { bytes: 5 * MB, types: PICTURES },
  "app-icon": { bytes: 2 * MB, types: PICTURES },
  feedback: { bytes: 10 * MB, types: READABLE },
  logo: { bytes: 2 * MB, types: PICTURES },
  cover: { bytes: 5 * MB, types: PICTURES },
  media: { bytes: 10 * MB, types: [...READABLE, ...PLAYABLE] },
  notice: { bytes: 20 * MB, types: FILE_TYPES },
};

/** Purposes of pictures that everybody may see, whoever put them, also who has not signed in. */
export const PUBLIC_PURPOSES: readonly FilePurpose[] = ["logo", "cover"];

/** The names of file types, as people know them. */
export const FILE_TYPE_NAMES: Readonly<Record<FileType, string>> = {
  "image/jpeg": "JPG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "application/pdf": "PDF",
  "audio/mpeg": "MP3",
  "video/mp4": "MP4",
  [docx]: "Word（docx）",
  [xlsx]: "Excel（xlsx）",
  [pptx]: "PPT（pptx）",
};

/** Returns the type of a chosen file: of an office document by its name, of any other as the browser knows it. */
export function fileTypeOf({
  name,
  type,
}: {
  readonly name: string;
  readonly type: string;
}): string {
  const ending = /\.(docx|xlsx|pptx)$/i.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? type : OFFICE_TYPES[ending as keyof typeof OFFICE_TYPES];
}

/** Returns a sentence that says why a file cannot be uploaded, before any byte is sent; undefined when it can. */
export function fileFault(
  purpose: FilePurpose,
  file: { readonly type: string; readonly size: number },
): string | undefined {
  const { bytes, types } = FILE_LIMITS[purpose];
  if (!types.some((type) => type === file.type)) {
    return `只能上传 ${types.map((type) => FILE_TYPE_NAMES[type]).join("、")} 格式的文件`;
  }
  if (file.size === 0) return "这个文件是空的";
  return file.size > bytes ? `文件不能超过 ${bytes / MB} MB` : undefined;
}

const FOLDER = "/file/";
const KEY = /^[\w-]{22}$/;

/** Returns the path at which a file is read, below the API address. */
export function fileUrl(key: string): string {
  return FOLDER + key;
}

const PICTURES_FOLDER = `${FOLDER}picture/`;

/** Returns the path of a picture that everybody may see, below the API address. */
export function pictureUrl(key: string): string {
  return PICTURES_FOLDER + key;
}

/** Returns the key in such a picture's address; undefined for any other address. */
export function pictureKeyOf(url: string): string | undefined {
  const key = url.startsWith(PICTURES_FOLDER) ? url.slice(PICTURES_FOLDER.length) : "";
  return KEY.test(key) ? key : undefined;
}

const MEDIA_FOLDER = `${FOLDER}media/`;

/** Returns the path of a lesson's uploaded medium, below the API address; who may find the lesson reads it. */
export function mediumUrl(key: string): string {
  return MEDIA_FOLDER + key;
}

/** Returns the type of an uploaded medium, of those that a lesson's media have. */
export function mediaTypeOf(mime: FileType): "video" | "audio" | "image" | "document" {
  const [kind] = mime.split("/");
  return kind === "video" || kind === "audio" || kind === "image" ? kind : "document";
}

/** Returns the key in such a medium's address; undefined for any other address. */
export function mediumKeyOf(url: string): string | undefined {
  const key = url.startsWith(MEDIA_FOLDER) ? url.slice(MEDIA_FOLDER.length) : "";
  return KEY.test(key) ? key : undefined;
}

/** Returns the key in a file's address; undefined for any other address. */
export function fileKeyOf(url: string): string | undefined {
  const key = url.startsWith(FOLDER) ? url.slice(FOLDER.length) : "";
  return KEY.test(key) ? key : undefined;
}
