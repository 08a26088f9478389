import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";

export const FILE_PURPOSES = ["avatar", "app-icon", "feedback"] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

const MB = 1024 * 1024;
const PICTURES = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;
export const FILE_TYPES = [...PICTURES, "application/pdf"] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** What may be put for each purpose. No drawings (SVG): they can run scripts. */
export const FILE_LIMITS: Readonly<
  Record<FilePurpose, { readonly bytes: number; readonly types: readonly FileType[] }>
> = {
  avatar: { bytes: 5 * MB, types: PICTURES },
  "app-icon": { bytes: 2 * MB, types: PICTURES },
  feedback: { bytes: 10 * MB, types: FILE_TYPES },
};

const TYPE_NAMES: Readonly<Record<FileType, string>> = {
  "image/jpeg": "JPG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "application/pdf": "PDF",
};

/** What is wrong with a file before a byte of it travels, as a sentence for the person; undefined when nothing is. */
export function fileFault(
  purpose: FilePurpose,
  file: { readonly type: string; readonly size: number },
): string | undefined {
  const { bytes, types } = FILE_LIMITS[purpose];
  if (!types.some((type) => type === file.type)) {
    return `只能上传 ${types.map((type) => TYPE_NAMES[type]).join("、")} 格式的文件`;
  }
  if (file.size === 0) return "这个文件是空的";
  return file.size > bytes ? `文件不能超过 ${bytes / MB} MB` : undefined;
}

const FOLDER = "/file/";
const KEY = /^[\w-]{22}$/;

/** Where a file is read, below the API address. */
export function fileUrl(key: string): string {
  return FOLDER + key;
}

/** The key of a file's address; undefined for any other address. */
export function fileKeyOf(url: string): string | undefined {
  const key = url.startsWith(FOLDER) ? url.slice(FOLDER.length) : "";
  return KEY.test(key) ? key : undefined;
}

/** A permission to put one object, once, within 15 minutes. */
export const UploadPermission = Type.Object({
  provider: Type.Enum(["local", "s3"]),
  endpoint: Type.String({ description: "存储服务的地址；本机存储为空" }),
  bucket: Type.String(),
  region: Type.String(),
  key: Type.String({ description: "文件的编号，用于确认" }),
  method: Type.Literal("PUT"),
  url: Type.String({ description: "把文件内容发到这里；不是绝对地址时在接口地址之下" }),
  headers: Type.Record(Type.String(), Type.String(), { description: "须一并发送的请求头" }),
  access_key_id: Type.Optional(Type.String()),
  access_key_secret: Type.Optional(Type.String()),
  security_token: Type.Optional(Type.String()),
  expiration: Time,
  public_url: Type.String({ description: "确认之后读取文件的地址" }),
});
export type UploadPermission = Static<typeof UploadPermission>;

export const readUploadPermission = declareCall({
  method: "GET",
  path: "/dt-platform/v2/file/sts/token",
  who: "self",
  summary: "取得上传一个文件的许可",
  feature: "file",
  input: Type.Object({
    purpose: Type.Enum(FILE_PURPOSES),
    filename: Type.String({ minLength: 1, maxLength: 255 }),
    size: Type.Integer({ minimum: 1, description: "字节数" }),
    mime: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  answer: UploadPermission,
});

export const StoredFile = Type.Object({
  key: Id,
  name: Type.String(),
  mime: Type.Enum(FILE_TYPES),
  size: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  url: Type.String(),
});
export type StoredFile = Static<typeof StoredFile>;

/** Has what arrived looked at and kept. A second time too: the answer is the same. */
export const confirmFile = declareCall({
  method: "POST",
  path: "/dt-platform/v2/file/confirm",
  who: "self",
  summary: "确认文件已经上传",
  feature: "file",
  input: Type.Object({ key: Id }),
  answer: StoredFile,
});
