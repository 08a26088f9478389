/** Moves the focus to the page's heading, as a new page does: the card that had it goes. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>(".outlet h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
