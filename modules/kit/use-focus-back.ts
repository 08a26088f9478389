import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * For the button that gives way to the form it opens: once the form is gone, and the focus with it, the button that stands
 * there again has the focus.
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
