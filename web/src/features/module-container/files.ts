import { readUploadPermission, type FilePurpose, type StoredFile } from "#contract";
import { uploadFile, type UploadOptions } from "../../session/upload.ts";
import type { Manifest } from "./manifest.ts";
import { checkNamed } from "./queries.ts";

/** Uploads a file for a module whose manifest names the call. */
export async function uploadFor(
  manifest: Manifest,
  file: File,
  purpose: FilePurpose,
  options: UploadOptions,
): Promise<StoredFile> {
  checkNamed(manifest, readUploadPermission);
  return uploadFile(file, purpose, options);
}
