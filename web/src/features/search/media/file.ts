import { failureOfStatus, type MediaFailure } from "./rules.ts";

/** Finds the cause of a playback failure that the browser does not explain, by asking the server for the file's first byte. */
export async function askWhy(address: string): Promise<MediaFailure> {
  try {
    const answer = await fetch(address, { headers: { range: "bytes=0-0" }, cache: "no-store" });
    void answer.body?.cancel();
    return failureOfStatus(answer.status) ?? "codec";
  } catch {
    return "network";
  }
}

/** Reads a whole file; answers why not instead of throwing. */
export async function readBytes(
  address: string,
  signal: AbortSignal,
): Promise<ArrayBuffer | MediaFailure> {
  try {
    const answer = await fetch(address, { signal });
    return failureOfStatus(answer.status) ?? (await answer.arrayBuffer());
  } catch {
    return "network";
  }
}
