import type { FastifyInstance } from "fastify";
import {
  confirmFile,
  readUploadPermission,
  type FilePurpose,
  type UploadPermission,
} from "#contract";
import { send } from "./send.ts";

type Headers = Record<string, string>;

export interface FileToPut {
  bytes: Buffer;
  mime: string;
  filename?: string;
  purpose?: FilePurpose;
}

export async function permitFile(
  app: FastifyInstance,
  headers: Headers,
  { bytes, mime, filename = "文件", purpose = "feedback" }: FileToPut,
): Promise<UploadPermission> {
  const input = { purpose, filename, mime, size: bytes.length };
  const { body } = await send(app, readUploadPermission, input, { headers });
  if (body.code !== 200) throw new Error(`no permission: ${body.msg}`);
  return body.data;
}

/** Uploads to the signed address as a browser does: without a session. */
export function putBytes(
  app: FastifyInstance,
  { method, url, headers }: UploadPermission,
  bytes: Buffer,
) {
  return app.inject({ method, url, headers, payload: bytes });
}

/** Uploads a file and confirms it; returns its key. */
export async function putFile(
  app: FastifyInstance,
  headers: Headers,
  file: FileToPut,
): Promise<string> {
  const permission = await permitFile(app, headers, file);
  const put = await putBytes(app, permission, file.bytes);
  if (put.statusCode !== 200) throw new Error(`not put: ${put.body}`);
  const { body } = await send(app, confirmFile, { key: permission.key }, { headers });
  if (body.code !== 200) throw new Error(`not confirmed: ${body.msg}`);
  return permission.key;
}
