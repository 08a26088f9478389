import sharp from "sharp";

/** A violet disc of 64 × 64 pixels. */
export const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAvElEQVR42u3bWRGEQAxAQZzgEzkYBQcU10COTtUKeP23QzJN" +
    "xpjRs8zrdvfXMjotxojoNBhfxodC+CM8DESE+F8QIoV/DhE5fjhChvhhCJniX0fIGP8qQmuAzPGPESrEP0JoDVAp/jJCxfhL" +
    "CAA6A1SOP4UAoDNAh/hDBAAAAAAAAAAAAAAAAAAA4C+xBxEAHkY9iwPwecwHUp/HGwO03xCxIwTAnqBNUbvCtsXdC7gYcTPk" +
    "aszdoMtRU3R27K5v0ytkD+cAAAAASUVORK5CYII=",
  "base64",
);

/** Draws a picture of one colour, as a file for a file field. */
export async function pictureFile(name: string) {
  const drawn = sharp({ create: { width: 90, height: 60, channels: 3, background: "#2f7d5b" } });
  return { name, mimeType: "image/png", buffer: await drawn.png().toBuffer() };
}
