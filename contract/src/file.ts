import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { FILE_PURPOSES, FILE_TYPES } from "./file-rules.ts";
import { Id, Nullable, Time } from "./schema.ts";

/** A permission to upload one object, once, within 15 minutes. */
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

/** Has the server check and store an uploaded file. Idempotent. */
export const confirmFile = declareCall({
  method: "POST",
  path: "/dt-platform/v2/file/confirm",
  who: "self",
  summary: "确认文件已经上传",
  feature: "file",
  input: Type.Object({ key: Id }),
  answer: StoredFile,
});
