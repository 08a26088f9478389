import { sendCode, type CodeUse } from "#contract";
import { askForCode } from "../../session/ask-for-code.ts";
import { codeChannels, demoOutbox } from "../../session/code-channels.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { readSite, site } from "../../session/site.ts";
import type { Manifest } from "./manifest.ts";
import type { CodeWays } from "./platform-module.ts";
import { checkNamed } from "./queries.ts";

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
