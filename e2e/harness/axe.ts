import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { endAnimations, takePictures } from "./browser.ts";

const AXE = readFileSync(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/**
 * Returns axe's serious and critical violations as `rule: element`, including those in open shadow roots. Rules of
 * lesser impact are not run: they are half of the time, and nothing reads what they find.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  // what fades in has less contrast until it is there
  await endAnimations(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(root: Document, options: object): Promise<{ violations: Finding[] }>;
        _audit: { rules: { id: string; impact: string }[] };
      };
    };
    const isSerious = (impact: string | null) => impact === "serious" || impact === "critical";
    const lesser = axe._audit.rules.filter(({ impact }) => !isSerious(impact));
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"],
      // only a rule that is off reads the style sheets
      preload: false,
      // a fault is told by its markup
      selectors: false,
      rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])),
    });
    return violations
      .filter(({ impact }) => isSerious(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
  });
}

/** Takes a page's pictures, where they are wanted, and expects nothing serious of axe. */
export async function looksRight(page: Page, name: string): Promise<void> {
  await takePictures(page, name);
  // a key from under the pointer, and what is looked for anew, have their colours a moment later
  await expect.poll(() => seriousFaults(page)).toEqual([]);
}
