import type { StoredFile } from "#contract";
import type { Draft } from "./rules.ts";

/** A notice that was begun and not sent. */
export interface KeptDraft {
  draft: Draft;
  files: readonly StoredFile[];
}

/** By person and identity: the draft of one waits while another acts here. */
const drafts = new Map<string, KeptDraft>();

/** Keeps what was written until it is sent, so that one can look elsewhere and come back; nothing forgets it. */
export function keepDraft(owner: string, kept: KeptDraft | undefined): void {
  if (kept === undefined) drafts.delete(owner);
  else drafts.set(owner, kept);
}

export function keptDraft(owner: string): KeptDraft | undefined {
  return drafts.get(owner);
}
