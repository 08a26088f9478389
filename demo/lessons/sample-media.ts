import { readFile } from "node:fs/promises";
import type { Media, MediaType } from "#contract";

/** The folder of the demo's media, beside the page. */
const FOLDER = "demo-media/";
const LIST = new URL("../media/media.json", import.meta.url);

interface SampleFile extends Omit<Media, "id" | "url" | "captions"> {
  file: string;
  captions?: Media["captions"];
}

/** The media that come with the demo, by type; their names say what they show. */
export type SampleMedia = ReadonlyMap<MediaType, readonly Media[]>;

export async function readSampleMedia(): Promise<SampleMedia> {
  const files = JSON.parse(await readFile(LIST, "utf8")) as SampleFile[];
  const media = files.map(({ file, poster, captions = [], ...rest }): Media => ({
    ...rest,
    id: file.replaceAll(/\W/g, "-"),
    url: FOLDER + file,
    poster: poster === null ? null : FOLDER + poster,
    captions: captions.map((caption) => ({ ...caption, url: FOLDER + caption.url })),
  }));
  return Map.groupBy(media, ({ type }) => type);
}
