import {
  confirmFile,
  fileFault,
  fileTypeOf,
  readUploadPermission,
  REFUSALS,
  type FilePurpose,
  type StoredFile,
  type UploadPermission,
} from "#contract";
import { send } from "../api/client.ts";
import { ApiError, NetworkError, TimeoutError } from "../api/failures.ts";
import { absoluteUrl } from "../api/request.ts";
import { platformEntry } from "./platform-entry.ts";

/** The time-out in ms for 20 MB over 1.4 Mbit/s, the same as the server's. */
const PUT_TIMEOUT_MS = 120_000;
/** The time-out in ms for confirming: the server re-encodes a picture before it answers. */
const CONFIRM_TIMEOUT_MS = 30_000;

export interface UploadOptions {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress?(part: number): void;
  /** Cancels the upload, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Uploads a file in three steps: permission, bytes, confirmation by the server. Rejects with the platform's errors. */
export async function uploadFile(
  file: File,
  purpose: FilePurpose,
  { onProgress, signal }: UploadOptions = {},
): Promise<StoredFile> {
  const mime = fileTypeOf(file);
  const fault = fileFault(purpose, { type: mime, size: file.size });
  if (fault !== undefined) throw new ApiError(REFUSALS.badInput.code, fault);
  const quiet = { quietGeneral: true, quietError: true, ...(signal && { signal }) };
  const promised = { purpose, filename: file.name || "文件", size: file.size, mime };
  const permission = await send(readUploadPermission, promised, quiet);
  await put(permission, file, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  const confirming = { ...quiet, timeoutMs: CONFIRM_TIMEOUT_MS };
  return send(confirmFile, { key: permission.key }, confirming);
}

/**
 * Sends the bytes by XMLHttpRequest, since `fetch` reports no upload progress. The address is the permission, so no token
 * is sent.
 */
function put(
  { method, url, headers }: UploadPermission,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    request.open(method, absoluteUrl(url, platformEntry.getState().global.apiServer ?? ""));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = PUT_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(new NetworkError());
    request.ontimeout = () => reject(new TimeoutError(PUT_TIMEOUT_MS));
    request.onabort = () => reject(signal?.reason ?? new NetworkError());
    request.onloadend = () => signal?.removeEventListener("abort", giveUp);
    signal?.addEventListener("abort", giveUp);
    request.send(file);
    if (signal?.aborted === true) giveUp();
  });
}

/** Returns the refusal of our own server, in the envelope, or of an object store, in its own format. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    const { code, msg } = JSON.parse(responseText) as { code?: unknown; msg?: unknown };
    if (typeof code === "number" && typeof msg === "string") {
      return new ApiError(code, msg, null, status);
    }
  } catch {
    // not JSON
  }
  return new ApiError(REFUSALS.badInput.code, "文件没有传上去，请重新上传", null, status);
}
