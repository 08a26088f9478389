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
