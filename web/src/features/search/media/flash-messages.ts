/** The page's first message to the frame that plays Flash. The bytes move over; the frame may fetch nothing of ours. */
export interface FlashOrder {
  /** The script that brings the player, whole address. */
  loader: string;
  /** The base of relative addresses inside the movie. */
  base: string;
  movie: ArrayBuffer;
  /** Handed to the movie as its variables. */
  variables: Readonly<Record<string, string>>;
  /** A film for an ActionScript player; the movie finds it at the address in its variable `file`. */
  film: ArrayBuffer | null;
}

/** Commands of the page while the frame plays. */
export type FlashCommand = "play" | "pause";

/** Messages of the frame to the page. `failed`: the loader did not come, the engine does not run here, or the movie is broken. */
export type FlashNews =
  | { news: "ready" }
  | { news: "playing" }
  | { news: "failed"; what: "loader" | "engine" | "movie" };
