import { useEffect, useRef, useState, type ReactNode } from "react";
import css from "./scroll-box.module.css";

/** Pixels by which rounding may differ at the end of what scrolls. */
const ROUNDING = 2;

/**
 * A box whose content scrolls both ways, reached by keys. Where there is more beside its edges, these show a shadow, and a
 * line above it says so.
 */
export function ScrollBox({
  label,
  hint,
  children,
}: {
  /** The name for screen readers. */
  label: string;
  /** The line above the box while there is more at the right. */
  hint: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ left: false, right: false });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = current;
      const left = scrollLeft > ROUNDING;
      const right = scrollLeft + clientWidth < scrollWidth - ROUNDING;
      setEdges((now) => (now.left === left && now.right === right ? now : { left, right }));
    };
    const watch = new ResizeObserver(look);
    watch.observe(current);
    if (current.firstElementChild !== null) watch.observe(current.firstElementChild);
    current.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      current.removeEventListener("scroll", look);
    };
  }, []);
  return (
    <>
      <p className={css["hint"]}>{edges.right ? hint : ""}</p>
      <div
        className={css["frame"]}
        data-left={edges.left || undefined}
        data-right={edges.right || undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
        <div ref={box} className={css["scroll"]} tabIndex={0} role="region" aria-label={label}>
          {children}
        </div>
      </div>
    </>
  );
}
