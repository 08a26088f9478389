/**
 * The connection to the platform. `offline`: the device itself has no network. `down`: a gateway answers in the platform's
 * place with 502, 503 or 504. `unreachable`: the device has a network, but the platform does not answer.
 */
export type Connection = "online" | "offline" | "down" | "unreachable";

/** The result of the last attempt to reach the platform. */
export type Attempt =
  | { kind: "answered"; status: number }
  /** No answer in time, or one of another server. */
  | { kind: "failed" };

const GATEWAY_FAULTS = [502, 503, 504];

/** Returns the connection's state after an attempt; `hasNetwork` is what the device itself believes, and only its "no" can be trusted. */
export function connectionAfter(attempt: Attempt, hasNetwork: boolean): Connection {
  if (attempt.kind === "answered") {
    return GATEWAY_FAULTS.includes(attempt.status) ? "down" : "online";
  }
  return hasNetwork ? "unreachable" : "offline";
}

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Returns the milliseconds until the next look, after so many failed attempts: doubling, with a limit. `chance` (0 to 1)
 * spreads the pages of a school, so that they do not overload a server that comes back.
 */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  return Math.round(pause * (0.75 + chance / 2));
}

const CAUSES = {
  offline: "现在没有网络",
  down: "平台暂时不能使用",
  unreachable: "现在连不上平台",
} as const;

/** Returns the text of a state; `shows` is what stands on the page meanwhile. */
export function sentenceFor(
  connection: Exclude<Connection, "online">,
  shows: "last" | "nothing" | "sign-in",
): string {
  const cause = CAUSES[connection];
  if (shows === "last") return `${cause}，只能看上次看过的内容`;
  if (shows === "sign-in") return `${cause}，恢复后才能登录`;
  return `${cause}，恢复后会自动继续`;
}
