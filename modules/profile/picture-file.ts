import { drawCrop } from "./crop-view.tsx";
import type { Crop } from "./crop-rules.ts";

const AVATAR_SIDE = 512;
const QUALITY = 0.92;

/** Opens a picture of the person's own disk; rejects when the browser cannot show it. */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Returns the chosen square as a file; the rest of the picture never leaves the device. */
export function squareFile(picture: HTMLImageElement, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = AVATAR_SIDE;
  canvas.height = AVATAR_SIDE;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => {
      if (blob === null) reject(new Error("the browser drew nothing"));
      else resolve(new File([blob], "avatar.jpg", { type: "image/jpeg" }));
    };
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });
}
