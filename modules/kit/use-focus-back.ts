import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Returns a ref for the button that a form replaces: when the form closes, and the focus is lost with it, the button
 * takes it again.
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return button;
}

/** Tells whether nothing has the focus, as after what had it was taken away: elsewhere nobody is to be called back from. */
export function isFocusLost(root: ShadowRoot): boolean {
  return root.activeElement === null && document.activeElement === document.body;
}
