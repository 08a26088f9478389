import { useEffect, type KeyboardEvent, type RefObject } from "react";
import { focusableIn } from "./focusable.ts";

/** Hides the page behind from screen readers and stops its scrolling; returns a function that undoes both. */
function setPageAside(dialog: HTMLElement): () => void {
  const others = Array.from(document.body.children).filter(
    (element) => element !== dialog && !element.hasAttribute("aria-hidden"),
  );
  for (const element of others) element.setAttribute("aria-hidden", "true");
  const { overflow, paddingRight } = document.body.style;
  const bar = window.innerWidth - document.documentElement.clientWidth;
  document.body.style.overflow = "hidden";
  if (bar > 0) document.body.style.paddingRight = `${bar}px`;
  return () => {
    for (const element of others) element.removeAttribute("aria-hidden");
    Object.assign(document.body.style, { overflow, paddingRight });
  };
}

/**
 * Makes `panel`, inside `root` (a child of the body), modal while it is mounted: the page behind is set aside, the focus
 * goes where `first` says, stays inside, and returns where it was; Escape calls `onClose`. The answer handles the keys.
 */
export function useModal(
  root: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  first: (panel: HTMLElement) => HTMLElement,
  onClose: () => void,
): (event: KeyboardEvent) => void {
  useEffect(() => {
    const before = document.activeElement;
    const putBack = root.current === null ? undefined : setPageAside(root.current);
    if (panel.current !== null) first(panel.current).focus();
    return () => {
      putBack?.();
      if (before instanceof HTMLElement) before.focus();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- where the focus goes first is asked once
  }, []);

  return (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      return;
    }
    if (event.key !== "Tab" || panel.current === null) return;
    const stops = focusableIn(panel.current);
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const other = event.shiftKey ? stops[stops.length - 1] : stops[0];
    if (document.activeElement !== edge && document.activeElement !== panel.current) return;
    event.preventDefault();
    other?.focus();
  };
}
