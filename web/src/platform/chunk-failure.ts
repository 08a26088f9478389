/** A script or style chunk that did not load (ER-06). Made by the build's preload helper, which cannot import anything. */
export interface ChunkFailure extends Error {
  /** `missing`: the server answered, but not with the chunk. `timeout`: the clock ran out. `error`: anything else. */
  type: "missing" | "timeout" | "error";
  request: string;
  status?: number;
  /** Style chunks only. */
  code?: "CSS_CHUNK_LOAD_FAILED";
}

export const CHUNK_FAILURE_EVENT = "chunk:error";

export function isChunkFailure(error: unknown): error is ChunkFailure {
  return (
    error instanceof Error &&
    (error.name === "ChunkLoadError" || ("code" in error && error.code === "CSS_CHUNK_LOAD_FAILED"))
  );
}

/** Calls the listener for every chunk failure, including those from before this script came. */
export function onChunkFailure(listen: (failure: ChunkFailure) => void): void {
  window.addEventListener(CHUNK_FAILURE_EVENT, (event) => {
    const failure: unknown = (event as CustomEvent<unknown>).detail;
    if (isChunkFailure(failure)) listen(failure);
  });
}
