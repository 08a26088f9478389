import { readBytes } from "./file.ts";
import type { FlashCommand, FlashNews, FlashOrder } from "./flash-messages.ts";
import { filmSize, placeOnStage, type FlashFiles, type MediaFailure } from "./rules.ts";

export interface FlashHandle {
  send(command: FlashCommand): void;
  end(): void;
}

interface FlashParts {
  address: string;
  isFilm: boolean;
  readFiles: () => Promise<FlashFiles>;
  onPlaying: () => void;
  onFailure: (why: MediaFailure) => void;
}

/** The time in ms within which the frame must report that it is ready. */
const READY_WITHIN_MS = 20_000;
const FAILURES = { loader: "loader", engine: "engine", movie: "broken" } as const;

/** Fetches a movie, or a film and the movie that plays it, and has the frame play it. */
export function openFlash(frame: HTMLIFrameElement, parts: FlashParts): FlashHandle {
  const stop = new AbortController();
  let clock: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    stop.abort();
    clearTimeout(clock);
    window.removeEventListener("message", listen);
  };
  const fail = (why: MediaFailure) => {
    if (stop.signal.aborted) return;
    end();
    parts.onFailure(why);
  };
  const order = prepare(parts, stop.signal);
  const listen = ({ source, data }: MessageEvent<FlashNews>) => {
    if (source !== frame.contentWindow) return;
    if (data.news === "playing") parts.onPlaying();
    if (data.news === "failed") fail(FAILURES[data.what]);
    if (data.news !== "ready") return;
    clearTimeout(clock);
    void order.then((it) => {
      if (typeof it === "string") return fail(it);
      if (stop.signal.aborted) return;
      const bytes = it.film === null ? [it.movie] : [it.movie, it.film];
      // the frame's origin is nobody's, so it cannot be named; what goes over is the movie's own
      frame.contentWindow?.postMessage(it, "*", bytes);
    });
  };
  window.addEventListener("message", listen);
  clock = setTimeout(() => fail("loader"), READY_WITHIN_MS);
  return { send: (command) => frame.contentWindow?.postMessage(command, "*"), end };
}

async function prepare(
  { address, isFilm, readFiles }: FlashParts,
  signal: AbortSignal,
): Promise<FlashOrder | MediaFailure> {
  const { loader, player } = await readFiles();
  if (isFilm && player === null) return "codec";
  const [movie, film] = await Promise.all([
    readBytes(isFilm && player !== null ? player : address, signal),
    isFilm ? readBytes(address, signal) : null,
  ]);
  if (typeof film === "string") return film;
  if (typeof movie === "string") return isFilm ? "loader" : movie;
  const variables = film === null ? {} : placeOnStage(filmSize(film));
  return { loader, base: new URL(".", address).href, movie, variables, film };
}
