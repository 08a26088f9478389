import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useModule } from "../../kit/react-module.tsx";
import css from "./shell.module.css";

/** Screens that were shown since the module was opened: the first takes no focus, it has just been arrived at. */
let shownBefore = "";
/** The place whose heading had the focus when it gave way to another one, as that of what was loading does. */
let lostBy = "";

/** The heading of a screen: names the document, and has the focus when one comes from another screen. */
export function Heading({
  title,
  place,
  children,
}: {
  title: string;
  /** Tells screens apart; the title of a thing comes with its data. */
  place: string;
  /** Beside the heading. */
  children?: ReactNode;
}) {
  const { setTitle } = useModule();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setTitle(`${title} · 学校管理`), [setTitle, title]);
  useLayoutEffect(() => {
    const shown = heading.current;
    return () => {
      const root = shown?.getRootNode();
      if (root instanceof ShadowRoot && root.activeElement === shown) lostBy = place;
    };
  }, [place]);
  useEffect(() => {
    const comesAnew = shownBefore !== "" && shownBefore !== place;
    if (comesAnew || lostBy === place) heading.current?.focus({ preventScroll: true });
    if (comesAnew) window.scrollTo(0, 0);
    shownBefore = place;
    lostBy = "";
  }, [place]);
  return (
    <div className={css["head"]}>
      <h2 ref={heading} tabIndex={-1} className={css["heading"]}>
        {title}
      </h2>
      {children}
    </div>
  );
}
