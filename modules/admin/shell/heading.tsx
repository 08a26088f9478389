import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useModule } from "../../kit/react-module.tsx";
import css from "./shell.module.css";

/** The last screen shown since the module was opened: the first one does not take the focus. */
let shownBefore = "";
/** The place whose heading lost the focus when another replaced it, as that of a loading screen does. */
let lostBy = "";

/** The heading of a screen: sets the document's title, and takes the focus after a change of screens. */
export function Heading({
  title,
  place,
  children,
}: {
  title: string;
  /** The screen's identity; the title of a thing comes with its data. */
  place: string;
  /** Content beside the heading. */
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
  // before the next frame, in which a list that is found again scrolls to where it was left
  useLayoutEffect(() => {
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

/** The way back to the list that a screen is of, above its heading. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className={css["back"]}>
      <a href={href}>{children}</a>
    </p>
  );
}
