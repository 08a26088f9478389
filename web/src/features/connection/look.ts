import { readUpdateInfo } from "#contract";
import { onCallFailure, send } from "../../api/client.ts";
import { ApiError, NetworkError, TimeoutError } from "../../api/failures.ts";
import { connectionAfter, pauseAfter, type Attempt } from "./rules.ts";
import { connection } from "./state.ts";

/** The time-out in ms of the check whether the platform answers; only the bar waits for it. */
const LOOK_TIMEOUT_MS = 5000;

let attempts = 0;
let clock: ReturnType<typeof setTimeout> | undefined;

/** Checks whether the platform answers, and repeats it until it does. */
export async function lookAgain(): Promise<void> {
  if (connection.getState().looking) return;
  clearTimeout(clock);
  connection.setState({ looking: true });
  const attempt = await tryToReach();
  const state = connectionAfter(attempt, navigator.onLine);
  connection.setState({ state, looking: false });
  if (state === "online") {
    attempts = 0;
    return;
  }
  clock = setTimeout(() => void lookAgain(), pauseAfter(attempts, Math.random()));
  attempts += 1;
}

/** Checks the connection when a call fails, when the device's network changes, and when the person comes back. */
export function watchConnection(): void {
  onCallFailure((error) => {
    if (isOutage(error)) void lookAgain();
  });
  window.addEventListener("offline", () => void lookAgain());
  window.addEventListener("online", () => void lookAgain());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && connection.getState().state !== "online") void lookAgain();
  });
}

async function tryToReach(): Promise<Attempt> {
  try {
    const quietly = { quietGeneral: true, quietError: true };
    await send(readUpdateInfo, { device: "web" }, { ...quietly, timeoutMs: LOOK_TIMEOUT_MS });
    return { kind: "answered", status: 200 };
  } catch (error) {
    return error instanceof ApiError
      ? { kind: "answered", status: error.status }
      : { kind: "failed" };
  }
}

function isOutage(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof ApiError && error.status >= 502;
}
