import { useEffect, useState } from "react";
import type { Fact } from "../parts/facts.ts";

/** Takes a panel's findings for the report. */
export type ReportFacts = (title: string, facts: readonly Fact[]) => void;

/** Keeps the report up to date with what a panel shows. */
export function useFacts(report: ReportFacts, title: string, facts: readonly Fact[]): void {
  useEffect(() => report(title, facts));
}

/** Returns a signal that fires when the panel is left, so that everything it began ends. */
export function useLeaveSignal(): AbortSignal {
  const [leave] = useState(() => new AbortController());
  useEffect(() => () => leave.abort(), [leave]);
  return leave.signal;
}
