import { homeState } from "./home-state.ts";
import { sectionId } from "./rules.ts";

/** Events by which a person scrolls: after one, the scroll position decides the current tab again. */
const OWN_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

const AIR_PX = 8;

/**
 * Returns the index of the section that is read at scroll position `scroll`. `reached` holds the position (px) that brings
 * each section under the tabs; `way` is the largest possible one. Sections beyond it share the last stretch.
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

/** Returns the height of what sticks above the sections: the top bar where it does, the tabs, a little air. */
function heightUnder(row: HTMLElement): number {
  return (parseFloat(getComputedStyle(row).top) || 0) + row.offsetHeight + AIR_PX;
}

/** Returns the scroll position that brings a section's tiles under the tabs: the tab is their heading then (HO-06). */
function scrollFor(section: HTMLElement | null, under: number): number {
  const tiles = section?.lastElementChild;
  return tiles ? tiles.getBoundingClientRect().top + window.scrollY - under : 0;
}

/** True after a tab was chosen: it stays current until the person scrolls. */
let chosen = false;

/** Keeps the current category on the section that is read under `row`, the tabs (AP-02). Returns the way to stop. */
export function followCategories(row: HTMLElement, ids: readonly string[]): () => void {
  let frame = 0;
  const look = () => {
    frame = 0;
    // behind the editor nothing is read
    if (chosen || row.closest("[inert]") !== null) return;
    const under = heightUnder(row);
    const reached = ids.map((id) => scrollFor(document.getElementById(sectionId(id)), under));
    const way = document.documentElement.scrollHeight - window.innerHeight;
    const id = ids[sectionAt(reached, window.scrollY, way)];
    if (id !== undefined) homeState.setState({ currentCategory: id });
  };
  chosen = false;
  look();
  const onScroll = () => {
    frame ||= requestAnimationFrame(look);
  };
  const onOwnMove = () => {
    chosen = false;
  };
  window.addEventListener("scroll", onScroll, { passive: true });
  for (const name of OWN_MOVES) window.addEventListener(name, onOwnMove, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("scroll", onScroll);
    for (const name of OWN_MOVES) window.removeEventListener(name, onOwnMove);
  };
}

/** Makes a category current and goes to its section. `estimated`: far sections have estimated heights, so it looks again. */
export function goToCategory(row: HTMLElement, id: string, estimated: boolean): void {
  const section = document.getElementById(sectionId(id));
  if (section === null) return;
  homeState.setState({ currentCategory: id });
  chosen = true;
  const under = heightUnder(row);
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
