import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { rowsInSight, type Span } from "./window-rules.ts";

/** Returns the range of visible rows of a list that the page scrolls. */
export function useWindow(
  body: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): Span {
  const [span, setSpan] = useState<Span>(() =>
    // at first what is seen, and the rest once it has been painted
    rowsInSight(0, window.innerHeight, rowHeight, count, 0),
  );
  const frame = useRef(0);
  const shown = useRef<Span>(undefined);

  useLayoutEffect(() => {
    const look = () => {
      frame.current = 0;
      if (body.current === null) return;
      const { top } = body.current.getBoundingClientRect();
      const now = rowsInSight(top, window.innerHeight, rowHeight, count);
      const known = shown.current;
      shown.current = now;
      if (known?.from !== now.from || known.to !== now.to) setSpan(now);
    };
    const soon = () => {
      if (frame.current === 0) frame.current = requestAnimationFrame(look);
    };
    // measured at once only where a gap would be seen: whoever asks in the midst of a change has the page laid out twice
    const isGap =
      shown.current === undefined ? window.scrollY > 0 : shown.current.from >= Math.max(count, 1);
    if (isGap) look();
    else soon();
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      window.removeEventListener("scroll", soon);
      window.removeEventListener("resize", soon);
    };
  }, [body, rowHeight, count]);
  // a list that has grown shorter has no rows beyond its end
  return { from: Math.min(span.from, count), to: Math.min(span.to, count) };
}
