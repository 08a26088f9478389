import { useEffect, useState } from "react";
import { CHARACTER_GROUPS } from "./characters.ts";
import { openProbe } from "./probe.ts";
import { judge, parseStack, type GroupCoverage, type Probe } from "./rules.ts";

export type Coverage =
  | { state: "looking" }
  | { state: "failed" }
  | { state: "known"; probe: Probe; stack: readonly string[]; groups: readonly GroupCoverage[] };

/** The font stack of the page, as it applies. */
export function pageFamily(): string {
  return getComputedStyle(document.documentElement).fontFamily;
}

/** Finds how much of each group this device's fonts can show. */
export function useCoverage(): Coverage {
  const [coverage, setCoverage] = useState<Coverage>({ state: "looking" });
  useEffect(() => {
    let here = true;
    const family = pageFamily();
    const stack = parseStack(family);
    openProbe(family).then(
      (probe) => {
        if (!here) return;
        const groups = CHARACTER_GROUPS.map((group) => ({
          group,
          verdicts: group.characters.map((character) => judge(character, stack, probe)),
        }));
        setCoverage({ state: "known", probe, stack, groups });
      },
      () => {
        if (here) setCoverage({ state: "failed" });
      },
    );
    return () => {
      here = false;
    };
  }, []);
  return coverage;
}
