import type { Media, MediaType } from "#contract";
import type { Item } from "./item.ts";
import { ANIMATION_SECONDS } from "./media/animation.ts";
import { CLIP_SECONDS } from "./media/captions.ts";
import { WORKSHEET } from "./media/document.ts";
import { TUNE_SECONDS } from "./media/tune.ts";

/** The folder of the demo's media, beside the page (server/src/web/media.ts). */
const FOLDER = "demo-media/";

/** A file on disk, which all films of its kind have behind their own captions: it shows and says no words. */
interface Clip {
  file: string;
  mime: string;
  /** Bytes; null for a list of parts. */
  size: number | null;
}

const CLIPS = {
  video: { file: "clip.mp4", mime: "video/mp4", size: 70_795 },
  hls: { file: "clip.m3u8", mime: "application/vnd.apple.mpegurl", size: null },
  flv: { file: "clip.flv", mime: "video/x-flv", size: 74_590 },
  /** In the codecs that Flash Player itself began with. */
  old: { file: "old.flv", mime: "video/x-flv", size: 74_943 },
} satisfies Record<string, Clip>;

/** The files that are drawn of an item as they are asked for (media/draw-media.ts). */
const DRAWN = {
  audio: { ending: "mp3", mime: "audio/mpeg", seconds: TUNE_SECONDS },
  swf: { ending: "swf", mime: "application/x-shockwave-flash", seconds: ANIMATION_SECONDS },
  document: { ending: "pdf", mime: "application/pdf", seconds: null },
  image: { ending: "svg", mime: "image/svg+xml", seconds: null },
} satisfies Record<string, { ending: string; mime: string; seconds: number | null }>;

/** Returns the medium of a kind that is an item's own (SF-04); an animation in FLV may be an old one. */
export function mediumOf(
  item: Item,
  type: MediaType,
  { cover, isOld }: { cover: string; isOld: boolean },
): Media {
  const own = `${FOLDER}lessons/${item.id}`;
  const shared = { id: type, type, name: nameOf(item, type) };
  if (type === "video" || type === "hls" || type === "flv") {
    const { file, ...clip }: Clip =
      CLIPS[type === "flv" && isOld && item.type === "animation" ? "old" : type];
    const captions = [{ url: `${own}.vtt`, label: "中文", lang: "zh-CN" }];
    const about = { seconds: CLIP_SECONDS, poster: cover, captions };
    return { ...shared, ...clip, url: FOLDER + file, ...about };
  }
  const { ending, mime, seconds } = DRAWN[type];
  const unknown = { size: null, poster: null, captions: [] };
  return { ...shared, mime, seconds, url: `${own}.${ending}`, ...unknown };
}

/** A lesson holds a film and a document, which are told apart. */
function nameOf({ type, title }: Item, kind: MediaType): string {
  if (type !== "lesson") return title;
  return `${title}${kind === "document" ? WORKSHEET : "微课"}`;
}
