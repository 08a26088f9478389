import { DIM_MEDIA, type Setting } from "#contract";
import { applyLook } from "../platform/looks.ts";
import { platformEntry, setGlobal } from "./platform-entry.ts";

/** The preferences that make the page's look. */
export type Look = Pick<Setting, "appearance" | "text_size">;

/**
 * Gives the page a person's look, and keeps it for the next start, which is before anybody is known. Where a server keeps
 * none, it stays as this browser has it.
 */
export function showLook({ appearance, text_size }: Look = {}): void {
  if (appearance) {
    setGlobal({ look: { media: DIM_MEDIA[appearance], large: text_size === "large" } });
  }
  const { look } = platformEntry.getState().global;
  if (look) applyLook(look);
}
