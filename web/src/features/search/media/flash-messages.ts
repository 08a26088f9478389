/**
 * The page's first message to the frame that plays Flash. The bytes are transferred, since the frame may fetch nothing
 * of ours.
 */
export interface FlashOrder {
  /** The absolute address of the script that loads the player. */
  loader: string;
  /** The base of relative addresses inside the movie. */
  base: string;
  movie: ArrayBuffer;
  /** Variables passed to the movie. */
  variables: Readonly<Record<string, string>>;
  /** A film for an ActionScript player; the movie finds it at the address in its variable `file`. */
  film: ArrayBuffer | null;
}

/** Commands of the page while the frame plays. */
export type FlashCommand = "play" | "pause";

/** Messages of the frame to the page. `failed`: the loader did not load, the engine does not run here, or the movie is broken. */
export type FlashNews =
  | { news: "ready" }
  | { news: "playing" }
  | { news: "failed"; what: "loader" | "engine" | "movie" };
