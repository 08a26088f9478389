import { sizeInPixels, tally, type Usage } from "./rules.ts";

export interface UsedStyles {
  /** In pixels as they come out here, ascending. */
  sizes: readonly { pixels: number; written: readonly string[]; count: number }[];
  weights: readonly Usage[];
  families: readonly Usage[];
}

/** Every size, weight and family in the style sheets that are loaded by now. */
export function usedStyles(): UsedStyles {
  const declared = { size: [] as string[], weight: [] as string[], family: [] as string[] };
  for (const sheet of document.styleSheets) visit(rulesOf(sheet), declared);
  const style = getComputedStyle(document.documentElement);
  const page = {
    root: Number.parseFloat(style.fontSize),
    variable: (name: string) => style.getPropertyValue(name),
  };
  const sizes = new Map<number, { written: Set<string>; count: number }>();
  for (const value of declared.size) {
    const pixels = sizeInPixels(value, page);
    if (pixels === null) continue;
    const entry = sizes.get(pixels) ?? { written: new Set<string>(), count: 0 };
    entry.written.add(value);
    entry.count += 1;
    sizes.set(pixels, entry);
  }
  return {
    sizes: [...sizes]
      .map(([pixels, { written, count }]) => ({ pixels, written: [...written], count }))
      .sort((one, other) => one.pixels - other.pixels),
    weights: tally(declared.weight.map((value) => WEIGHT_NAMES[value] ?? value)),
    families: tally(declared.family),
  };
}

const WEIGHT_NAMES: Readonly<Record<string, string>> = { normal: "400", bold: "700" };

function visit(
  rules: Iterable<CSSRule>,
  declared: { size: string[]; weight: string[]; family: string[] },
): void {
  for (const rule of rules) {
    if ("cssRules" in rule) visit((rule as CSSGroupingRule).cssRules, declared);
    if (!(rule instanceof CSSStyleRule)) continue;
    const { style } = rule;
    if (style.fontSize !== "") declared.size.push(style.fontSize);
    if (style.fontWeight !== "") declared.weight.push(style.fontWeight);
    if (style.fontFamily !== "") declared.family.push(style.fontFamily);
  }
}

/** A sheet from elsewhere (an extension's) does not show its rules. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
