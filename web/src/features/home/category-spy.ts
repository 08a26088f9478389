import { useEffect, useRef } from "react";
import { homeState, useHomeState } from "./home-state.ts";

/** A person's own move: from then on the place on the page decides again, not the last tab that was tapped. */
const OWN_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

const AIR_PX = 8;

export const sectionId = (categoryId: string) => `category-${categoryId}`;

/**
 * Which section is read at `scroll`, by how far the page must be scrolled to bring each under the tabs. The page's end
 * (`way`) may come before the last sections get there: they share what way is left, so that each has its turn.
 */
export function sectionAt(reached: readonly number[], scroll: number, way: number): number {
  const far = reached.findIndex((at) => at > way);
  const near = far < 0 ? reached.length : Math.max(far, 1);
  const last = far === 0 ? 0 : (reached[near - 1] ?? 0);
  const share = (way - last) / (reached.length - near);
  let found = 0;
  let foundAt = far === 0 ? 0 : (reached[0] ?? 0);
  for (const [index, at] of reached.entries()) {
    const start = index < near ? at : last + share * (index - near + 1);
    // Browsers scroll to whole pixels; of two side by side the first counts.
    if (start > scroll + 1 || start <= foundAt) continue;
    found = index;
    foundAt = start;
  }
  return found;
}

/** What sticks above the sections: the top bar where it does, the tabs, a little air. */
function heightUnder(row: HTMLElement): number {
  return (parseFloat(getComputedStyle(row).top) || 0) + row.offsetHeight + AIR_PX;
}

function scrollFor(section: HTMLElement | null, under: number): number {
  return section === null ? 0 : section.getBoundingClientRect().top + window.scrollY - under;
}

/**
 * The current category follows the page; choosing one goes there. The first is current at the start (AP-02).
 * `estimated`: sections far from the window have estimated heights, so going there takes a second look.
 */
export function useCategorySpy(ids: readonly string[], estimated: boolean) {
  const row = useRef<HTMLElement>(null);
  const chosen = useRef(false);
  const kept = useHomeState((state) => state.currentCategory);
  const current = kept !== null && ids.includes(kept) ? kept : (ids[0] ?? "");

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (chosen.current || row.current === null) return;
      const under = heightUnder(row.current);
      const reached = ids.map((id) => scrollFor(document.getElementById(sectionId(id)), under));
      const way = document.documentElement.scrollHeight - window.innerHeight;
      const id = ids[sectionAt(reached, window.scrollY, way)];
      if (id !== undefined) homeState.setState({ currentCategory: id });
    };
    chosen.current = false;
    look();
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
    const under = heightUnder(row.current);
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const go = (behavior: ScrollBehavior) =>
      window.scrollTo({ top: scrollFor(section, under), behavior });
    if (estimated) {
      go("auto");
      requestAnimationFrame(() => {
        go("auto");
        requestAnimationFrame(() => go("auto"));
      });
    } else go(calm ? "auto" : "smooth");
    // Whoever came by keyboard goes on from the section, not from the tabs.
    section.focus({ preventScroll: true });
  }

  return { row, current, choose };
}
