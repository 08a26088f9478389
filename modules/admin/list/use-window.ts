import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { rowsInSight, type Span } from "./window-rules.ts";

/** Returns the range of visible rows of a list that the page scrolls. */
export function useWindow(
  body: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): Span {
  const [span, setSpan] = useState<Span>(() =>
    rowsInSight(0, window.innerHeight, rowHeight, count),
  );
  const frame = useRef(0);

  useLayoutEffect(() => {
    const look = () => {
      frame.current = 0;
      if (body.current === null) return;
      const { top } = body.current.getBoundingClientRect();
      const now = rowsInSight(top, window.innerHeight, rowHeight, count);
      setSpan((known) => (known.from === now.from && known.to === now.to ? known : now));
    };
    const soon = () => {
      if (frame.current === 0) frame.current = requestAnimationFrame(look);
    };
    look();
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
