import type { Page } from "playwright-core";

const MAX_STOPS = 90;

export interface Stop {
  /** The element's accessible name; empty when the focus is lost. */
  name: string;
  lost: boolean;
  /** True when a focus ring is visible on the screen. */
  seen: boolean;
}

/** Returns the focused element's name and visibility, also within modules' shadow roots. */
export const currentStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    let element: Element | null = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { name: "", lost: true, seen: false };
    }
    const labelled = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const root = element.getRootNode() as Document | ShadowRoot;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const words = [
      element.getAttribute("aria-label"),
      ...labelled.map((id) => root.getElementById(id)?.textContent),
      ...labels.map((label) => label.textContent),
      element instanceof HTMLTextAreaElement ? element.labels[0]?.textContent : null,
      element.textContent,
    ];
    const name = words.find((text) => text != null && text.trim() !== "")?.trim() ?? "";
    // A ring is drawn by the element, by the box around it, or by what stands for a hidden input.
    const drawn = [element, element.parentElement, element.nextElementSibling];
    const seen = drawn.some((one) => {
      if (one === null) return false;
      const { top, bottom, left, right } = one.getBoundingClientRect();
      const onScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      const rings = [getComputedStyle(one), getComputedStyle(one, "::after")].some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none",
      );
      return onScreen && rings;
    });
    return { name, lost: false, seen };
  });

/**
 * Presses Tab until the element of this name has the focus. Every stop on the way must be visible, and the focus may be
 * nowhere only between the page's end and its beginning.
 */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  let nowhere = 0;
  for (let count = 0; count < MAX_STOPS; count++) {
    await page.keyboard.press(key);
    const stop = await currentStop(page);
    if (stop.lost) {
      if (++nowhere > 2) break;
      continue;
    }
    if (!stop.seen) throw new Error(`Nobody sees that the focus is at “${stop.name}”`);
    if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return;
    passed.push(stop.name.slice(0, 20));
  }
  throw new Error(`${key} never comes to ${name}; it passed ${passed.join(" | ")}`);
}

/** Moves to a control by Tab and presses a key on it. */
export async function press(page: Page, name: string | RegExp, key = "Enter"): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Moves to a field by Tab and types into it. */
export async function type(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.insertText(text);
}

/** Fails when the focus is nowhere: the next Tab would begin at the top, and a screen reader would be silent. */
export async function focusIsKept(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.activeElement !== null && document.activeElement !== document.body,
    undefined,
    { timeout: 3000 },
  );
}
