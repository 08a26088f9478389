import type { Sharp } from "sharp";
import type { FilePurpose, FileType } from "#contract";
import { Refusal } from "../http/refusal.ts";

/** The most pixels that a picture may have: more than a phone's 50 megapixels. */
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 10;
const AVATAR_SIDE = 512;
const ICON_SIDE = 256;
const COVER = { width: 640, height: 360 };
/** The longest side of an attachment, in pixels: screenshots stay readable, and a camera's picture needs no more. */
const ATTACHMENT_SIDE = 2560;
const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadNsgifBuffer",
];

export interface Remade {
  bytes: Buffer;
  mime: FileType;
  width: number | null;
  height: number | null;
}

/**
 * Redraws a picture: the result holds its pixels, upright, and nothing else of the file; of an animation only the first
 * frame. Refuses a picture that cannot be drawn whole.
 */
export async function remakePicture(
  bytes: Buffer,
  type: FileType,
  purpose: FilePurpose,
): Promise<Remade> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, {
      failOn: "error",
      limitInputPixels: MAX_PIXELS,
      sequentialRead: true,
      pages: 1,
    });
    const { width, height } = await picture.metadata();
    if (width * height > MAX_PIXELS) throw unusable("图片的尺寸过大，请缩小后再上传");
    const made = shape(picture.autoOrient().timeout({ seconds: MAX_SECONDS }), purpose, type);
    const { data, info } = await made.drawn.toBuffer({ resolveWithObject: true });
    return { bytes: data, mime: made.mime, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const message = error instanceof Error ? error.message : "";
    if (/pixel limit/i.test(message)) throw unusable("图片的尺寸过大，请缩小后再上传", error);
    throw unusable("图片已损坏，请换一张", error);
  }
}

function shape(
  picture: Sharp,
  purpose: FilePurpose,
  type: FileType,
): { drawn: Sharp; mime: FileType } {
  if (purpose === "avatar") {
    const square = picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover" });
    const drawn = square.flatten({ background: "#fff" }).jpeg({ quality: 84, mozjpeg: true });
    return { drawn, mime: "image/jpeg" };
  }
  if (purpose === "app-icon") {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const square = picture.resize(ICON_SIDE, ICON_SIDE, { fit: "contain", background });
    return { drawn: square.png({ compressionLevel: 9 }), mime: "image/png" };
  }
  if (purpose === "logo") {
    const within = { fit: "inside", withoutEnlargement: true } as const;
    const drawn = picture.resize(ICON_SIDE, ICON_SIDE, within).png({ compressionLevel: 9 });
    return { drawn, mime: "image/png" };
  }
  if (purpose === "cover") {
    const filled = picture.resize(COVER.width, COVER.height, { fit: "cover" });
    const drawn = filled.flatten({ background: "#fff" }).jpeg({ quality: 82, mozjpeg: true });
    return { drawn, mime: "image/jpeg" };
  }
  const sized = picture.resize(ATTACHMENT_SIDE, ATTACHMENT_SIDE, {
    fit: "inside",
    withoutEnlargement: true,
  });
  if (type === "image/jpeg") return { drawn: sized.jpeg({ quality: 82 }), mime: "image/jpeg" };
  if (type === "image/webp") return { drawn: sized.webp({ quality: 82 }), mime: "image/webp" };
  return { drawn: sized.png({ compressionLevel: 8 }), mime: "image/png" };
}

export function unusable(msg: string, cause?: unknown): Refusal {
  const data = { errors: [{ path: "file", message: msg }] };
  return new Refusal("badInput", { msg, data, ...(cause !== undefined && { cause }) });
}

let loading: Promise<typeof import("sharp").default> | undefined;

/** Loads the image library with the first picture. It may open only the formats that people may upload. */
function loadSharp() {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: LOADERS });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
