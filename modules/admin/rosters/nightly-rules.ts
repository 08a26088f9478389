import { CHANGE_STATE_NAMES, isDay, NIGHTLY_OUTCOME_NAMES, type NightlyRun } from "#contract";
import type { Tone } from "../shell/state-badge.tsx";

/** Returns whether a run, or the change that it led to, is still going on. */
export function isUnderWay({ outcome, change }: NightlyRun): boolean {
  return outcome === "running" || change?.state === "applying" || change?.state === "undoing";
}

/** Returns whether a run's change waits for somebody's decision. */
export function isUndecided({ change }: NightlyRun): boolean {
  return change !== null && ["planned", "held", "waiting"].includes(change.state);
}

/** Returns the words for a run's outcome: those of its change, where it led to one. */
export function runMark(run: NightlyRun): { text: string; tone: Tone } {
  const { outcome, change } = run;
  if (isUndecided(run)) {
    return { text: change?.state === "waiting" ? "等待审批" : "等待决定", tone: "warning" };
  }
  if (change !== null) {
    return {
      text: CHANGE_STATE_NAMES[change.state],
      tone: change.state === "applied" ? "good" : "quiet",
    };
  }
  const tone = outcome === "failed" ? "danger" : outcome === "same" ? "good" : "quiet";
  return { text: NIGHTLY_OUTCOME_NAMES[outcome], tone };
}

/** Returns the days that a text names, and what in it is no day. */
export function daysOf(text: string): { days: string[]; wrong: string[] } {
  const parts = text.split(/[\s,，、;；]+/).filter((part) => part !== "");
  const days = new Set<string>();
  const wrong: string[] = [];
  for (const part of parts) {
    const [, year, month, day] = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/.exec(part) ?? [];
    const written = `${year ?? ""}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}`;
    if (isDay(written)) days.add(written);
    else wrong.push(part);
  }
  return { days: [...days], wrong };
}
