interface OlderElement {
  webkitRequestFullscreen?(): void;
  /** On iPhones the only way: a video, and no other element. */
  webkitEnterFullscreen?(): void;
}

/** Fills the screen with an element, where the browser lets it. */
export function fillScreen(element: HTMLElement & OlderElement): void {
  if ("requestFullscreen" in element) {
    // The person sees that nothing happened.
    element.requestFullscreen().catch(() => {});
  } else {
    (element as OlderElement).webkitRequestFullscreen?.();
    (element as OlderElement).webkitEnterFullscreen?.();
  }
}
