/** The square of a picture that becomes the avatar: its centre in the picture's pixels, and the zoom. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** The zoom: 1 shows as much as fits, `NEAREST` a quarter of that. */
  readonly zoom: number;
}

export const NEAREST = 4;
const STEP = 0.25;
/** The step of an arrow key, as a part of the visible square. */
const NUDGE = 0.05;

export function wholePicture(width: number, height: number): Crop {
  return { width, height, x: width / 2, y: height / 2, zoom: 1 };
}

/** Returns the side of the square, in the picture's pixels. */
export function sideOf({ width, height, zoom }: Crop): number {
  return Math.min(width, height) / zoom;
}

/** Moves what is seen, by parts of the square's side; never beyond the picture. */
export function movedBy(crop: Crop, right: number, down: number): Crop {
  const side = sideOf(crop);
  return inside({ ...crop, x: crop.x + right * side, y: crop.y + down * side });
}

export function zoomedTo(crop: Crop, zoom: number): Crop {
  return inside({ ...crop, zoom: Math.min(NEAREST, Math.max(1, zoom)) });
}

/** Returns the crop after a key; undefined for a key that does nothing. */
export function afterKey(crop: Crop, key: string): Crop | undefined {
  if (key === "ArrowLeft") return movedBy(crop, -NUDGE, 0);
  if (key === "ArrowRight") return movedBy(crop, NUDGE, 0);
  if (key === "ArrowUp") return movedBy(crop, 0, -NUDGE);
  if (key === "ArrowDown") return movedBy(crop, 0, NUDGE);
  if (key === "+" || key === "=") return zoomedTo(crop, crop.zoom + STEP);
  if (key === "-") return zoomedTo(crop, crop.zoom - STEP);
  return undefined;
}

function inside(crop: Crop): Crop {
  const half = sideOf(crop) / 2;
  return {
    ...crop,
    x: Math.min(crop.width - half, Math.max(half, crop.x)),
    y: Math.min(crop.height - half, Math.max(half, crop.y)),
  };
}

const MB = 1024 * 1024;
/** The greatest size of the chosen picture, in MB; only a small square of it is uploaded. */
const MAX_PICTURE_MB = 30;

/** Returns the fault of a chosen picture in words; undefined when there is none. */
export function pictureFault(
  { type, size }: { type: string; size: number },
  types: readonly string[],
): string | undefined {
  if (!types.includes(type)) return "请选择 JPG、PNG、WebP 或 GIF 格式的图片";
  if (size === 0) return "这个文件是空的，请换一张";
  return size > MAX_PICTURE_MB * MB ? `图片不能超过 ${MAX_PICTURE_MB} MB` : undefined;
}
