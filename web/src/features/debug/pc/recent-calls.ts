import { maskText } from "./masking.ts";

/** The part of a resource timing entry that is looked at. */
export interface CallTiming {
  name: string;
  initiatorType: string;
  startTime: number;
  duration: number;
  transferSize: number;
  /** Missing in browsers that do not report it. */
  responseStatus?: number;
}

export interface RecentCall {
  key: string;
  /** Path without query, so without `jwt`; with the host in front when it is foreign. */
  path: string;
  at: number;
  ms: number;
  /** The HTTP status; null where the browser does not report it. */
  status: number | null;
  bytes: number;
}

const MAX_CALLS = 60;

/** The calls this page made, newest first. */
export function recentCalls(
  timings: readonly CallTiming[],
  page: { origin: string; timeOrigin: number },
): RecentCall[] {
  return timings
    .filter(({ initiatorType }) => initiatorType === "fetch" || initiatorType === "xmlhttprequest")
    .map((timing, index) => ({
      key: `${timing.startTime}-${index}`,
      path: pathOnly(timing.name, page.origin),
      at: page.timeOrigin + timing.startTime,
      ms: Math.round(timing.duration),
      status: timing.responseStatus === undefined ? null : timing.responseStatus,
      bytes: timing.transferSize,
    }))
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_CALLS);
}

/** Returns the status in words; 0 stands for an answer that never came or that the browser hides. */
export function statusOf({ status }: Pick<RecentCall, "status">): string {
  if (status === null) return "浏览器未提供";
  return status === 0 ? "没有收到回应" : String(status);
}

function pathOnly(address: string, origin: string): string {
  const bare = address.split(/[?#]/, 1)[0] ?? "";
  return maskText(bare.startsWith(`${origin}/`) ? bare.slice(origin.length) : bare);
}
