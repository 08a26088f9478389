import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 899px)";

/** Returns whether the screen is narrow: the menu is a drawer, and a row of a list is a card. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(listen: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener("change", listen);
  return () => media.removeEventListener("change", listen);
}
