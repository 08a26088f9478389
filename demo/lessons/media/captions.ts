import type { Item } from "../item.ts";
import { matterOf } from "./matter.ts";

/** The seconds that every clip lasts. */
export const CLIP_SECONDS = 12;
/** The seconds before the first step is said. */
const TITLE_SECONDS = 2.4;

/**
 * Writes what an item's film says, as WebVTT: its title in the middle all along, what is to be done at the foot. The clip
 * behind has no words.
 */
export function drawCaptions(item: Item): string {
  const { steps } = matterOf(item);
  const each = (CLIP_SECONDS - TITLE_SECONDS) / steps.length;
  const cues = steps.map((step, index) => {
    const from = TITLE_SECONDS + index * each;
    return `${time(from)} --> ${time(from + each)} line:76% align:center\n${escaped(step)}`;
  });
  const title = `<b>${escaped(item.title)}</b>\n${item.about.grade} · ${item.about.subject}`;
  return [
    "WEBVTT",
    "STYLE\n::cue { background: transparent; font-size: 120% }\n::cue(b) { font-size: 150%; font-weight: 700 }",
    `${time(0)} --> ${time(CLIP_SECONDS)} line:26% align:center\n${title}`,
    ...cues,
  ].join("\n\n");
}

function time(seconds: number): string {
  return `00:${seconds.toFixed(3).padStart(6, "0")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
