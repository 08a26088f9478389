import { useEffect, useRef, type ReactNode } from "react";
import { useModule } from "../../kit/react-module.tsx";
import css from "./shell.module.css";

/** Screens that were shown since the module was opened: the first takes no focus, it has just been arrived at. */
let shownBefore = "";

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
  useEffect(() => {
    if (shownBefore !== "" && shownBefore !== place) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shownBefore = place;
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
