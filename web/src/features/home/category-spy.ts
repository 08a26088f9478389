import { useEffect, useRef } from "react";
import { homeState, useHomeState } from "./home-state.ts";

/** A person's own move: from then on the place on the page decides again, not the last tab that was tapped. */
const OWN_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

export const sectionId = (categoryId: string) => `category-${categoryId}`;

/**
 * Which section is read, by how far the page is scrolled. The line that decides moves from under the tabs down to the
 * window's end as the page nears its own, so that short last sections have their turn too.
 */
export function sectionAt(
  tops: readonly number[],
  under: number,
  bottom: number,
  progress: number,
) {
  const line = under + progress * (bottom - under);
  let found = 0;
  for (const [index, top] of tops.entries()) if (top <= line) found = index;
  return found;
}

/** The current category follows the page; choosing one goes there. The first is current at the start (AP-02). */
export function useCategorySpy(ids: readonly string[]) {
  const row = useRef<HTMLElement>(null);
  const chosen = useRef(false);
  const kept = useHomeState((state) => state.currentCategory);
  const current = kept !== null && ids.includes(kept) ? kept : (ids[0] ?? "");

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (chosen.current || row.current === null) return;
      const under = row.current.getBoundingClientRect().bottom + 1;
      const tops = ids.map(
        (id) => document.getElementById(sectionId(id))?.getBoundingClientRect().top ?? Infinity,
      );
      const way = document.documentElement.scrollHeight - window.innerHeight;
      const progress = way > 0 ? Math.min(window.scrollY / way, 1) : 0;
      const id = ids[sectionAt(tops, under, window.innerHeight, progress)];
      if (id !== undefined) homeState.setState({ currentCategory: id });
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    const onOwnMove = () => {
      chosen.current = false;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    for (const name of OWN_MOVES) window.addEventListener(name, onOwnMove, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
      for (const name of OWN_MOVES) window.removeEventListener(name, onOwnMove);
    };
  }, [ids]);

  function choose(id: string) {
    const section = document.getElementById(sectionId(id));
    if (section === null || row.current === null) return;
    homeState.setState({ currentCategory: id });
    chosen.current = true;
    const sticksAt = parseFloat(getComputedStyle(row.current).top) || 0;
    const under = sticksAt + row.current.offsetHeight + 8;
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    window.scrollTo({
      top: section.getBoundingClientRect().top + window.scrollY - under,
      behavior: calm ? "auto" : "smooth",
    });
    // Whoever came by keyboard goes on from the section, not from the tabs.
    section.focus({ preventScroll: true });
  }

  return { row, current, choose };
}
