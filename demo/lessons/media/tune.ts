import { readFile } from "node:fs/promises";
import { makeRandom } from "../../generate/random.ts";
import type { Item } from "../item.ts";
import { seedOf } from "./seed.ts";

/** Eleven notes of five tones, low to high, each of as many frames (demo/media/make-files.sh). */
const NOTES = new URL("../../media/files/notes.mp3", import.meta.url);
const FRAMES_OF_NOTE = 40;
const COUNT = 11;
/** The bytes of a frame without padding: 32 kbit/s at 22,050 samples a second. */
const FRAME_BYTES = 104;
const SECONDS_OF_FRAME = 576 / 22_050;

/** A beat is half a second. */
const BEAT = 20;
const BARS = 5;
const RHYTHMS: readonly (readonly number[])[] = [
  [BEAT, BEAT, BEAT, BEAT],
  [2 * BEAT, BEAT, BEAT],
  [BEAT, BEAT, 2 * BEAT],
  [BEAT / 2, BEAT / 2, BEAT, 2 * BEAT],
  [BEAT, BEAT / 2, BEAT / 2, BEAT, BEAT],
];
/** The note with which a tune begins and ends. */
const HOME_NOTE = 5;

/** The length of every tune. */
export const TUNE_SECONDS = Number(((BARS * 4 + 2) * BEAT * SECONDS_OF_FRAME).toFixed(1));

let reading: Promise<Uint8Array[]> | undefined;

/** Puts the tune of an item together, as MP3. */
export async function drawTune(item: Item): Promise<Uint8Array> {
  reading ??= readFile(NOTES).then(framesOf);
  const frames = await reading;
  const random = makeRandom(seedOf(item.id));
  let note = HOME_NOTE;
  const played: Uint8Array[] = [];
  const play = (which: number, length: number) => {
    // the encoder begins a frame before the sound does
    const start = which * FRAMES_OF_NOTE + 1;
    played.push(...frames.slice(start, start + length));
  };
  for (let bar = 0; bar < BARS; bar += 1) {
    for (const length of random.pick(RHYTHMS)) {
      play(note, length);
      note = Math.min(COUNT - 1, Math.max(0, note + random.pick([-2, -1, -1, 1, 1, 2])));
    }
  }
  play(HOME_NOTE, 2 * BEAT - 1);
  return Buffer.concat(played);
}

function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const isPadded = ((bytes[at + 2] ?? 0) & 2) !== 0;
    const end = at + FRAME_BYTES + (isPadded ? 1 : 0);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}
