import { readUploadPermission, type FilePurpose, type StoredFile } from "#contract";
import { uploadFile, type UploadOptions } from "../../session/upload.ts";
import type { Manifest } from "./manifest.ts";
import { unnamed } from "./queries.ts";

/** Puts a file for a module that may ask for the permission to. */
export async function uploadFor(
  manifest: Manifest,
  file: File,
  purpose: FilePurpose,
  options: UploadOptions,
): Promise<StoredFile> {
  const refused = unnamed(manifest, readUploadPermission);
  if (refused !== undefined) throw refused;
  return uploadFile(file, purpose, options);
}
