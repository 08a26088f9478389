import { useSyncExternalStore } from "react";

/** Returns whether the page has its dark values, as its style sheets say, for what cannot read them there. */
export function useIsDim(): boolean {
  return useSyncExternalStore(onLookChange, isDim, () => false);
}

function isDim(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue("--dim") !== "";
}

/** Calls `listen` when the page may have got, or lost, its dark values. Returns a function that stops it. */
export function onLookChange(listen: () => void): () => void {
  const watch = new MutationObserver(listen);
  watch.observe(document.head, { attributes: true, subtree: true, attributeFilter: ["media"] });
  const system = matchMedia("(prefers-color-scheme:dark)");
  // Safari 13 has no events of it; there the next page counts
  system.addEventListener?.("change", listen);
  return () => {
    watch.disconnect();
    system.removeEventListener?.("change", listen);
  };
}
