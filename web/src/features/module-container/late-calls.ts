/** Calls of modules that few visits make, fetched when the first is made: codes, uploads, and what makes one thing. */
import {
  readUploadPermission,
  sendCode,
  type Call,
  type CodeUse,
  type FilePurpose,
  type StoredFile,
} from "#contract";
import { send, type SendOptions } from "../../api/client.ts";
import { askForCode } from "../../session/ask-for-code.ts";
import { codeChannels, demoOutbox } from "../../session/code-channels.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { readSite, site } from "../../session/site.ts";
import { uploadFile, type UploadOptions } from "../../session/upload.ts";
import { newKey } from "../../ui/attempt.ts";
import { checkNamed, type Manifest } from "./manifest.ts";
import type { CodeWays } from "./platform-module.ts";

/** Returns the channels of codes in the operator's file, once it has been read (SE-04). */
export async function codeWays(): Promise<CodeWays> {
  await readSite();
  const { file } = site.getState();
  const { apiServer } = platformEntry.getState().global;
  return { channels: codeChannels(file), outbox: demoOutbox(file, apiServer) };
}

/** Has a code sent for a module whose manifest names the call. */
export async function askForCodeFor(
  manifest: Manifest,
  receiver: string,
  use: CodeUse,
): Promise<void> {
  checkNamed(manifest, sendCode);
  await askForCode(receiver, use);
}

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

/** The keys of attempts that are not known to have been done, by what they sent. */
const unanswered = new Map<string, string>();

/** Sends the same input as the same attempt as long as no answer came (docs/decisions/100-one-attempt-one-act.md). */
export async function sendOnce(
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  // what proves the person is another each time
  const { password: _password, check: _check, ...made } = input;
  const what = JSON.stringify([call.path, made]);
  const attempt = unanswered.get(what) ?? newKey();
  unanswered.set(what, attempt);
  const answer = await send(call, { ...input, attempt }, options);
  unanswered.delete(what);
  return answer;
}
