import { useEffect, useState } from "react";
import { recentCalls, type CallTiming, type RecentCall } from "./recent-calls.ts";

/** The calls that the browser remembers, followed live. */
export function useRecentCalls(): readonly RecentCall[] {
  const [calls, setCalls] = useState(collect);
  useEffect(() => {
    const later: CallTiming[] = [];
    const observer = new PerformanceObserver((list) => {
      // The browser's own memory fills up and is never emptied: what comes while we watch is kept here.
      later.push(...(list.getEntries() as PerformanceResourceTiming[]));
      setCalls(collect(later));
    });
    observer.observe({ entryTypes: ["resource"] });
    return () => observer.disconnect();
  }, []);
  return calls;
}

function collect(later: readonly CallTiming[] = []): RecentCall[] {
  const known = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const all = [...new Set<CallTiming>([...known, ...later])];
  return recentCalls(all, { origin: window.location.origin, timeOrigin: performance.timeOrigin });
}
