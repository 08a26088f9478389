import type { DrawnFile } from "../../../server/src/web/media.ts";
import { drawCover } from "../covers.ts";
import { readItem, type Item } from "../item.ts";
import { drawAnimation } from "./animation.ts";
import { drawCaptions } from "./captions.ts";
import { drawDocument } from "./document.ts";
import { drawPicture } from "./picture.ts";
import { drawTune } from "./tune.ts";

interface Drawing {
  mime: string;
  /** The types of items that have it. */
  types: readonly string[];
  draw: (item: Item) => DrawnFile["body"] | undefined | Promise<DrawnFile["body"]>;
}

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  vtt: {
    mime: "text/vtt; charset=utf-8",
    types: ["lesson", "video", "animation"],
    draw: drawCaptions,
  },
  pdf: {
    mime: "application/pdf",
    types: ["lesson", "courseware", "plan", "exercise"],
    draw: drawDocument,
  },
  mp3: { mime: "audio/mpeg", types: ["audio"], draw: drawTune },
  svg: { mime: "image/svg+xml; charset=utf-8", types: ["picture"], draw: drawPicture },
  swf: { mime: "application/x-shockwave-flash", types: ["animation"], draw: drawAnimation },
};

/** Draws a cover or a medium of the demo's lessons, by its folder and name; undefined where there is none (SF-04). */
export async function drawFile(folder: string, file: string): Promise<DrawnFile | undefined> {
  if (folder === "covers") {
    const body = drawCover(file);
    return body === undefined ? undefined : { mime: DRAWINGS["svg"]?.mime ?? "", body };
  }
  const [, id = "", ending = ""] = /^([\w-]{1,64})\.([a-z0-9]{3})$/.exec(file) ?? [];
  const drawing = Object.hasOwn(DRAWINGS, ending) ? DRAWINGS[ending] : undefined;
  const item = readItem(id);
  if (folder !== "lessons" || drawing === undefined || item === undefined) return undefined;
  if (!drawing.types.includes(item.type)) return undefined;
  const body = await drawing.draw(item);
  return body === undefined ? undefined : { mime: drawing.mime, body };
}
